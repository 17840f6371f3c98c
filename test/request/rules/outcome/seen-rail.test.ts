import { expect, it } from "vitest";
import { seenRail } from "../../../../src/request/rules/outcome/seen-rail.ts";
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
