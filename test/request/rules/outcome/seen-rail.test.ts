import { describe, expect, it } from "vitest";
import type { BankAccount, OnRampRail } from "../../../../src/platform/rail-api/rules/rail.ts";
import type { SeenRail } from "../../../../src/request/rules/outcome/seen-rail.ts";
import {
  isSameRail,
  seenRail,
  shownRail,
} from "../../../../src/request/rules/outcome/seen-rail.ts";
import { anOffRampRail, anOnRampRail, NOW } from "../../../support/builders.ts";

const long = "r".repeat(256);

it.each([null, long])(
  "remembers nothing of a Rail that cannot be told from the next one (%j)",
  (id) => {
    expect(seenRail(anOnRampRail({ id }), NOW)).toBeUndefined();
  },
);

it("remembers a Rail of any other id, whatever it is made of", () => {
  for (const id of ["", "\u0000", "\ud800", "r".repeat(255)]) {
    expect(seenRail(anOnRampRail({ id }), NOW)?.railId).toBe(id);
  }
});

it("remembers no id of a destination that no database could look for, but the address", () => {
  const { destination, ...rail } = anOnRampRail();
  if (destination.kind !== "crypto") throw new Error("It is an on-ramp");
  const wallet = { ...destination.wallet, id: long };

  const seen = seenRail({ ...rail, destination: { ...destination, wallet } }, NOW);

  expect(seen?.destination).toMatchObject({
    serviceId: null,
    detail: { kind: "address", value: wallet.address },
  });
});

it.each([null, "", "  "])("takes an IBAN of %j for one that is not shown", (iban) => {
  const rail = anOffRampRail();
  if (rail.destination.kind !== "fiat") throw new Error("It is an off-ramp");
  const bankAccount = { ...rail.destination.bankAccount, iban };

  const seen = seenRail({ ...rail, destination: { ...rail.destination, bankAccount } }, NOW);

  expect(seen?.destination).toMatchObject({ serviceId: "bka_2001", detail: null, network: null });
});

describe("a Rail under a known id", () => {
  const rail = anOnRampRail();
  const { bankAccount } = rail.source;
  const shown = (fields: Partial<OnRampRail> = {}) =>
    shownRail({ ...rail, ...fields }, "rail_1", NOW);
  const account = (fields: Partial<BankAccount>) =>
    shown({ source: { ...rail.source, bankAccount: { ...bankAccount, ...fields } } });

  it.each([
    ["its account is renamed", shown(), account({ displayName: "Renamed" })],
    ["it got its IBAN since", account({ iban: null }), shown()],
    [
      "it got its account number since",
      account({ accountNumber: "" }),
      account({ accountNumber: "12345678" }),
    ],
    ["it got its reference since", account({ reference: null }), account({ reference: "R1" })],
    ["its IBAN is spelled otherwise", shown(), account({ iban: spaced(bankAccount.iban) })],
    ["its time is now shown", shown({ createdAt: null }), shown()],
    ["its time is not shown any more", shown(), shown({ createdAt: null })],
    [
      "its time is spelled otherwise",
      shown({ createdAt: "2026-03-03T10:00:00.000000Z" }),
      shown({ createdAt: "2026-03-03T11:00:00+01:00" }),
    ],
    ["an earlier release knew less", withoutAccount(shown()), shown()],
  ])("is the known one although %s", (_, known, now) => {
    expect(isSameRail(known, now)).toBe(true);
  });

  it.each([
    ["people pay into another account", shown(), account({ iban: "GB29NWBK60161331926819" })],
    [
      "the same account has another reference",
      account({ reference: "R1" }),
      account({ reference: "R2" }),
    ],
    ["its IBAN is not shown any more", shown(), account({ iban: null })],
    ["it was made at another time", shown(), shown({ createdAt: "2020-01-01T00:00:00Z" })],
    ["nothing of its own was ever known", nameless(account({})), nameless(account({}))],
  ])("is another one where %s", (_, known, now) => {
    expect(isSameRail(known, now)).toBe(false);
  });
});

const spaced = (iban: string | null) => iban?.replace(/(.{4})/g, "$1 ").trim() ?? null;

function withoutAccount({ createdAt: _, source: { account: __, ...source }, ...seen }: SeenRail) {
  return { ...seen, source };
}

function nameless(seen: SeenRail): SeenRail {
  const { source, ...known } = withoutAccount(seen);
  return { ...known, createdAt: null, source: { ...source, detail: null } };
}
