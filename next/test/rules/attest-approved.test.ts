import { describe, expect, it } from "vitest";
import type { Rail } from "../../src/platform/rail-api/rail.ts";
import { ADDRESS, ID, OFF_RAMP, ON_RAMP } from "./changes.ts";
import { altered, leavesOf, withValue } from "./leaves.ts";
import { compare, OFF_RAIL, RAIL } from "./rails.ts";

describe("a destination is known by its id and by its value", () => {
  const { wallet } = RAIL.destination;
  const { bankAccount } = OFF_RAIL.destination;
  const spaced = "gb29 nwbk 6016 1331 9268 19";
  const otherCase = `9X${ADDRESS.slice(2)}`;

  it.each<[string, Partial<typeof wallet>, string]>([
    ["its value only", { id: null }, "equal"],
    ["its value and an empty id", { id: "" }, "equal"],
    ["its id only", { address: "" }, "equal"],
    ["its id without a network", { address: "", network: "" }, "equal"],
    ["its address in another case", { address: otherCase }, "differs"],
    ["neither", { id: null, address: "" }, "unclear"],
  ])("a wallet by %s", (_, changes, expected) => {
    const found = withValue(RAIL, "destination.wallet", { ...wallet, ...changes });
    expect(compare(ON_RAMP, RAIL, found).is).toBe(expected);
  });

  it.each<[string, Partial<typeof bankAccount>, string]>([
    ["its value only", { id: null }, "equal"],
    ["its id only", { iban: null }, "equal"],
    ["its id and an empty IBAN", { iban: "" }, "equal"],
    ["its IBAN with spaces", { iban: spaced }, "equal"],
    ["no currency", { currency: "" }, "equal"],
    ["neither", { id: null, iban: null }, "unclear"],
  ])("an account by %s", (_, changes, expected) => {
    const found = withValue(OFF_RAIL, "destination.bankAccount", { ...bankAccount, ...changes });
    expect(compare(OFF_RAMP, OFF_RAIL, found).is).toBe(expected);
  });

  it("an address that ignores case is the same in another one", () => {
    const address = "0x52908400098527886E0F7030069857D2E4169EE7";
    const value = { kind: "wallet", network: "ETH", family: "ethereum", address } as const;
    const change = { ...ON_RAMP, destination: { ...ON_RAMP.destination, value } };
    const shown = { ...wallet, network: "ETH", address: address.toLowerCase() };
    const found = withValue({ ...RAIL, metadata: null }, "destination.wallet", shown);
    expect(compare(change, null, found).is).toBe("equal");
  });

  it.each([
    [ON_RAMP, RAIL, "destination", OFF_RAIL.destination, "destination.type"],
    [ON_RAMP, RAIL, "source", OFF_RAIL.source, "source.type"],
    [OFF_RAMP, OFF_RAIL, "destination", RAIL.destination, "destination.type"],
    [OFF_RAMP, OFF_RAIL, "source", RAIL.source, "source.type"],
  ] as const)("an end of the other kind differs", (change, rail, end, other, field) => {
    const found = withValue(withValue<Rail>(rail, end, other), "type", "EXCHANGE");
    const compared = compare(change, rail, found);
    const fields = compared.is === "differs" ? compared.fields : [];
    expect(fields).toEqual(expect.arrayContaining(["type", field]));
    // All that was shown of the entry point is gone.
    expect(fields.some((each) => /^source\.\w+\.id$/.test(each))).toBe(end === "source");
  });
});

/** Fields of an approved change that the Rail is held against. */
const APPROVED = /^(type|source\.asset|destination\.(asset|id|value\.(network|address|iban)))$/;

describe.each([
  { change: ON_RAMP, rail: RAIL, otherType: "OFF_RAMP" as const },
  { change: OFF_RAMP, rail: OFF_RAIL, otherType: "ON_RAMP" as const },
])("a Rail made as approved for an $change.type", ({ change, rail, otherType }) => {
  const leaves = leavesOf(change).filter((path) => !path.endsWith("kind") && path !== "reference");

  it.each(leaves)("differs from a change with another %s, if the service shows it", (path) => {
    const other = path === "type" ? { ...change, type: otherType } : altered(change, path);
    const isHeld = APPROVED.test(path) || (path === "source.network" && change.type === "OFF_RAMP");
    const untagged = { ...rail, metadata: null };
    expect(compare(other, null, untagged).is).toBe(isHeld ? "differs" : "equal");
  });
});

describe("a Rail that shows a tag", () => {
  const tag = RAIL.metadata?.[0];
  const other = String(tag).replace(ID, "99999999-2222-4333-8444-555555555555");
  const rewritten = String(tag).replace(/.$/, (digit) => (digit === "0" ? "1" : "0"));
  it.each<[string, string | null, readonly unknown[] | null, boolean]>([
    ["ours and the reference", "PAY-7", [tag, "PAY-7"], true],
    ["ours behind the reference", "PAY-7", ["PAY-7", tag], true],
    ["ours among anything", "PAY-7", [7, null, tag, { is: "odd" }, "PAY-7"], true],
    ["ours without the reference", "PAY-7", [tag], false],
    ["ours where no reference was given", null, [tag], true],
    ["none, and nothing else", "PAY-7", null, true],
    ["none, and another reference", "PAY-7", ["PAY-8"], true],
    ["another request's", null, [other], false],
    ["ours with another digest", null, [rewritten], false],
  ])("%s (reference %s)", (_, reference, metadata, isEqual) => {
    const compared = compare({ ...ON_RAMP, reference }, null, { ...RAIL, metadata });
    const differs = { is: "differs", fields: ["metadata.external_id"] };
    expect(compared).toEqual(isEqual ? { is: "equal" } : differs);
  });
});
