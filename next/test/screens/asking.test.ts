import { describe, expect, it } from "vitest";
import { destinationForm, FIELD, typedIn } from "../../src/destination/destination-form.ts";
import { registerMessage } from "../../src/destination/destinations.ts";
import type { Known } from "../../src/destination/known.ts";
import { checkMessage, checkView } from "../../src/platform/slack/check-limits.ts";
import { newRailScreen } from "../../src/rail/new-rail.ts";
import { fieldOf, newRailForm, railTypedIn } from "../../src/rail/new-rail-form.ts";
import { FIELDS } from "../../src/request/forms/ids.ts";
import { ADDRESS, IBAN, ON_RAMP } from "../rules/changes.ts";
import { NOW, SETTINGS } from "../rules/company.ts";
import { RAIL } from "../rules/rails.ts";
import { isView } from "./catalogue.ts";
import { aKnown, aRow, formFacts, walletOf } from "./known.ts";
import { nodesIn, textsIn } from "./nodes.ts";
import { spell } from "./spell.ts";
import { ALIKE, contentWith, HOSTILE, WORLDS, type World } from "./world.ts";

const FRAME = { id: "form", metadata: "{}" };

const newRail = (
  known: readonly Known[] = [],
  { type = "ON_RAMP", env = {}, rails = [] }: Partial<Shown> = {},
) => newRailForm(formFacts(env), { type }, { known, rails }, FRAME);

interface Shown {
  type: "ON_RAMP" | "OFF_RAMP";
  env: Record<string, string>;
  rails: readonly ReturnType<typeof aRow>[];
}

const linesOf = (...args: Parameters<typeof newRail>) => spell(newRail(...args)).join("\n");

/** What the menus and choices of a form offer, with the words below each. */
const offeredBy = (view: ReturnType<typeof newRail>) =>
  nodesIn(view).flatMap(({ node, path }) =>
    path.at(-2) === "options" ? [JSON.stringify(node)] : [],
  );

describe("New Rail", () => {
  it("offers what is usable and names what is not yet, with its time or its approvals", () => {
    const known = [
      aKnown({ name: "Cold", value: walletOf("one") }),
      aKnown({ name: "Supplier", value: walletOf("two!"), registered: 3_600 }),
      aKnown({ name: "Exchange", value: walletOf("three"), registered: null }),
      aKnown({ name: "Bank", value: { kind: "account", iban: IBAN } }),
    ];
    const lines = linesOf(known);
    expect(lines).toContain("Not usable yet: “Supplier” (from 2026-03-03 08:00 UTC)");
    expect(lines).toContain("“Exchange” (waiting 0 of 1)");
    const offered = offeredBy(newRail(known)).join();
    expect(offered).toContain("Cold");
    expect(offered).not.toMatch(/Supplier|Exchange|Bank/);
    expect(offeredBy(newRail(known, { type: "OFF_RAMP" })).join()).toContain("Bank");
  });

  it("does not offer a destination that a Rail shows with another value", () => {
    const known = aKnown({ name: "Cold" });
    const { wallet } = RAIL.destination;
    const other = {
      ...wallet,
      id: known.serviceId,
      address: ALIKE.kind === "wallet" ? ALIKE.address : "",
    };
    const rails = [aRow({ ...RAIL, destination: { ...RAIL.destination, wallet: other } })];
    expect(linesOf([known], { rails })).toContain("“Cold” (the Rail service shows another value)");
    const same = { ...other, address: ADDRESS };
    const right = [aRow({ ...RAIL, destination: { ...RAIL.destination, wallet: same } })];
    expect(offeredBy(newRail([known], { rails: right })).join()).toContain("Cold");
  });

  it("says how to begin where no destination can be chosen, and has no empty menu", () => {
    const view = newRail([]);
    expect(spell(view)).toContain(
      "Add a wallet first. Once it is approved you can choose it here.",
    );
    expect(() => checkView(view)).not.toThrow();
  });

  it("tells names that look alike apart by their addresses, and only those", () => {
    const [one, two] = [walletOf("one"), walletOf("two!")];
    const alone = offeredBy(newRail([aKnown({ name: "Cold", value: one })])).join();
    expect(alone).not.toContain("description");
    const names = ["Cold", "Co1d"].map((name, at) => aKnown({ name, value: at ? one : two }));
    const both = offeredBy(newRail([...names, aKnown({ name: "Other", value: walletOf("x") })]));
    expect(both.filter((each) => each.includes("description")).length).toBe(2);
    expect(both.join()).toContain(one.address.slice(0, 4));
  });

  it("keeps texts and forgets choices when the type changes, by the ids of their blocks", () => {
    const ids = (type: Shown["type"]) =>
      newRail([aKnown(), aKnown({ value: { kind: "account", iban: IBAN } })], { type })
        .blocks.filter((block) => block.type === "input")
        .map((block) => block.block_id);
    const [on, off] = [ids("ON_RAMP"), ids("OFF_RAMP")];
    expect(on.filter((id) => off.includes(id))).toEqual([
      "rail-type",
      "name",
      "reason",
      "reference",
    ]);
    expect(on).toContain(fieldOf("destination", "ON_RAMP"));
  });

  it("asks for assets and network only where there is a choice", () => {
    expect(linesOf([])).toContain("You send GBP, it arrives as GBPA.");
    const off = linesOf([], { type: "OFF_RAMP" });
    expect(off).toContain("You send GBPA on Solana (devnet), it arrives as GBP.");
    const env = { RAIL_STABLECOINS: "GBPA,USDC" };
    const labels = newRail([], { env }).blocks.flatMap((block) =>
      block.type === "input" && "label" in block ? [block.label.text] : [],
    );
    expect(labels).toEqual(["Type", "You send", "It arrives as", "Name", "Reason", "Reference"]);
  });

  it("fills in what is no choice, and takes no network for an on-ramp", () => {
    const { config } = formFacts();
    const on = railTypedIn({ "rail-type": { "rail-type": "ON_RAMP" } }, config);
    expect(on).toMatchObject({ from: "GBP", to: "GBPA", network: "" });
    const off = railTypedIn({ "rail-type": { "rail-type": "OFF_RAMP" } }, config);
    expect(off).toMatchObject({ from: "GBPA", to: "GBP", network: "SOLANA_DEVNET" });
  });
});

describe("Add a destination", () => {
  const form = (env = {}, kind: "wallet" | "account" = "wallet", isImport = false) =>
    spell(destinationForm(formFacts(env), { kind }, { ...FRAME, isImport })).join("\n");

  it("names a single network, and asks where there are more", () => {
    expect(form()).toContain("Address on Solana (devnet)");
    expect(form()).not.toContain("Network");
    const two = { RAIL_NETWORKS: "SOLANA_DEVNET:solana,ETHEREUM:ethereum" };
    expect(form(two)).toMatch(/Network .*\nAddress /);
    expect(form(two, "account")).not.toContain("Network");
  });

  it("asks for the service's id only where something is imported", () => {
    expect(form()).not.toContain("Id at the service");
    expect(form({}, "wallet", true)).toContain("Id at the service");
    expect(form({}, "wallet", true)).toContain("Nothing is sent to it.");
  });

  it("keeps what was typed as it is: what was cleaned has to be said", () => {
    const values = { [FIELD.kind]: { [FIELD.kind]: "account" }, iban: { iban: " gb29 nwbk" } };
    expect(typedIn(values, [])).toMatchObject({ kind: "account", typed: " gb29 nwbk" });
  });
});

/** Each form and list, with this world's words in it. */
function screensOf({ words, account }: World) {
  const many = Array.from({ length: 150 }, (_, at) =>
    aKnown({ name: words.destination, value: walletOf(`d${at}`) }),
  );
  const waiting = Array.from({ length: 8 }, (_, at) =>
    aKnown({ name: words.destination, value: walletOf(`e${at}`), registered: null }),
  );
  const known = [...many, ...waiting];
  const answers = {
    ...words,
    kind: "wallet",
    typed: words.reason,
    serviceId: words.reason,
  } as const;
  const facts = formFacts({}, account);
  return [
    newRailForm(facts, { ...words, type: "ON_RAMP" }, { known, rails: [] }, FRAME),
    destinationForm(facts, answers, { ...FRAME, isImport: true }),
    registerMessage({ known, rails: [], settings: SETTINGS, now: NOW, account }, 1),
  ];
}

it.each(WORLDS)("Slack takes each form and list ($name)", (world) => {
  for (const shown of screensOf(world)) {
    expect(() => (isView(shown) ? checkView(shown) : checkMessage(shown))).not.toThrow();
  }
});

it("foreign text is only in plain text without emoji names, and in leaves of rich text", () => {
  const foreign = screensOf(HOSTILE).flatMap((shown) =>
    textsIn(shown).filter(({ text }) => /evil|<!channel>/.test(text)),
  );
  expect(foreign.length).toBeGreaterThan(150);
  for (const { node } of foreign) {
    expect(["plain_text", "text"]).toContain(node.type);
    if (node.type === "plain_text") expect(node.emoji).toBe(false);
  }
});

it("a tick for a second Rail counts only beside the content that it was given for", () => {
  const second = { is: "second-rail", name: "Old float", since: NOW } as const;
  const content = contentWith(ON_RAMP, [second]);
  const other = contentWith({ ...ON_RAMP, name: "Other" }, [second]);
  const [field = ""] = Object.keys(newRailScreen.check?.(content, {}) ?? {});
  const values = { [field]: { [FIELDS.secondRail]: ["yes"] } };
  expect(newRailScreen.check?.(content, values)).toBeNull();
  expect(Object.keys(newRailScreen.check?.(other, values) ?? {})).not.toEqual([field]);
  expect(newRailScreen.check?.(contentWith(ON_RAMP, []), {})).toBeNull();
});
