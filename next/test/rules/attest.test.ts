import { describe, expect, it } from "vitest";
import { fill } from "../../src/request/rules/attest.ts";
import { OFF_RAMP, ON_RAMP } from "./changes.ts";
import { altered, leavesOf, withValue } from "./leaves.ts";
import { compare, OFF_RAIL, RAIL } from "./rails.ts";

const CASES = [
  { change: ON_RAMP, rail: RAIL },
  { change: OFF_RAMP, rail: OFF_RAIL },
];

/**
 * What may change without being a difference: the service's own names and times; a tag that is no
 * tag any more; and what nobody approved of a destination account, whose IBAN says which one it is.
 */
const FREE =
  /displayName|createdAt|data\.0|destination\.bankAccount\.(accountN|sortCode|bicSwift|reference)/;

/** As the service's document calls it. */
const nameOf = (path: string) =>
  path.startsWith("metadata")
    ? "metadata.external_id"
    : path.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

describe.each(CASES)("the Rail of an approved $change.type", ({ change, rail }) => {
  const leaves = leavesOf(rail).filter((path) => !path.endsWith("kind"));
  const entryPoint = leaves.filter((path) => /^source\.\w+\./.test(path) && !FREE.test(path));

  it.each(leaves)("with another %s", (path) => {
    const compared = compare(change, rail, altered(rail, path), rail.id ?? "");
    const fields = compared.is === "differs" ? compared.fields : [];
    expect(fields).toEqual(FREE.test(path) ? [] : expect.arrayContaining([nameOf(path)]));
    expect(fields).toEqual([...new Set(fields)]);
    expect(compare(change, null, rail)).toEqual({ is: "equal" });
  });

  it.each(entryPoint.filter((path) => !path.endsWith("isCustodial")))(
    "may fill an empty %s, and not empty or change it again",
    (path) => {
      // What was approved of the entry point cannot be empty.
      const isApproved = path.endsWith("currency") || path.endsWith("network");
      for (const empty of ["", null, undefined]) {
        const before = withValue(rail, path, empty);
        expect(compare(change, before, rail).is).toBe("equal");
        expect(fill(before, rail)).toEqual(rail);
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
    expect(compare(change, wider, rail)).toEqual({ is: "differs", fields: [nameOf(path)] });
    const changed = compare(change, wider, altered(wider, path));
    expect(changed).toEqual({ is: "differs", fields: [nameOf(path)] });
  });

  it("has the approved id or none", () => {
    expect(compare(change, rail, { ...rail, id: null }, "rail_1").is).toBe("equal");
    expect(compare(change, rail, rail, "rail_0")).toEqual({ is: "differs", fields: ["id"] });
  });
});
