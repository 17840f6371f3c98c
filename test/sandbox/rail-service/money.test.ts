import { expect, it, onTestFinished, test } from "vitest";
import { aDirectory } from "../support/directory.ts";
import {
  aRailService,
  BIRCH,
  bankOf,
  IBAN,
  SOLANA_ADDRESS,
  whitelistBankAccount,
} from "./support.ts";

const aBank = async () => bankOf(await aRailService());

it.each([
  ["onRamp", "Operating account", "1,250.5", "GBP", "Treasury wallet", "101250.50 GBPA"],
  ["offRamp", "Treasury wallet", "0.07", "GBPA", "Operating account", "250000.07 GBP"],
] as const)("the %s converts what comes from %s, and delivers it", async (...row) => {
  const [kind, source, amount, asset, destination, held] = row;
  const bank = await aBank();
  const to = (await bank[kind]()).replace(/(.{4})/g, kind === "onRamp" ? "$1 " : "$1");

  expect(await bank.pay(source, to, amount, asset, { reference: "July" })).toMatchObject({
    status: 200,
    body: { data: { kind: "payment", deposit: null } },
  });

  expect(await bank.settled(1)).toMatchObject([
    { from: { name: source }, state: "delivered", reason: null, reference: "July" },
  ]);
  expect((await bank.place(destination)).held).toContain(held);
  const { movements, rails } = await bank.books();
  expect(movements.slice(0, 3)).toMatchObject([
    { kind: "delivery", from: "Conversion", to: destination, deposit: 1 },
    { kind: "conversion", to: "Conversion", asset, deposit: 1 },
    { kind: "payment", from: source, asset },
  ]);
  expect(rails).toMatchObject([{ deposits: 1, converted: { asset }, held: [] }]);
  // However often it is reported, it is converted once.
  for (let again = 0; again < 3; again += 1) await bank.deed(1, "report");
  await bank.settled(1);
  expect((await bank.books()).movements).toEqual(movements);
});

it.each([
  ["onRamp", "Petty cash", "GBP", "source-not-whitelisted"],
  ["onRamp", "Operating account", "EUR", "wrong-asset"],
  ["offRamp", "Treasury wallet", "USDC", "wrong-asset"],
  ["offRamp", "Testnet wallet", "GBPA", "wrong-network"],
] as const)("the %s holds what comes from %s in %s, until it is returned, once", async (...row) => {
  const [kind, source, asset, reason] = row;
  const bank = await aBank();
  const to = await bank[kind]();
  const before = (await bank.place(source)).held;

  await bank.pay(source, to, "100.00", asset);
  const [held] = await bank.settled(1);
  await whitelistBankAccount(bank.caller, (await bank.place("Petty cash")).address);
  await bank.deed(held?.number, "report");

  expect(await bank.settled(1)).toMatchObject([{ state: "held", reason, delivered: null }]);
  expect((await bank.books()).rails).toMatchObject([{ held: [{ asset, amount: "100.00" }] }]);
  expect((await bank.place(source)).held).not.toEqual(before);
  expect(await bank.deed(held?.number, "return")).toMatchObject({ status: 200 });
  expect(await bank.deed(held?.number, "return")).toMatchObject({
    status: 422,
    body: { errors: { deposit: [expect.stringContaining("is returned")] } },
  });
  expect((await bank.place(source)).held).toEqual(before);
});

test("Rails follow one another, and end where a payout would go into an on-ramp", async () => {
  const bank = await aBank();
  const iban = await bank.onRamp(await bank.offRamp());
  const wallet = await bank.offRamp(iban);

  await bank.pay("Operating account", iban, "40.00", "GBP");
  expect(await bank.settled(2)).toMatchObject([
    { from: { name: "Conversion" }, asset: "GBPA", state: "delivered" },
    { from: { name: "Operating account" }, asset: "GBP", state: "delivered" },
  ]);
  expect((await bank.place("Operating account")).held).toContain("250000.00 GBP");

  await bank.pay("Treasury wallet", wallet, "7.00", "GBPA");
  const [last] = await bank.settled(4);
  expect(last).toMatchObject({ state: "held", reason: "source-not-whitelisted" });
  expect(await bank.deed(last?.number, "return")).toMatchObject({
    body: { errors: { deposit: [expect.stringContaining("by a Rail")] } },
  });
});

test("a payment is refused by its field, and changes nothing", async () => {
  const service = await aRailService();
  const bank = bankOf(service);
  const birch = await bankOf(service, BIRCH).place("Operating account");
  const [account, other] = [await bank.place("Operating account"), await bank.place("Petty cash")];
  const right = { from: `${account.number}`, to: other.address, asset: "GBP", amount: "1.00" };
  const nobodys = ["GB33BUKB20201555555555", SOLANA_ADDRESS, "", account.address, birch.address];
  const amounts = ["0", "0.00", "-1", "1.001", "1e3", "1.250,00", "1,25", "١.00", "9".repeat(11)];
  const wrong: Readonly<Record<string, readonly unknown[]>> = {
    amount: [...amounts, "250000.01", 1, null],
    asset: ["USD", "gbp"],
    to: nobodys,
    from: [`${birch.number}`, "0", IBAN],
    reference: ["x".repeat(141), "\ud800"],
  };
  const before = await bank.books();

  for (const [field, values] of Object.entries(wrong)) {
    for (const value of values) {
      const answer = await bank.post("/payments", { ...right, [field]: value });
      expect({ value, ...answer }).toMatchObject({
        status: 422,
        body: { errors: { [field]: [expect.any(String)] } },
      });
    }
  }
  expect(await bank.books()).toEqual(before);
  const { post } = bankOf(service, { name: "Nobody", token: "" });
  expect((await post("/payments", right)).status).toBe(404);
  expect((await bank.deed(1, "return")).status).toBe(404);
});

test("the books tell of changes, of their company alone, and are kept over a restart", async () => {
  const dataDir = await aDirectory();
  const service = await aRailService({ dataDir });
  const bank = bankOf(service);
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const heard = { Acme: "", Birch: "" };
  for (const company of ["Acme", "Birch"] as const) {
    const url = new URL(`/sandbox/companies/${company}/events`, service.baseUrl);
    const { body } = await fetch(url, { signal: stopping.signal });
    const follow = async () => {
      for await (const part of body ?? []) heard[company] += new TextDecoder().decode(part);
    };
    follow().catch(() => {});
    await expect.poll(() => heard[company]).toContain("event: ready");
  }

  await bank.pay("Operating account", (await bank.place("Petty cash")).address, "0.01", "GBP");

  await expect.poll(() => heard.Acme).toContain("event: change");
  expect(heard.Birch).not.toContain("event: change");
  const before = await bank.books();
  await service.stop();
  expect(await bankOf(await aRailService({ dataDir })).books()).toEqual(before);
});
