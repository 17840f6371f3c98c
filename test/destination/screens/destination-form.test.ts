import type { InputBlock, ModalView } from "@slack/types";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { destinationForm } from "../../../src/destination/screens/add-destination.ts";
import type { DestinationDraft } from "../../../src/destination/screens/destination-form.ts";
import {
  readDestinationDraft,
  readDestinationForm,
} from "../../../src/destination/screens/destination-form.ts";
import { destinationModal } from "../../../src/destination/screens/destination-modal.ts";
import { readTypedValue } from "../../../src/destination/values/value-check.ts";
import { faultsOfView } from "../../../src/platform/slack/blocks/check-limits.ts";
import { block } from "../../../src/platform/slack/blocks/ids.ts";
import type { KnownValue } from "../../../src/request/rules/known-value.ts";
import { knownDestination } from "../../../src/request/rules/known-value.ts";
import { seenRail } from "../../../src/request/rules/outcome/seen-rail.ts";
import {
  ADDRESS,
  ANA,
  aConnection,
  anImport,
  anOnRampRail,
  aPolicy,
  aWalletDestination,
  aWhitelisting,
  ETHEREUM_ADDRESS,
  IBAN,
  NOW,
  TREASURY,
  VIRTUAL_IBAN,
} from "../../support/builders.ts";
import type { Answers } from "../../support/fill-in.ts";
import { filledIn } from "../../support/fill-in.ts";
import { hostile } from "../../support/hostile-values.ts";
import { plainText } from "../../support/plain-text.ts";

const networks = [
  { id: "SOLANA_DEVNET", family: "solana" },
  { id: "ETHEREUM_SEPOLIA", family: "ethereum" },
  { id: "SOMEWHERE", family: null },
] as const;

const { environment } = aConnection();

const draft = (fields: Partial<DestinationDraft> = {}): DestinationDraft => ({
  draftId: "draft-1",
  askedIn: TREASURY,
  kind: "wallet",
  isImport: false,
  isKindOpen: true,
  values: {},
  ...fields,
});

const account = (fields: Partial<DestinationDraft> = {}) =>
  draft({ kind: "bank-account", ...fields });

function drawn(form: DestinationDraft, known: readonly KnownValue[] = []): ModalView {
  return destinationForm(form, { environment, networks, known });
}

const textOf = async (form: DestinationDraft, known: readonly KnownValue[] = []) =>
  plainText(drawn(form, known).blocks);

const TEXTS: Answers = { [block.name]: "Payroll", [block.reason]: "Salaries" };

async function read(form: DestinationDraft, answers: Answers) {
  return readDestinationForm(filledIn(drawn(form), { ...TEXTS, ...answers }), networks);
}

const onNetwork = (network: string, value: string) => draft({ values: { network, value } });
const withIban = (value: string) => account({ values: { value } });

describe("the form for a destination", () => {
  it("asks for a wallet", async () => {
    expect(await textOf(draft({ isKindOpen: false }))).toBe(
      `Name: <plain_text_input>
Network: <static_select>
Address: <plain_text_input>
Reason: <plain_text_input>
SANDBOX`,
    );
  });

  it("offers both kinds, and begins with the one that is drawn", () => {
    for (const kind of ["wallet", "bank-account"] as const) {
      const { blocks } = drawn(kind === "wallet" ? draft() : account());
      const radio = blocks
        .filter((each): each is InputBlock => each.type === "input")
        .map(({ element }) => element)
        .find((each) => each.type === "radio_buttons");
      expect(radio?.options.map(({ value }) => value)).toEqual(["wallet", "bank-account"]);
      expect(radio?.initial_option?.value).toBe(kind);
    }
  });

  it("asks for a bank account, and lets people choose where it was opened for either", async () => {
    expect(await textOf(account())).toBe(
      `Kind: <radio_buttons>
Name: <plain_text_input>
IBAN: <plain_text_input>
Reason: <plain_text_input>
SANDBOX`,
    );
  });

  it("asks for the service's id of what is imported", async () => {
    expect(await textOf(draft({ isImport: true }))).toContain(
      "Id at the Rail service: <plain_text_input>",
    );
  });

  it("says so where no networks are set up, and then takes no wallet", async () => {
    const view = destinationForm(draft(), { environment, networks: [], known: [] });

    expect(plainText(view.blocks)).toContain("No networks are set up for this connection");
    expect(faultsOfView(view)).toEqual([]);
    const answers = { ...TEXTS, [block.address]: ADDRESS };
    expect(readDestinationForm(filledIn(view, answers), [])).toEqual({
      ok: false,
      errors: { [block.address]: expect.stringContaining("No networks are set up") },
    });
  });

  it("tells us of every key press in the field that is checked, and of the network", async () => {
    const { blocks } = drawn(draft());
    const told = blocks.filter((each) => "dispatch_action" in each && each.dispatch_action);

    expect(told.map(({ block_id }) => block_id)).toEqual([
      block.destinationKind,
      block.walletNetwork,
      block.address,
    ]);
    expect(JSON.stringify(blocks)).toContain(
      '"trigger_actions_on":["on_character_entered","on_enter_pressed"]',
    );
  });
});

describe("an IBAN, as it is typed", () => {
  it.each([
    ["", []],
    ["G", []],
    ["GB29", ["4 of 22 characters so far."]],
    [IBAN.slice(0, -1), ["21 of 22 characters so far."]],
    [
      `${IBAN}1`,
      ["Not valid yet: An IBAN that begins with GB has 22 characters, and this has 23."],
    ],
    [
      IBAN,
      [
        "IBAN of United Kingdom (GB): length, structure and check digits are right.",
        "\nGB29 NWBK 6016 1331 9268 19\nReason",
      ],
    ],
    [
      "gb29 nwbk 6016 1331 9268 19",
      [
        "Cleaned: spaces were removed, lower case was changed to upper case. Your request will contain this value:\n| GB29NWBK60161331926819",
      ],
    ],
    [`${IBAN.slice(0, -1)}8`, ["Not valid yet: Its check digits do not fit"]],
    ["XX29NWBK60161331926819", ["Not valid yet: “XX” is not the code of a country"]],
    [
      "GB29\u200BNWBK60161331926819",
      ["🔴 Warning: It holds a character that cannot be seen (character 5, U+200B)"],
    ],
    [
      "GB29NWBK6016133192681\u0425",
      ["🔴 Warning: “\u0425” (character 22, U+0425) only looks like “X”"],
    ],
    ["GB29NWBK\n60161331926819", ["Not valid yet: There is a line break in it"]],
  ])("is said to be what it is: %j", async (value, sentences) => {
    const text = await textOf(withIban(value));

    for (const sentence of sentences) expect(text).toContain(sentence);
    if (sentences.length === 0) expect(text).toBe(await textOf(account()));
  });
});

describe("an address, as it is typed", () => {
  it.each([
    ["SOLANA_DEVNET", ADDRESS, "Address on Solana (devnet): the length is right."],
    ["SOLANA_DEVNET", ADDRESS.slice(0, 20), "20 of 32 to 44 characters so far."],
    [
      "SOLANA_DEVNET",
      "C4PRXFV6Gf5mytVZb6RoeLsG8CjcFWzR2EJ3dvwPTUJH",
      "🔴 Warning: no private key can exist for this address. It belongs to a program, token account or vault, or is mistyped. Money sent there may be lost. Ask the owner to confirm it.",
    ],
    [
      "SOLANA_DEVNET",
      ETHEREUM_ADDRESS,
      "Not valid yet: This is an address of Ethereum and networks like it",
    ],
    [
      "ETHEREUM_SEPOLIA",
      ETHEREUM_ADDRESS,
      "Address on Ethereum (sepolia): its form and its checksum (EIP-55) are right.",
    ],
    [
      "ETHEREUM_SEPOLIA",
      ETHEREUM_ADDRESS.toLowerCase(),
      `It was typed without its checksum, the mix of capitals and small letters, so a slip in it is not noticed: compare every character.\nCleaned: upper and lower case were set by its checksum (EIP-55). Your request will contain this value:\n| ${ETHEREUM_ADDRESS}\n`,
    ],
    [
      "ETHEREUM_SEPOLIA",
      ` ${ETHEREUM_ADDRESS}\t`,
      "Cleaned: spaces were removed. Your request will contain this value:",
    ],
    [
      "ETHEREUM_SEPOLIA",
      ETHEREUM_ADDRESS.replace("aAeb", "aaeb"),
      "Not valid yet: Its checksum does not fit",
    ],
    [
      "SOMEWHERE",
      "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
      "🔴 Warning: the format of addresses on Somewhere is not checked. A typing error would not be noticed: compare every character. It looks like an address of Bitcoin.",
    ],
  ])("is said to be what it is on %s: %j", async (network, value, sentence) => {
    expect(await textOf(onNetwork(network, value))).toContain(sentence);
  });

  it("is checked once its network is chosen", async () => {
    expect(await textOf(draft({ values: { value: ADDRESS } }))).toContain(
      "Choose the network: then the address is checked for it.",
    );
  });
});

describe("a value that is known already", () => {
  const registered = knownDestination(aWalletDestination());
  const similar = `${ADDRESS.slice(0, 20)}x${ADDRESS.slice(21)}`;

  it("is warned of where it only looks like that one, with both, group by group", async () => {
    const text = await textOf(onNetwork("SOLANA_DEVNET", similar), [registered]);

    expect(text).toContain("🔴 Warning: it looks like Treasury cold wallet");
    expect(text).toContain(`They differ in group 6.`);
  });

  it("is said at once to be registered", async () => {
    expect(await textOf(onNetwork("SOLANA_DEVNET", ADDRESS), [registered])).toContain(
      "Already registered as Treasury cold wallet, so it cannot be added again.",
    );
  });

  it("is warned of where it was retired", async () => {
    const retired = knownDestination(aWalletDestination({ retiredAt: NOW }));

    expect(await textOf(onNetwork("SOLANA_DEVNET", ADDRESS), [retired])).toContain(
      "🔴 Warning: it was retired here, as Treasury cold wallet, 2026-03-03 10:00 UTC.",
    );
  });

  it("may be on another network, and is said to be", async () => {
    const elsewhere: KnownValue = { ...registered, network: "SOLANA" };

    expect(await textOf(onNetwork("SOLANA_DEVNET", ADDRESS), [elsewhere])).toContain(
      "Already registered on Solana as Treasury cold wallet.",
    );
  });

  it("is said at once to be asked for", async () => {
    const asked: KnownValue = {
      kind: "iban",
      value: IBAN,
      network: null,
      name: "Payroll account",
      is: "asked-for",
      requestNumber: 7,
    };

    expect(await textOf(withIban(IBAN), [asked])).toContain(
      "Already requested in R-7, as Payroll account.",
    );
  });

  it("is warned of where deposits of a Rail are sent there", async () => {
    const rail = seenRail(anOnRampRail(), NOW);
    if (!rail) throw new Error("It has an id");
    const entry: KnownValue = {
      kind: "iban",
      value: VIRTUAL_IBAN,
      network: null,
      name: "Payroll float",
      is: "entry-point",
      rail,
      isMissing: false,
      isReported: false,
      owner: { requestNumber: 7, name: "Payroll float", standing: "approved" },
    };

    expect(await textOf(withIban(VIRTUAL_IBAN), [entry])).toContain(
      "🔴 Warning: deposits for the Rail Payroll float go to this IBAN. Money that any other Rail pays out to it would enter that Rail.",
    );
  });

  it("is to be imported where a Rail made elsewhere delivers there", async () => {
    const rail = seenRail(anOnRampRail(), NOW);
    if (!rail) throw new Error("It has an id");
    const met: KnownValue = { ...registered, is: "unregistered", isIdTaken: false, rail };

    const text = await textOf(onNetwork("SOLANA_DEVNET", ADDRESS), [met]);
    expect(text).toContain("The service has whitelisted it already: import it instead");
    const importing = { ...onNetwork("SOLANA_DEVNET", ADDRESS), isImport: true };
    expect(await textOf(importing, [met])).not.toContain("import it instead");
  });
});

describe("a form for a destination that was checked", () => {
  const review = {
    change: aWhitelisting(),
    coolDownHours: 24,
    policy: aPolicy(),
    requesterId: ANA,
    workspaceName: "Acme",
    environment: "production",
  } as const;
  const value = readTypedValue("wallet", { network: "SOLANA_DEVNET", value: ADDRESS }, networks);
  if (!value) throw new Error("It was typed");
  const form = (fields: Partial<Parameters<typeof destinationModal>[0]> = {}) =>
    destinationModal({
      draft: onNetwork("SOLANA_DEVNET", ADDRESS),
      environment: "production",
      networks,
      checked: { value, facts: { same: [], lookAlikes: [] } },
      review,
      ...fields,
    });

  it("says above its fields what asking comes to, and asks when it is submitted", () => {
    expect(plainText(form().blocks)).toBe(
      `# Checked. Send for approval?
Whitelist Payroll wallet, a wallet on Solana (devnet).
Once approved, it is whitelisted at the Rail service. The service cannot undo that; you can retire it here.
Address on Solana (devnet): the length is right. Solana addresses have no checksum, so a typing error may not be noticed: compare every character.
7xKX tg2C W87d 97TX JSDp bD5j Bkhe TqA8 3TZR uJos gAsU
Rails can pay it 24 hours after it is whitelisted.
Needs 2 of @U0BEN00001, @U0CAL00001, @U0DAN00001, not you.
Expires in 24 hours.
Compare the value with its source once more. Changes below are checked again before the request is sent.
# What you typed
Kind: <radio_buttons>
Name: <plain_text_input>
Network: <static_select>
Address: <plain_text_input>
Reason: <plain_text_input>
Acme · production`,
    );
    expect(form().submit?.text).toBe("Send for approval");
    expect(form({ review: undefined }).submit?.text).toBe("Check");
  });

  it("says of an import that nothing is sent, and that it is unproven", () => {
    const text = plainText(form({ review: { ...review, change: anImport() } }).blocks);

    expect(text).toContain(
      "Import Payroll wallet, a wallet on Solana (devnet), with the id wa_7001",
    );
    expect(text).toContain("Nothing is sent: the Rail service has whitelisted it already.");
    expect(text).toContain("🔴 Warning: unproven:");
    expect(text).toContain("Rails can pay it 24 hours after it is imported.");
  });

  it("is not unproven where the service has shown that id with that value", () => {
    const rail = seenRail(anOnRampRail(), NOW);
    if (!rail) throw new Error("It has an id");
    const met: KnownValue = {
      ...knownDestination(aWalletDestination()),
      is: "unregistered",
      isIdTaken: false,
      rail: { ...rail, destination: { ...rail.destination, serviceId: "wa_7001" } },
    };
    const checked = { value, facts: { same: [met], lookAlikes: [] } };
    const textWith = (serviceId: string) =>
      plainText(form({ checked, review: { ...review, change: anImport({ serviceId }) } }).blocks);

    expect(textWith("wa_7001")).not.toContain("unproven");
    expect(textWith("wa_7002")).toContain("🔴 Warning: unproven:");
  });

  it("can be used at once where there is no cool-down", () => {
    expect(plainText(form({ review: { ...review, coolDownHours: 0 } }).blocks)).toContain(
      "Rails can pay it as soon as it is whitelisted.",
    );
  });
});

describe("a submitted form for a destination", () => {
  it("is read with the address as it will be sent", async () => {
    const answers = {
      [block.walletNetwork]: "ETHEREUM_SEPOLIA",
      [block.address]: ` ${ETHEREUM_ADDRESS.toLowerCase()}`,
      [block.name]: " Payroll ",
    };

    expect(await read(draft(), answers)).toMatchObject({
      ok: true,
      answers: {
        kind: "whitelist-destination",
        draftId: "draft-1",
        askedIn: TREASURY,
        name: "Payroll",
        reason: "Salaries",
        details: { kind: "wallet", network: "ETHEREUM_SEPOLIA", address: ETHEREUM_ADDRESS },
        isFormatChecked: true,
      },
    });
  });

  it("says that the format of an address of an unknown network was not checked", async () => {
    const answers = { [block.walletNetwork]: "SOMEWHERE", [block.address]: "wallet-7" };

    expect(await read(draft(), answers)).toMatchObject({
      ok: true,
      answers: { isFormatChecked: false, details: { address: "wallet-7" } },
    });
  });

  it("is read as an import, with the service's id", async () => {
    const form = account({ isImport: true });

    expect(await read(form, { [block.iban]: IBAN, [block.serviceId]: " bka_7 " })).toMatchObject({
      ok: true,
      answers: {
        kind: "import-destination",
        serviceId: "bka_7",
        details: { kind: "bank-account", iban: IBAN },
      },
    });
  });

  it.each([
    [block.name, "pay\u200Broll", "Name contains a character that cannot be seen (U+200B)."],
    [block.name, "\u3164", "Name is empty"],
    [block.name, null, "Name is empty"],
    [block.name, "x".repeat(61), "Name is too long"],
    [block.iban, null, "The IBAN is empty"],
    [block.iban, "  ", "The IBAN is empty"],
    [block.iban, `${IBAN.slice(0, -1)}`, "An IBAN that begins with GB has 22 characters"],
    [block.serviceId, "", "Id at the Rail service is empty"],
    [block.serviceId, "bka 7", "Character 4 (U+0020) is not allowed"],
    [block.serviceId, "bka_\u200B7", "Character 5 (U+200B) is not allowed"],
    [block.serviceId, "x".repeat(256), "Id at the Rail service is too long"],
    [block.reason, "", "Reason is empty"],
  ])("is refused at %s when it says %j", async (id, answer, error) => {
    const fine = { [block.iban]: IBAN, [block.serviceId]: "bka_7" };

    expect(await read(account({ isImport: true }), { ...fine, [id]: answer })).toEqual({
      ok: false,
      errors: { [id]: expect.stringContaining(error) },
    });
  });

  it("is refused at the network when none was chosen, and not at the address besides", async () => {
    expect(await read(draft(), { [block.address]: ADDRESS })).toEqual({
      ok: false,
      errors: { [block.walletNetwork]: "Choose one." },
    });
  });

  it("takes no network that is not offered", async () => {
    const answers = { [block.walletNetwork]: "TRON", [block.address]: ADDRESS };

    expect(await read(draft(), answers)).toMatchObject({
      errors: { [block.walletNetwork]: "Choose one." },
    });
  });

  it("warns of an id that belongs to the other kind, and takes it", async () => {
    const form = account({ isImport: true, values: { value: IBAN, serviceId: "wa_7" } });

    expect(await textOf(form)).toContain(
      "🔴 Warning: an id that begins with wa_ is usually that of a wallet.",
    );
    expect(await read(form, {})).toMatchObject({ ok: true, answers: { serviceId: "wa_7" } });
  });

  it("throws when the view is not one of ours", async () => {
    const view = { ...filledIn(drawn(draft())), private_metadata: "{}" };

    expect(() => readDestinationForm(view, networks)).toThrow();
  });
});

describe("a form for a destination that is drawn again", () => {
  it("brings back what was typed under the other kind, and keeps the texts", async () => {
    const wallet = filledIn(drawn(onNetwork("SOLANA_DEVNET", ADDRESS)), {
      ...TEXTS,
      [block.destinationKind]: "bank-account",
    });
    const asAccount = readDestinationDraft(wallet);
    const answers = { [block.iban]: "GB29", [block.destinationKind]: "wallet" };
    const back = readDestinationDraft(filledIn(drawn(asAccount), answers));

    expect(asAccount.kind).toBe("bank-account");
    expect(asAccount.values.value).toBeUndefined();
    expect(back).toMatchObject({
      kind: "wallet",
      values: { name: "Payroll", reason: "Salaries", network: "SOLANA_DEVNET", value: ADDRESS },
      other: { value: "GB29" },
    });
  });

  it("keeps the New Rail form that stands below it, as far as there is room", async () => {
    const under = {
      draftId: "draft-0",
      askedIn: TREASURY,
      type: "ON_RAMP",
      values: { name: "n".repeat(60), reason: "r".repeat(1_000), fiatAsset: "GBP" },
      hasInputs: true,
    } as const;
    const whole = drawn(draft({ under }));
    const wide = { ...under, values: { ...under.values, reason: "r".repeat(3_000) } };
    const slim = drawn(draft({ under: wide }));
    const held = drawn(draft({ under: { ...wide, hasInputs: false } }));

    expect(readDestinationDraft(filledIn(whole)).under).toEqual(under);
    // Its inputs hold the texts.
    expect(readDestinationDraft(filledIn(slim)).under).toEqual({
      ...under,
      values: { fiatAsset: "GBP" },
    });
    // It has none: drawn again, it would lose them. So it will be left as it is.
    expect(readDestinationDraft(filledIn(held)).under).toBeUndefined();
  });
});

/** What Slack's input holds of it at most, and as Unicode. */
const held = (typed: string) => [...typed.toWellFormed()].slice(0, 3_000).join("");

const initialIn = (view: ModalView, id: string) => {
  const found = view.blocks.find(({ block_id }) => block_id === id);
  if (found?.type !== "input" || !("element" in found)) throw new Error(`No input ${id}`);
  return found.element.type === "plain_text_input"
    ? (found.element.initial_value ?? "")
    : undefined;
};

describe("hostile forms", () => {
  const form = fc.record({
    kind: fc.constantFrom("wallet" as const, "bank-account" as const),
    isImport: fc.boolean(),
    network: fc.constantFrom(...networks.map(({ id }) => id), "TRON"),
    value: hostile,
    name: fc.oneof({ weight: 3, arbitrary: fc.constant("Payroll") }, hostile),
    reason: fc.oneof({ weight: 3, arbitrary: fc.constant("Salaries") }, hostile),
    serviceId: fc.oneof({ weight: 3, arbitrary: fc.constant("wa_7") }, hostile),
  });

  // Which values are right is held by test/domain/hostile-input.test.ts.
  it("crash nothing, take no name that hides something, and lose nothing that was typed", async () => {
    const empty = {
      wallet: drawn(draft()),
      "bank-account": drawn(account()),
      imported: {
        wallet: drawn(draft({ isImport: true })),
        "bank-account": drawn(account({ isImport: true })),
      },
    };
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(form, async ({ kind, isImport, ...typed }) => {
        const valueBlock = kind === "wallet" ? block.address : block.iban;
        const filled = filledIn(isImport ? empty.imported[kind] : empty[kind], {
          [block.name]: typed.name,
          [block.reason]: typed.reason,
          [block.serviceId]: typed.serviceId,
          [block.walletNetwork]: typed.network,
          [valueBlock]: typed.value,
        });
        const submission = readDestinationForm(filled, networks);
        if (submission.ok) {
          accepted++;
          const { answers } = submission;
          expect(answers.name).toBe(typed.name.trim());
          expect(answers.name).not.toMatch(
            /\u200b|\u200d|\u2060|\ufeff|\u00ad|[\p{Bidi_C}\p{Cc}\p{Cs}]/u,
          );
          if ("serviceId" in answers) expect(answers.serviceId).toMatch(/^[!-~]{1,255}$/);
        }

        const redrawn = drawn(readDestinationDraft(filled));
        expect(faultsOfView(redrawn)).toEqual([]);
        expect(initialIn(redrawn, block.name)).toBe(held(typed.name));
        expect(initialIn(redrawn, block.reason)).toBe(held(typed.reason));
        expect(initialIn(redrawn, valueBlock)).toBe(held(typed.value));
        if (isImport) expect(initialIn(redrawn, block.serviceId)).toBe(held(typed.serviceId));
      }),
      { numRuns: 1_000 },
    );
    // Else nothing was tried.
    expect(accepted).toBeGreaterThan(20);
  });
});
