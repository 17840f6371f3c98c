import { describe, expect, it } from "vitest";
import type { Rail } from "../../src/platform/rail-api/rail.ts";
import type { CreateRail } from "../../src/request/rules/content.ts";
import { ID, OFF_RAMP, ON_RAMP } from "./changes.ts";
import { altered, leavesOf, withValue } from "./leaves.ts";
import { compare, OFF_RAIL, RAIL } from "./rails.ts";

describe("a destination is known by its id and by its value", () => {
  const wallet = "destination.wallet";
  const account = "destination.bankAccount";
  it.each<[string, CreateRail, Rail, Record<string, unknown>, string]>([
    ["its value only", ON_RAMP, RAIL, { [`${wallet}.id`]: null }, "equal"],
    ["its id only", ON_RAMP, RAIL, { [`${wallet}.address`]: "" }, "equal"],
    ["an empty id", ON_RAMP, RAIL, { [`${wallet}.id`]: "" }, "equal"],
    ["neither", ON_RAMP, RAIL, { [`${wallet}.id`]: null, [`${wallet}.address`]: "" }, "unclear"],
    [
      "its id without a network",
      ON_RAMP,
      RAIL,
      { [`${wallet}.address`]: "", [`${wallet}.network`]: "" },
      "equal",
    ],
    ["its value only", OFF_RAMP, OFF_RAIL, { [`${account}.id`]: null }, "equal"],
    ["its id only", OFF_RAMP, OFF_RAIL, { [`${account}.iban`]: null }, "equal"],
    ["its id and an empty IBAN", OFF_RAMP, OFF_RAIL, { [`${account}.iban`]: "" }, "equal"],
    [
      "neither",
      OFF_RAMP,
      OFF_RAIL,
      { [`${account}.id`]: null, [`${account}.iban`]: null },
      "unclear",
    ],
    [
      "its IBAN with spaces",
      OFF_RAMP,
      OFF_RAIL,
      { [`${account}.iban`]: "gb29 nwbk 6016 1331 9268 19" },
      "equal",
    ],
    ["no currency", OFF_RAMP, OFF_RAIL, { [`${account}.currency`]: "" }, "equal"],
    [
      "its address in other case",
      ON_RAMP,
      RAIL,
      { [`${wallet}.address`]: "9XQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin" },
      "differs",
    ],
  ])("shown by %s", (_, change, rail, changes, expected) => {
    const found = Object.entries(changes).reduce(
      (copy, [path, value]) => withValue(copy, path, value),
      rail,
    );
    expect(compare(change, rail, found).is).toBe(expected);
  });

  it("whose address ignores case is the same in another case", () => {
    const address = "0x52908400098527886E0F7030069857D2E4169EE7";
    const value = { kind: "wallet", network: "ETH", family: "ethereum", address } as const;
    const change = { ...ON_RAMP, destination: { ...ON_RAMP.destination, value } };
    const found = withValue(withValue(RAIL, "destination.wallet.network", "ETH"), "metadata", null);
    const shown = withValue(found, "destination.wallet.address", address.toLowerCase());
    expect(compare(change, null, shown).is).toBe("equal");
  });

  it("of the other kind differs", () => {
    const swapped = { ...RAIL, destination: OFF_RAIL.destination };
    expect(compare(ON_RAMP, null, { ...swapped, type: "EXCHANGE" })).toMatchObject({
      fields: expect.arrayContaining(["type", "destination.type"]),
    });
    expect(
      compare(OFF_RAMP, null, { ...OFF_RAIL, destination: RAIL.destination, type: "EXCHANGE" }),
    ).toMatchObject({
      fields: expect.arrayContaining(["destination.type"]),
    });
  });

  it("and an entry point of the other kind differs", () => {
    const swapped: Rail = { ...RAIL, type: "EXCHANGE", source: OFF_RAIL.source };
    expect(compare(ON_RAMP, RAIL, swapped)).toMatchObject({
      fields: expect.arrayContaining(["source.type", "source.bank_account.iban"]),
    });
    const back: Rail = { ...OFF_RAIL, type: "EXCHANGE", source: RAIL.source };
    expect(compare(OFF_RAMP, OFF_RAIL, back)).toMatchObject({
      fields: expect.arrayContaining(["source.type", "source.wallet.address"]),
    });
  });
});

/** Fields of an approved change that the Rail is held against. */
const APPROVED = /^(type|source\.asset|destination\.(asset|id|value\.(network|address|iban)))$/;

describe.each([
  { change: ON_RAMP, rail: RAIL },
  { change: OFF_RAMP, rail: OFF_RAIL },
])("a Rail made as approved for an $change.type", ({ change, rail }) => {
  const leaves = leavesOf(change).filter((path) => !path.endsWith("kind") && path !== "reference");

  it.each(leaves)("differs from a change with another %s, if the service shows it", (path) => {
    const other =
      path === "type"
        ? ({ ...change, type: change.type === "ON_RAMP" ? "OFF_RAMP" : "ON_RAMP" } as const)
        : altered(change, path);
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
    expect(compared).toEqual(
      isEqual ? { is: "equal" } : { is: "differs", fields: ["metadata.external_id"] },
    );
  });
});
