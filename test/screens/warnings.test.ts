import { expect, it } from "vitest";
import { type Known, warningsAbout } from "../../src/destination/known.ts";
import { WALLET } from "../rules/changes.ts";
import { aKnown, walletOf } from "./known.ts";
import { ALIKE } from "./world.ts";

const named = (name: string, value: Known["value"] = WALLET) => ({ name, value });
const OTHER = walletOf("x");
const USDC = { ...WALLET, address: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v" };

it.each<[string, ReturnType<typeof named>, Known | null, string[]]>([
  ["nothing", named("Cold"), aKnown({ value: OTHER, name: "Hot" }), []],
  ["itself in the register", named("Cold"), aKnown({ name: "Cold" }), []],
  ["a token contract", named("Cold", USDC), null, ["token-contract"]],
  ["an alike address", named("Hot"), aKnown({ value: ALIKE }), ["looks-like"]],
  ["one that waits", named("Hot"), aKnown({ value: ALIKE, registered: null }), ["looks-like"]],
  ["an alike name", named("Co1d"), aKnown({ name: "Cold", value: OTHER }), ["name-alike"]],
  ["another network", named("Hot"), aKnown({ value: { ...WALLET, network: "OTHER" } }), []],
  ["both", named("Main2"), aKnown({ name: "Maln2", value: ALIKE }), ["looks-like", "name-alike"]],
])("what is red about a destination: %s", (_, destination, known, expected) => {
  expect(warningsAbout(destination, known ? [known] : []).map(({ is }) => is)).toEqual(expected);
});

it("decoys that wait do not push a registered look-alike out of sight", () => {
  // They differ in one character, and the registered one in more; one of them repeats its address.
  const waiting = ["1", "2", "3"].map((end) => {
    const address = `${WALLET.address.slice(0, 20)}${end}${WALLET.address.slice(21)}`;
    return aKnown({ value: { ...WALLET, address }, registered: null });
  });
  const value = Object.assign({}, ALIKE, { network: "OTHER" });
  const twin = aKnown({ value, name: "Twin", registered: null });
  const known = [...waiting, twin, aKnown({ value: ALIKE, name: "True" })];
  const [first, ...others] = warningsAbout(named("New"), known);
  expect(first).toEqual({ is: "looks-like", name: "True", value: ALIKE });
  expect(others).toMatchObject(waiting.map(() => ({ is: "looks-like", isWaiting: true })));
});
