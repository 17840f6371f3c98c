import { describe, expect, it } from "vitest";
import type { Rail } from "../../src/platform/rail-api/rail.ts";
import { attest, fill } from "../../src/request/rules/attest.ts";
import type { CreateRail } from "../../src/request/rules/content.ts";
import { digestOf } from "../../src/request/rules/digest.ts";
import { ADDRESS, contentOf, ID, OFF_RAMP, ON_RAMP } from "./changes.ts";
import { altered, leavesOf, withValue } from "./leaves.ts";
import { OFF_RAIL, RAIL } from "./rails.ts";
import { aRequest } from "./situation.ts";

/**
 * What may change without being a difference: the service's own names and times; a tag that is no
 * tag any more; and what nobody approved of a destination account, whose IBAN says which one it is.
 */
const FREE =
  /displayName|createdAt|data\.0|destination\.bankAccount\.(accountN|sortCode|bicSwift|reference)/;
/** Fields of an approved change that the Rail is held against. */
const APPROVED = /^(type|source\.asset|destination\.(asset|id|value\.(network|address|iban)))$/;

/** As the service's document calls it. */
const nameOf = (path: string) =>
  path.startsWith("metadata")
    ? "metadata.external_id"
    : path.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** `found` held against `ON_RAMP` or `OFF_RAMP`, and against what was shown before. */
function compare(
  change: CreateRail,
  issued: Rail | null,
  found: Rail,
  railId = found.id ?? "rail_1",
) {
  const digest = digestOf(contentOf(change.type === "ON_RAMP" ? ON_RAMP : OFF_RAMP));
  return attest(aRequest({ change, digest }), { railId, issued }, found);
}
const fieldsOf = (...given: Parameters<typeof compare>) => {
  const compared = compare(...given);
  return compared.is === "differs" ? compared.fields : [];
};

describe.each([
  { change: ON_RAMP, rail: RAIL, otherType: "OFF_RAMP" as const },
  { change: OFF_RAMP, rail: OFF_RAIL, otherType: "ON_RAMP" as const },
])("the Rail of an approved $change.type", ({ change, rail, otherType }) => {
  const leaves = leavesOf(rail).filter((path) => !path.endsWith("kind"));
  const entryPoint = leaves.filter((path) => /^source\.\w+\./.test(path) && !FREE.test(path));

  it.each(leaves)("with another %s", (path) => {
    const fields = fieldsOf(change, rail, altered(rail, path), rail.id ?? "");
    expect(fields).toEqual(FREE.test(path) ? [] : expect.arrayContaining([nameOf(path)]));
    expect(fields).toEqual([...new Set(fields)]);
    expect(compare(change, null, rail)).toEqual({ is: "equal" });
  });

  it.each(leavesOf(change).filter((path) => !/kind$|^reference$/.test(path)))(
    "differs from a change with another %s, if the service shows it",
    (path) => {
      const other = path === "type" ? { ...change, type: otherType } : altered(change, path);
      const isHeld = APPROVED.test(path) || (path === "source.network" && rail === OFF_RAIL);
      const untagged = { ...rail, metadata: null };
      expect(compare(other, null, untagged).is).toBe(isHeld ? "differs" : "equal");
    },
  );

  it.each(entryPoint.filter((path) => !path.endsWith("isCustodial")))(
    "may fill an empty %s, and not empty or change it again",
    (path) => {
      // What was approved of the entry point cannot be empty.
      const isApproved = path.endsWith("currency") || path.endsWith("network");
      for (const empty of ["", null, undefined]) {
        const before = withValue(rail, path, empty);
        expect(compare(change, before, rail).is).toBe("equal");
        expect(fill(before, rail)).toEqual(rail);
        expect(fieldsOf(change, rail, before)).toEqual([nameOf(path)]);
        expect(compare(change, before, before).is).toBe(isApproved ? "differs" : "equal");
      }
      expect(fill(rail, altered(rail, path))).toBe(rail);
    },
  );

  it("may gain a field of the entry point that nobody knows, and not lose or change it", () => {
    const path = entryPoint[0]?.replace(/\w+$/, "branchCode") ?? "";
    const wider = withValue(rail, path, "77");
    expect(compare(change, rail, wider).is).toBe("equal");
    expect(fill(rail, wider)).toEqual(wider);
    expect(fieldsOf(change, wider, rail)).toEqual([nameOf(path)]);
    expect(fieldsOf(change, wider, altered(wider, path))).toEqual([nameOf(path)]);
  });

  it("has the approved id or none", () => {
    expect(compare(change, rail, { ...rail, id: null }, "rail_1").is).toBe("equal");
    expect(fieldsOf(change, rail, rail, "rail_0")).toEqual(["id"]);
  });
});

const ETHER = "0x52908400098527886E0F7030069857D2E4169EE7";
const ON_ETH = withValue(ON_RAMP, "destination.value", {
  ...{ kind: "wallet", network: "ETH", family: "ethereum", address: ETHER },
});

it.each([
  ["a wallet by its value only", ON_RAMP, { id: null }, "equal"],
  ["a wallet by its value and an empty id", ON_RAMP, { id: "" }, "equal"],
  ["a wallet by its id only", ON_RAMP, { address: "" }, "equal"],
  ["a wallet by its id without a network", ON_RAMP, { address: "", network: "" }, "equal"],
  ["no wallet by its value without a network", ON_RAMP, { network: "" }, "differs"],
  ["no wallet on another case", ON_RAMP, { address: `9X${ADDRESS.slice(2)}` }, "differs"],
  ["a wallet in any case", ON_ETH, { network: "ETH", address: ETHER.toLowerCase() }, "equal"],
  ["nothing by neither", ON_RAMP, { id: null, address: "" }, "unclear"],
  ["an account by its value only", OFF_RAMP, { id: null }, "equal"],
  ["an account by its id only", OFF_RAMP, { iban: null }, "equal"],
  ["an account by its id and an empty IBAN", OFF_RAMP, { iban: "" }, "equal"],
  ["an account with spaces", OFF_RAMP, { iban: "gb29 nwbk 6016 1331 9268 19" }, "equal"],
  ["an account of no currency", OFF_RAMP, { currency: "" }, "equal"],
  ["no account by neither", OFF_RAMP, { id: null, iban: null }, "unclear"],
])("a destination is known: %s", (_, change, shown, expected) => {
  const isOn = change.type === "ON_RAMP";
  const rail = { ...(isOn ? RAIL : OFF_RAIL), metadata: null };
  const place = isOn ? RAIL.destination.wallet : OFF_RAIL.destination.bankAccount;
  const path = `destination.${isOn ? "wallet" : "bankAccount"}`;
  expect(compare(change, null, withValue<Rail>(rail, path, { ...place, ...shown })).is).toBe(
    expected,
  );
});

it.each([
  [ON_RAMP, RAIL, "destination", OFF_RAIL.destination],
  [ON_RAMP, RAIL, "source", OFF_RAIL.source],
  [OFF_RAMP, OFF_RAIL, "destination", RAIL.destination],
  [OFF_RAMP, OFF_RAIL, "source", RAIL.source],
] as const)("an end of the other kind differs", (change, rail, end, other) => {
  const found = withValue(withValue<Rail>(rail, end, other), "type", "EXCHANGE");
  const fields = fieldsOf(change, rail, found);
  expect(fields).toEqual(expect.arrayContaining(["type", `${end}.type`]));
  // All that was shown of the entry point is gone.
  expect(fields.some((each) => /^source\.\w+\.id$/.test(each))).toBe(end === "source");
});

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
])("a Rail shows a tag: %s (reference %s)", (_, reference, metadata, isEqual) => {
  const fields = fieldsOf({ ...ON_RAMP, reference }, null, { ...RAIL, metadata });
  expect(fields).toEqual(isEqual ? [] : ["metadata.external_id"]);
});
