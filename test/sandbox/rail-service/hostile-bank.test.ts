import fc from "fast-check";
import { expect, it } from "vitest";
import { type Bank, bankOf, outsideOf } from "./bank.ts";
import { aRailService, fieldsIn, IBAN } from "./support.ts";

const WRONG = [
  ...[undefined, null, true, 7, [], {}, [[null]], "", "__proto__", "constructor", "\u0000"],
  ...["\ud800", "0", "0.00", "-1", "+1", "1e3", "1,000", "0.001", "9".repeat(5000), "GB00", "0x0"],
];

/** What moves something, each right as it stands. */
async function rightOrders(bank: Bank) {
  const { iban: from } = await outsideOf(bank, "Operating account");
  const { iban: to } = await outsideOf(bank, "Petty cash");
  const wallet = await outsideOf(bank, "Treasury wallet");
  const network = "SOLANA_DEVNET";
  const opened = await bank.open({ name: "Second wallet", network });
  const second = opened.body.data.kind === "wallet" ? opened.body.data.address : "";
  return {
    "/payments": { asset: "GBP", amount: "1.00", from, to },
    "/transfers": { asset: "GBPA", amount: "1.00", network, from: wallet.address, to: second },
  };
}

const latest = async (bank: Bank) => (await bank.books()).movements[0]?.id;

it.each(["/payments", "/transfers"] as const)(
  "%s refuses each field that is wrong, names it, and moves nothing",
  async (path) => {
    const bank = bankOf(await aRailService());
    const { [path]: right } = await rightOrders(bank);
    const before = await latest(bank);

    for (const field of Object.keys(right)) {
      for (const value of WRONG) {
        const answer = await bank.post(path, { ...right, [field]: value });

        expect([answer.status, field, value]).toEqual([422, field, value]);
        expect(fieldsIn(answer)).toContain(field);
      }
    }

    expect(await latest(bank)).toBe(before);
    expect((await bank.post(path, right)).status).toBe(200);
    expect(await latest(bank)).not.toBe(before);
  },
);

it("whatever is sent to the bank and the chain, nothing moves but what was taken, and nothing is a 5xx", async () => {
  const bank = bankOf(await aRailService());
  const right: Readonly<Record<string, object>> = {
    ...(await rightOrders(bank)),
    "/bank-accounts": { name: "New", iban: IBAN, balances: [{ asset: "GBP", amount: "1.00" }] },
    "/wallets": { name: "New", network: "SOLANA_DEVNET", address: null, balances: [] },
    "/deposits/dep_1/return": {},
    "/deposits/dep_1/report": {},
  };
  const fields = [...new Set(Object.values(right).flatMap((body) => Object.keys(body)))];

  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(right)),
      fc.dictionary(fc.constantFrom(...fields, "reference"), fc.jsonValue(), { maxKeys: 3 }),
      async (path, spoiled) => {
        const before = await latest(bank);
        const answer = await bank.post(path, { ...right[path], ...spoiled });

        expect([200, 404, 422]).toContain(answer.status);
        if (answer.status === 422) expect(fieldsIn(answer)).not.toEqual([]);
        if (answer.status !== 200) expect(await latest(bank)).toBe(before);
      },
    ),
    { numRuns: 100 },
  );
});
