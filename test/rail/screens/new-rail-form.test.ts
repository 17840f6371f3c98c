import { describe, expect, it } from "vitest";
import { faultsOfView } from "../../../src/platform/slack/blocks/check-limits.ts";
import { block } from "../../../src/platform/slack/blocks/ids.ts";
import { readNewRailDraft, readNewRailForm } from "../../../src/rail/screens/new-rail-form.ts";
import type { NewRailModal } from "../../../src/rail/screens/new-rail-modal.ts";
import { newRailModal } from "../../../src/rail/screens/new-rail-modal.ts";
import { tagText } from "../../../src/request/rules/outcome/tag.ts";
import {
  aBankAccountDestination,
  aDestinationRequest,
  after,
  aWallet,
  aWalletDestination,
  aWhitelisting,
  NOW,
  TREASURY,
} from "../../support/builders.ts";
import type { Answers } from "../../support/fill-in.ts";
import { filledIn } from "../../support/fill-in.ts";
import { plainText } from "../../support/plain-text.ts";

function props(fields: Partial<NewRailModal> = {}): NewRailModal {
  return {
    draftId: "draft-1",
    askedIn: TREASURY,
    environment: "sandbox",
    type: "ON_RAMP",
    values: {},
    fiatAssets: ["GBP"],
    stablecoins: ["GBPA"],
    networks: ["SOLANA_DEVNET"],
    destinations: [aWalletDestination()],
    awaited: [],
    now: NOW,
    ...fields,
  };
}

const offRamp = (fields: Partial<NewRailModal> = {}) =>
  props({ type: "OFF_RAMP", destinations: [aBankAccountDestination()], ...fields });

const TEXTS: Answers = { [block.name]: "Payroll float", [block.reason]: "Salaries" };

const read = (form: NewRailModal, answers: Answers) =>
  readNewRailForm(filledIn(newRailModal(form), { ...TEXTS, ...answers }));

/** A part of another request, which a forger would put beside ours. */
const A_TAG = tagText({
  requestId: `${"0".repeat(8)}-0000-0000-0000-${"0".repeat(12)}`,
  digest: "a".repeat(64),
});

describe("the New Rail form", () => {
  it("asks for an on-ramp", () => {
    expect(plainText(newRailModal(props()).blocks)).toBe(
      `Rail type: <radio_buttons>
Name: <plain_text_input>
You send: <static_select>
Converted into: <static_select>
Destination: <static_select>
[Whitelist another wallet]
Reason: <plain_text_input>
Your reference: <plain_text_input>
SANDBOX`,
    );
  });

  it("asks for the network of an off-ramp too", () => {
    expect(plainText(newRailModal(offRamp()).blocks)).toContain("Network: <static_select>");
  });

  it("says where the Rail will live", () => {
    expect(plainText(newRailModal(props()).blocks)).toMatch(/\nSANDBOX$/);
    const inProduction = newRailModal(props({ environment: "production" }));
    expect(plainText(inProduction.blocks)).toMatch(/\nproduction$/);
  });

  it("keeps texts when the type changes, and no choice: the blocks of choices have other ids", () => {
    const ids = (form: NewRailModal) => newRailModal(form).blocks.map(({ block_id }) => block_id);
    const shared = ids(props()).filter((id) => id && ids(offRamp()).includes(id));

    expect(shared).toEqual([block.type, block.name, block.reason, block.reference]);
  });

  it("says so where there is nothing to deliver into, cannot be submitted, and shows the way on", () => {
    const view = newRailModal(offRamp({ destinations: [] }));

    expect(view.submit).toBeUndefined();
    expect(plainText(view.blocks)).toContain("Whitelist a bank account first.");
    expect(plainText(view.blocks)).toContain("[Whitelist a bank account]");
    expect(faultsOfView(view)).toEqual([]);
  });

  it("says so where no assets are set up", () => {
    const view = newRailModal(props({ stablecoins: [] }));

    expect(plainText(view.blocks)).toContain("No assets or networks are set up");
    expect(faultsOfView(view)).toEqual([]);
  });

  it.each([100, 101, 300])("offers all of %i destinations", (count) => {
    const destinations = Array.from({ length: count }, (_, index) =>
      aWalletDestination({
        id: `des_${index}`,
        wallet: aWallet({ name: "👛".repeat(80), network: "🌐".repeat(80) }),
      }),
    );
    const view = newRailModal(props({ destinations, stablecoins: ["A", "B"] }));

    expect(faultsOfView(view)).toEqual([]);
    for (const { id } of destinations) expect(JSON.stringify(view)).toContain(`"${id}"`);
  });

  it("says so where there are more than a view can hold", () => {
    const destinations = Array.from({ length: 301 }, () => aWalletDestination());
    const view = newRailModal(props({ destinations }));

    expect(plainText(view.blocks)).toContain("301 whitelisted wallets can be used, more than");
    expect(faultsOfView(view)).toEqual([]);
  });

  it("shows the whole address beside the name, to tell wallets of one name apart", () => {
    expect(JSON.stringify(newRailModal(props()))).toContain(
      "Solana (devnet) · 7xKX tg2C W87d 97TX JSDp bD5j Bkhe TqA8 3TZR uJos gAsU",
    );
  });
});

/** What the list under "Destination" offers: text and value of each, and which one is chosen. */
function offered(form: NewRailModal) {
  const into = newRailModal(form).blocks.find(
    ({ block_id }) => block_id === block.destination[form.type],
  );
  if (into?.type !== "input" || !("element" in into)) throw new Error("No such input");
  if (into.element.type !== "static_select") throw new Error("No list");
  const { options = [], option_groups = [], initial_option } = into.element;
  const all = [...options, ...option_groups.flatMap((group) => group.options)];
  return {
    options: all.map(({ text, value }) => [text.text, value]),
    chosen: initial_option?.value,
    hint: into.hint?.text,
  };
}

const cooling = aWalletDestination({
  id: "des_new",
  usableFrom: after({ hours: 23 }),
  wallet: aWallet({ name: "New wallet" }),
});
const awaited = aDestinationRequest(aWhitelisting(), { number: 7 });

describe("the list of what a Rail may deliver into", () => {
  it("has what waits for approval and what is in its cool-down too, marked and not chosen", () => {
    const { options, chosen, hint } = offered(
      props({ destinations: [cooling, aWalletDestination()], awaited: [awaited] }),
    );

    expect(options).toEqual([
      ["Treasury cold wallet", "des_wallet"],
      [`${aWhitelisting().name} · waiting for approval (R-7)`, `request:${awaited.id}`],
      ["New wallet · from 4 Mar 09:00 UTC", "des_new"],
    ]);
    expect(chosen).toBe("des_wallet");
    expect(hint).toBe(
      "Destinations that are pending, or have a time beside them, cannot be used yet.",
    );
  });

  it("chooses nothing that cannot be used yet, were it the only one", () => {
    const { chosen, hint } = offered(props({ destinations: [cooling] }));

    expect(chosen).toBeUndefined();
    expect(hint).toContain("None of these can be used yet.");
  });

  it("keeps what was chosen, also of those that cannot be used yet", () => {
    const values = { destinationId: "des_new" };

    expect(offered(props({ destinations: [cooling, aWalletDestination()], values })).chosen).toBe(
      "des_new",
    );
  });

  it("marks one whose id the service has never shown, however long its name is", () => {
    const wallet = aWallet({ name: "👛".repeat(200) });
    const unproven = aWalletDestination({ provenAt: null, wallet });

    expect(offered(props({ destinations: [unproven] })).options[0]?.[0]).toMatch(/…? · unproven$/u);
  });

  it("tells what is approved and not done yet from what waits for its approvers", () => {
    const sending = {
      ...awaited,
      state: { status: "sending", since: NOW, timesNotSent: 0 },
    } as const;

    expect(offered(props({ awaited: [sending] })).options[1]?.[0]).toBe(
      `${aWhitelisting().name} · not whitelisted yet (R-7)`,
    );
  });

  it("leaves out of a full list only what cannot be used yet, and says so", () => {
    const usable = Array.from({ length: 299 }, (_, at) => aWalletDestination({ id: `des_${at}` }));
    const form = props({ destinations: [...usable, cooling], awaited: [awaited] });
    const { options, hint } = offered(form);

    expect(options).toHaveLength(300);
    expect(options.at(-1)?.[1]).toBe(`request:${awaited.id}`);
    expect(hint).toContain("1 more that cannot be used yet are not shown");
    expect(faultsOfView(newRailModal(form))).toEqual([]);
  });
});

describe("a submitted New Rail form", () => {
  it("is read as it was answered, single options without a click", () => {
    expect(read(props(), { [block.reference]: " PO-7 " })).toEqual({
      ok: true,
      answers: {
        draftId: "draft-1",
        askedIn: TREASURY,
        type: "ON_RAMP",
        name: "Payroll float",
        reason: "Salaries",
        reference: "PO-7",
        fiatAsset: "GBP",
        stablecoin: "GBPA",
        network: null,
        destinationId: "des_wallet",
        wantsAnother: false,
      },
    });
  });

  it("is read for an off-ramp, with its network", () => {
    expect(read(offRamp(), {})).toMatchObject({
      ok: true,
      answers: { type: "OFF_RAMP", network: "SOLANA_DEVNET", reference: null },
    });
  });

  it.each([
    [block.name, null, "Name is empty"],
    [block.name, " \t ", "Name is empty"],
    [block.name, "x".repeat(61), "Name is too long: 61 characters, and at most 60 are taken"],
    [block.name, "pay\u202Eroll", "Name contains a character that changes reading direction"],
    [block.name, "pay\u200Froll", "Name contains a character that changes reading direction"],
    [block.name, "pay\nroll", "Name contains a control character"],
    [block.name, "pay\u0000roll", "Name contains a control character"],
    [block.name, "pay\uD800roll", "Name contains half a character"],
    [block.reason, null, "Reason is empty"],
    [block.reason, "x".repeat(1_001), "Reason is too long: 1001 characters"],
    [block.reason, "bell\u0007", "Reason contains a control character"],
    [block.reference, "x".repeat(101), "Your reference is too long"],
    [block.reference, "a\u2066b", "Your reference contains a character that changes"],
    [block.reference, A_TAG, "This is the form of Signalbox's own references"],
  ])("is refused at %s when it says %j", (id, answer, error) => {
    const submission = read(props(), { [id]: answer });

    expect(submission).toEqual({ ok: false, errors: { [id]: expect.stringContaining(error) } });
  });

  it("takes a reason of several lines, and names of sixty code points", () => {
    const name = "😀".repeat(60);

    expect(read(props(), { [block.reason]: "a\nb", [block.name]: name })).toMatchObject({
      ok: true,
      answers: { reason: "a\nb", name },
    });
  });

  it("is refused at every choice that was not made", () => {
    const form = offRamp({
      fiatAssets: ["GBP", "EUR"],
      stablecoins: ["GBPA", "USDC"],
      networks: ["SOLANA_DEVNET", "ETHEREUM"],
      destinations: [aBankAccountDestination(), aBankAccountDestination({ id: "des_2" })],
    });

    expect(read(form, {})).toEqual({
      ok: false,
      errors: {
        [block.deposit.OFF_RAMP]: "Choose one.",
        [block.network]: "Choose one.",
        [block.convertedTo.OFF_RAMP]: "Choose one.",
        [block.destination.OFF_RAMP]: "Choose one.",
      },
    });
  });

  it("throws when the view is not one of ours", () => {
    const view = { ...filledIn(newRailModal(props())), private_metadata: "{}" };

    expect(() => readNewRailForm(view)).toThrow();
  });
});

describe("a New Rail form with a similar Rail", () => {
  const similar = {
    requestId: "req_1",
    name: "Payroll float",
    ageText: "12 days",
    railId: "rail_1",
    status: "exists",
  } as const;
  const first = read(props(), {});
  const values = first.ok ? first.answers : {};
  const warned = props({ values, similar });

  it("names it, and offers its deposit instructions", () => {
    expect(plainText(newRailModal(warned).blocks)).toContain(
      "A Rail with these assets and this destination already exists: “Payroll float”, 12 days old. Rails cannot be deleted.\n[Show its deposit instructions]\nCreate a second Rail?: <checkboxes>",
    );
    const askedFor = props({ values, similar: { ...similar, status: "asked-for", railId: null } });
    const text = plainText(newRailModal(askedFor).blocks);
    expect(text).toContain("has already been requested: “Payroll float”");
    expect(text).not.toContain("[Show");
  });

  const boxOf = (form: NewRailModal) =>
    newRailModal(form).blocks.find(({ block_id }) => block_id?.startsWith(block.wantAnother))
      ?.block_id ?? "";

  it("goes on only with a tick", () => {
    expect(read(warned, {})).toEqual({
      ok: false,
      errors: {
        [boxOf(warned)]: expect.stringContaining("Tick to confirm that you want a second Rail"),
      },
    });
    expect(read(warned, { [boxOf(warned)]: "another" })).toMatchObject({
      ok: true,
      answers: { wantsAnother: true },
    });
  });

  it("knows, drawn again, what it is like, as long as the choices are those that it warned of", () => {
    const destinations = [aWalletDestination(), aWalletDestination({ id: "des_2" })];
    const view = newRailModal({ ...warned, destinations });

    expect(readNewRailDraft(filledIn(view)).similarId).toBe("req_1");
    const changed = filledIn(view, { [block.destination.ON_RAMP]: "des_2" });
    expect(readNewRailDraft(changed).similarId).toBeUndefined();
  });

  it("does not take a tick that was given for other choices", () => {
    const destinations = [aWalletDestination(), aWalletDestination({ id: "des_2" })];
    const form = { ...warned, destinations };
    const submission = read(form, {
      [boxOf(form)]: "another",
      [block.destination.ON_RAMP]: "des_2",
    });

    expect(submission).toMatchObject({ ok: true, answers: { wantsAnother: false } });
    const redrawn = { ...form, values: { ...values, destinationId: "des_2" } };
    expect(boxOf(redrawn)).not.toBe(boxOf(form));
  });
});

describe("a New Rail form that is drawn again", () => {
  it("has what was typed, and nothing that was chosen for the other type", () => {
    const view = filledIn(newRailModal(props()), { ...TEXTS, [block.type]: "OFF_RAMP" });

    expect(readNewRailDraft(view)).toEqual({
      draftId: "draft-1",
      askedIn: TREASURY,
      type: "OFF_RAMP",
      values: { name: "Payroll float", reason: "Salaries", reference: "" },
      hasInputs: true,
    });
  });

  it("has what was chosen too while the type stays", () => {
    expect(readNewRailDraft(filledIn(newRailModal(props()), TEXTS))).toMatchObject({
      type: "ON_RAMP",
      values: { fiatAsset: "GBP", stablecoin: "GBPA", destinationId: "des_wallet" },
    });
  });

  it("keeps what was typed through a type for which there is no form", () => {
    const { type, values } = readNewRailDraft(
      filledIn(newRailModal(props()), { ...TEXTS, [block.type]: "OFF_RAMP" }),
    );
    const without = newRailModal(offRamp({ type, values, destinations: [] }));
    const back = readNewRailDraft(filledIn(without, { [block.type]: "ON_RAMP" }));

    expect(back).toMatchObject({
      type: "ON_RAMP",
      values: { name: "Payroll float", reason: "Salaries" },
    });
    expect(JSON.stringify(newRailModal(props(back)))).toContain('"initial_value":"Payroll float"');
  });
});
