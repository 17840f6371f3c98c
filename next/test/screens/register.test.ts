import { describe, expect, it } from "vitest";
import { registerMessage } from "../../src/destination/destinations.ts";
import { type Known, warningsAbout } from "../../src/destination/known.ts";
import { WALLET } from "../rules/changes.ts";
import { NOW, SETTINGS } from "../rules/company.ts";
import { RAIL } from "../rules/rails.ts";
import { aKnown, aRow, walletOf } from "./known.ts";
import { spell } from "./spell.ts";
import { ALIKE } from "./world.ts";

describe("what is red about a destination", () => {
  const named = (name: string, value: Known["value"] = WALLET) => ({ name, value });
  const USDC = { ...WALLET, address: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v" };

  it.each<[string, Parameters<typeof warningsAbout>, string[]]>([
    ["nothing", [named("Cold"), [aKnown({ value: walletOf("x"), name: "Hot" })]], []],
    ["itself in the register", [named("Cold"), [aKnown({ name: "Cold" })]], []],
    ["a token contract", [named("Cold", USDC), []], ["token-contract"]],
    ["an address that looks alike", [named("Hot"), [aKnown({ value: ALIKE })]], ["looks-like"]],
    [
      "one that waits",
      [named("Hot"), [aKnown({ value: ALIKE, registered: null })]],
      ["looks-like"],
    ],
    [
      "a name that looks alike",
      [named("Co1d"), [aKnown({ name: "Cold", value: walletOf("x") })]],
      ["name-alike"],
    ],
    [
      "the same address on another network",
      [named("Hot"), [aKnown({ value: { ...WALLET, network: "OTHER" } })]],
      [],
    ],
    [
      "both",
      [named("Main2"), [aKnown({ name: "Maln2", value: ALIKE })]],
      ["looks-like", "name-alike"],
    ],
  ])("%s", (_, args, expected) => {
    expect(warningsAbout(...args).map(({ is }) => is)).toEqual(expected);
  });
});

describe("the register", () => {
  const register = (
    known: readonly Known[],
    page = 1,
    rails: readonly ReturnType<typeof aRow>[] = [],
  ) =>
    registerMessage(
      { known, rails, settings: SETTINGS, now: NOW, account: "Acme · SANDBOX" },
      page,
    );

  it("shows what waits first, quoted; then by name what was approved, bold, with its time", () => {
    const lines = spell(
      register([
        aKnown({ name: "Zeta", value: walletOf("z") }),
        aKnown({ name: "Alpha", registered: 3_600 }),
        aKnown({ name: "New", registered: null }),
      ]),
    );
    expect(lines.filter((line) => /New|Alpha|Zeta/.test(line))).toEqual([
      "⏳ “New” · Waiting",
      "✅ **Alpha** · Usable from 2026-03-03 08:00 UTC",
      "✅ **Zeta** · Usable",
    ]);
    expect(lines.join("\n")).toContain("9xQe WvG8 16bU x9EP jHma T23y vVM2 ZWbr rpZb 9Pus VFin");
  });

  it("says in red where the service shows another value", () => {
    const known = aKnown({ name: "Cold", value: walletOf("x") });
    const wallet = { ...RAIL.destination.wallet, id: known.serviceId };
    const rails = [aRow({ ...RAIL, destination: { ...RAIL.destination, wallet } })];
    expect(spell(register([known], 1, rails)).join()).toContain(
      "🔴 **Cold** · The Rail service shows",
    );
  });

  it("has ten a page, and another page than there is shows the first", () => {
    const known = Array.from({ length: 23 }, (_, at) =>
      aKnown({ name: `W${String(at).padStart(2, "0")}`, value: walletOf(`w${at}`) }),
    );
    const names = (page: number) =>
      spell(register(known, page)).flatMap((line) => line.match(/W\d\d/) ?? []);
    expect(names(1)).toEqual(known.slice(0, 10).map(({ name }) => name));
    expect(names(3)).toEqual(known.slice(20).map(({ name }) => name));
    for (const page of [0, 4, Number.NaN]) expect(names(page)).toEqual(names(1));
    expect(spell(register(known, 3)).join()).not.toContain("[Next]");
    expect(spell(register(known, 2)).join()).toContain("[Next]");
  });
});
