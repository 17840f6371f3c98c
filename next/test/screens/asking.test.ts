import { describe, expect, it } from "vitest";
import { destinationAnswers, destinationBlocks } from "../../src/destination/destination-form.ts";
import { registerMessage } from "../../src/destination/destinations.ts";
import type { Known } from "../../src/destination/known.ts";
import { modal } from "../../src/platform/slack/blocks/views.ts";
import { checkMessage, checkView } from "../../src/platform/slack/check-limits.ts";
import { newRailBlocks, railAnswers } from "../../src/rail/new-rail-form.ts";
import { isTicked } from "../../src/request/forms/review-blocks.ts";
import { ADDRESS, IBAN, ON_RAMP } from "../rules/changes.ts";
import { NOW, SETTINGS } from "../rules/company.ts";
import { RAIL } from "../rules/rails.ts";
import { isView, reviewOf } from "./catalogue.ts";
import { aKnown, aRow, formFacts, walletOf } from "./known.ts";
import { nodesIn, textsIn } from "./nodes.ts";
import { spell } from "./spell.ts";
import { ALIKE, contentWith, factsOf, HOSTILE, PLAIN, WORLDS, type World } from "./world.ts";

type Blocks = Parameters<typeof modal>[0]["blocks"];
const form = (blocks: Blocks) => modal({ id: "form", title: "Form", submit: "Review", blocks });

const newRail = (
  known: readonly Known[] = [],
  { type = "ON_RAMP", env = {}, rails = [] }: Partial<Shown> = {},
) => form(newRailBlocks({ ...formFacts(env), known, rails }, railAnswers.parse({ type })));

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
    const known = [aKnown(), aKnown({ value: { kind: "account", iban: IBAN } })];
    const ids = (type: Shown["type"]) =>
      newRail(known, { type })
        .blocks.filter((block) => block.type === "input")
        .map((block) => block.block_id);
    const [on, off] = [ids("ON_RAMP"), ids("OFF_RAMP")];
    expect(on.filter((id) => off.includes(id))).toEqual(["type", "name", "reason", "reference"]);
    expect(on).toContain("destination.ON_RAMP");
  });

  it("asks for assets and network only where there is a choice", () => {
    expect(linesOf([])).toContain("You send GBP, it arrives as GBPA.");
    const off = linesOf([], { type: "OFF_RAMP" });
    expect(off).toContain("You send GBPA on Solana (devnet), it arrives as GBP.");
    const view = newRail([], { env: { RAIL_STABLECOINS: "GBPA,USDC" } });
    const labels = view.blocks.flatMap((block) =>
      block.type === "input" && "label" in block ? [block.label.text] : [],
    );
    expect(labels).toEqual(["Type", "It arrives as", "Name", "Reason", "Reference"]);
    expect(spell(view)).toContain("You send GBP.");
  });
});

describe("Add a destination", () => {
  const lines = (env = {}, kind: "wallet" | "account" = "wallet", isImport = false) => {
    const answers = destinationAnswers.parse({ kind });
    return spell(form(destinationBlocks(formFacts(env).config, answers, isImport))).join("\n");
  };

  it("names a single network, and asks where there are more", () => {
    expect(lines()).toContain("Address on Solana (devnet)");
    expect(lines()).not.toContain("Network");
    const two = { RAIL_NETWORKS: "SOLANA_DEVNET:solana,ETHEREUM:ethereum" };
    expect(lines(two)).toMatch(/Network .*\nAddress /);
    expect(lines(two, "account")).not.toContain("Network");
  });

  it("asks for the service's id only where something is imported", () => {
    expect(lines()).not.toContain("Id at the service");
    expect(lines({}, "wallet", true)).toContain("Id at the service");
    expect(lines({}, "wallet", true)).toContain("Nothing is sent to it.");
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
  const answers = { ...words, typed: words.reason, serviceId: words.reason };
  const rail = railAnswers.parse({ ...words, type: "ON_RAMP" });
  const destination = destinationAnswers.parse({ ...answers, kind: "wallet" });
  return [
    form(newRailBlocks({ ...formFacts(), known, rails: [] }, rail)),
    form(destinationBlocks(formFacts().config, destination, true)),
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

const OWN = { isAgain: false, note: null };

it("a tick for a second Rail counts only beside the content that it was given for", () => {
  const second = { is: "second-rail", name: "Old float", since: NOW } as const;
  const content = contentWith(ON_RAMP, [second]);
  const other = contentWith({ ...ON_RAMP, name: "Other" }, [second]);
  const review = reviewOf(factsOf(PLAIN, { change: ON_RAMP, warnings: [second] }), OWN);
  const { block_id = "" } = review.blocks.find(({ type }) => type === "input") ?? {};
  expect(isTicked(content, {})).toBe(false);
  expect(isTicked(content, { [block_id]: { "second-rail": [] } })).toBe(false);
  const ticked = { [block_id]: { "second-rail": ["yes"] } };
  expect([content, other].map((each) => isTicked(each, ticked))).toEqual([true, false]);
  expect(isTicked(contentWith(ON_RAMP, []), {})).toBe(true);
});
