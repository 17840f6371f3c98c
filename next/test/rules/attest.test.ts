import { describe, expect, it } from "vitest";
import type { Rail } from "../../src/platform/rail-api/rail.ts";
import { changedEntryPoint, fill, isEntryPointWhole } from "../../src/request/rules/attest.ts";
import { OFF_RAMP, ON_RAMP } from "./changes.ts";
import { altered, leavesOf, withValue } from "./leaves.ts";
import { compare, OFF_RAIL, RAIL } from "./rails.ts";

/** What each field's change is called in the service's document; null where it is no difference. */
type Fields = Readonly<Record<string, string | null>>;

const ACCOUNT: Fields = {
  "source.bankAccount.id": "source.bank_account.id",
  "source.bankAccount.displayName": null,
  "source.bankAccount.currency": "source.bank_account.currency",
  "source.bankAccount.iban": "source.bank_account.iban",
  "source.bankAccount.accountNumber": "source.bank_account.account_number",
  "source.bankAccount.sortCode": "source.bank_account.sort_code",
  "source.bankAccount.bicSwift": "source.bank_account.bic_swift",
  "source.bankAccount.reference": "source.bank_account.reference",
};

const FOUND: Fields = {
  id: "id",
  type: "type",
  createdAt: null,
  // Without the prefix it is no tag at all, which is no difference.
  "metadata.0": null,
  "metadata.1": "metadata.external_id",
  "source.asset": "source.asset",
  "destination.asset": "destination.asset",
};

const ON_FOUND: Fields = {
  ...FOUND,
  ...ACCOUNT,
  "destination.wallet.id": "destination.wallet.id",
  "destination.wallet.displayName": null,
  "destination.wallet.isCustodial": "destination.wallet.is_custodial",
  "destination.wallet.network": "destination.wallet.network",
  "destination.wallet.address": "destination.wallet.address",
};

const OFF_FOUND: Fields = {
  ...FOUND,
  "source.wallet.id": "source.wallet.id",
  "source.wallet.displayName": null,
  "source.wallet.isCustodial": "source.wallet.is_custodial",
  "source.wallet.network": "source.wallet.network",
  "source.wallet.address": "source.wallet.address",
  "destination.bankAccount.id": "destination.bank_account.id",
  "destination.bankAccount.displayName": null,
  "destination.bankAccount.currency": "destination.bank_account.currency",
  "destination.bankAccount.iban": "destination.bank_account.iban",
  // Nobody approved these of a destination: its IBAN says which account it is.
  "destination.bankAccount.accountNumber": null,
  "destination.bankAccount.sortCode": null,
  "destination.bankAccount.bicSwift": null,
  "destination.bankAccount.reference": null,
};

const CASES = [
  { change: ON_RAMP, rail: RAIL, table: ON_FOUND },
  { change: OFF_RAMP, rail: OFF_RAIL, table: OFF_FOUND },
];

describe.each(CASES)("the Rail of an approved $change.type", ({ change, rail, table }) => {
  const leaves = leavesOf(rail).filter((path) => !path.endsWith("kind"));

  it("is equal to itself, read with and without an earlier answer", () => {
    expect(compare(change, rail, rail)).toEqual({ is: "equal" });
    expect(compare(change, null, rail)).toEqual({ is: "equal" });
  });

  it.each(leaves)("with another %s", (path) => {
    const field = table[path];
    const found = altered(rail, path);
    const expected = field === null ? { is: "equal" } : { is: "differs" };
    expect(compare(change, rail, found, rail.id ?? "")).toMatchObject(expected);
    if (field) {
      const compared = compare(change, rail, found, rail.id ?? "");
      expect(compared.is === "differs" && compared.fields).toContain(field);
    }
  });

  const entryPoint = Object.keys(table).filter((path) => /^source\.\w+\./.test(path));
  const shown = entryPoint.filter((path) => table[path] && !path.endsWith("isCustodial"));

  it.each(shown)("may fill an empty %s, and not empty or change it again", (path) => {
    // What was approved of the entry point cannot be empty: currency and network.
    const isApproved = path.endsWith("currency") || path.endsWith("network");
    for (const empty of ["", null, undefined]) {
      const before = withValue(rail, path, empty);
      expect(compare(change, before, rail).is).toBe("equal");
      expect(fill(before, rail)).toEqual(rail);
      expect(changedEntryPoint(rail, before)).toEqual([table[path]]);
      if (isApproved) expect(compare(change, before, before).is).toBe("differs");
      else expect(compare(change, before, before).is).toBe("equal");
    }
    expect(fill(rail, altered(rail, path))).toBe(rail);
  });

  it("may gain a field of the entry point that nobody knows, and not lose or change it", () => {
    const path = `${entryPoint[0]?.replace(/\.\w+$/, "")}.branchCode`;
    const wider = withValue(rail, path, "77");
    const name = path.replace("bankAccount", "bank_account").replace("branchCode", "branch_code");
    expect(compare(change, rail, wider).is).toBe("equal");
    expect(fill(rail, wider)).toEqual(wider);
    expect(compare(change, wider, rail)).toEqual({ is: "differs", fields: [name] });
    expect(changedEntryPoint(wider, altered(wider, path))).toEqual([name]);
  });

  it("names each difference once", () => {
    for (const path of leaves) {
      const compared = compare(change, rail, altered(rail, path), "rail_0");
      const fields = compared.is === "differs" ? compared.fields : [];
      expect(fields).toEqual([...new Set(fields)]);
    }
  });

  it("has the approved id or none", () => {
    expect(compare(change, rail, { ...rail, id: null }, "rail_1").is).toBe("equal");
    expect(compare(change, rail, rail, "rail_0")).toEqual({ is: "differs", fields: ["id"] });
  });
});

it.each<[Rail, string, boolean]>([
  [RAIL, "source.bankAccount.iban", false],
  [RAIL, "source.bankAccount.reference", false],
  [RAIL, "source.bankAccount.sortCode", true],
  [OFF_RAIL, "source.wallet.address", false],
  [OFF_RAIL, "source.wallet.id", true],
])("paying in takes what is needed: $0.type without %s", (rail, path, isWhole) => {
  expect(isEntryPointWhole(rail)).toBe(true);
  expect(isEntryPointWhole(withValue(rail, path, ""))).toBe(isWhole);
});
