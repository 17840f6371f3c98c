import { describe, expect, it, onTestFinished, test } from "vitest";
import {
  aDirectory,
  aRailService,
  BIRCH,
  bankOf,
  ETHEREUM_ADDRESS,
  IBAN,
  onRamp,
  SOLANA_ADDRESS,
  whitelistBankAccount,
} from "./support.ts";

const aBank = async () => bankOf(await aRailService());

describe("an on-ramp", () => {
  it("converts what comes from a whitelisted account, and delivers it to the wallet", async () => {
    const bank = await aBank();
    const to = await bank.onRamp();
    const spaced = to.toLowerCase().replace(/(.{4})/g, "$1 ");

    const paid = await bank.pay("Operating account", spaced, "1,250.5", "GBP", {
      reference: "July",
    });

    expect(paid).toMatchObject({ status: 200, body: { data: { kind: "payment" } } });
    const [{ rail } = { rail: "" }] = await bank.settled(1);
    expect(await bank.settled(1)).toMatchObject([
      {
        ...{ asset: "GBP", amount: "1250.50", reference: "July", state: "delivered", reason: null },
        from: { name: "Operating account" },
        delivered: { asset: "GBPA", amount: "1250.50" },
      },
    ]);
    expect((await bank.place("Operating account")).held).toEqual(["20000.00 EUR", "248749.50 GBP"]);
    expect((await bank.place("Treasury wallet")).held).toEqual(["101250.50 GBPA", "5000.00 USDC"]);
    const { movements, rails } = await bank.books();
    expect(movements.slice(0, 3)).toMatchObject([
      { kind: "delivery", from: "Conversion", to: "Treasury wallet", deposit: 1 },
      { kind: "conversion", from: "Virtual account", to: "Conversion", deposit: 1 },
      { kind: "payment", from: "Operating account", to: "Virtual account", deposit: null },
    ]);
    expect(rails).toMatchObject([{ id: rail, deposits: 1, held: [] }]);
  });

  it("holds what comes from another account until it is returned, once", async () => {
    const bank = await aBank();
    const to = await bank.onRamp();

    await bank.pay("Petty cash", to, "100.00", "GBP");
    const [held] = await bank.settled(1);
    await whitelistBankAccount(bank.caller, (await bank.place("Petty cash")).address);
    await bank.deed(held?.number, "report");

    expect(await bank.settled(1)).toMatchObject([
      { state: "held", reason: "source-not-whitelisted", delivered: null },
    ]);
    expect((await bank.books()).rails).toMatchObject([{ held: [{ amount: "100.00" }] }]);
    expect(await bank.deed(held?.number, "return")).toMatchObject({ status: 200 });
    expect(await bank.deed(held?.number, "return")).toMatchObject({
      ...{ status: 422, body: { errors: { deposit: [expect.stringContaining("is returned")] } } },
    });
    expect((await bank.place("Petty cash")).held).toEqual(["1500.00 GBP"]);
  });

  it("holds another currency beside what it converts", async () => {
    const bank = await aBank();
    const to = await bank.onRamp();

    await bank.pay("Operating account", to, "20.00", "EUR");
    await bank.pay("Operating account", to, "30.00", "GBP");

    expect(await bank.settled(2)).toMatchObject([
      { asset: "GBP", state: "delivered" },
      { asset: "EUR", state: "held", reason: "wrong-asset" },
    ]);
    expect((await bank.books()).rails).toMatchObject([
      {
        ...{ source_asset: "GBP", destination_asset: "GBPA", deposits: 2 },
        converted: { asset: "GBP", amount: "30.00" },
        delivered: { asset: "GBPA", amount: "30.00" },
        held: [{ asset: "EUR", amount: "20.00" }],
      },
    ]);
  });

  it("delivers to a wallet that nobody knew before it was whitelisted, in any spelling", async () => {
    const bank = await aBank();
    await bank.onRamp();
    const address = ETHEREUM_ADDRESS.toLowerCase();
    const wallet = { name: "Cold", network_id: "ETHEREUM_SEPOLIA", address };
    const { body } = await bank.caller.post("/wallets", wallet);
    const { data } = body as { data: { id: string } };
    await bank.caller.post("/rails", onRamp(data.id));
    const [newest] = (await bank.books()).rails;

    await bank.pay("Operating account", newest?.entry_point.address ?? "", "5.00", "GBP");
    await bank.settled(1);

    expect(await bank.place("Cold")).toMatchObject({
      ...{ address: ETHEREUM_ADDRESS, held: ["5.00 GBPA"], is_whitelisted: 1 },
    });
  });
});

describe("an off-ramp", () => {
  it("pays out to the bank account what comes to its wallet", async () => {
    const bank = await aBank();

    await bank.pay("Treasury wallet", await bank.offRamp(), "0.07", "GBPA");

    expect(await bank.settled(1)).toMatchObject([
      { state: "delivered", delivered: { asset: "GBP", amount: "0.07" }, reference: null },
    ]);
    expect((await bank.place("Operating account")).held[1]).toBe("250000.07 GBP");
  });

  it("holds another stablecoin, and the right one that came over another network", async () => {
    const bank = await aBank();
    const to = await bank.offRamp();

    await bank.pay("Treasury wallet", to, "3.00", "USDC");
    await bank.pay("Testnet wallet", to, "4.00", "GBPA");

    const [second, first] = await bank.settled(2);
    expect(first).toMatchObject({ state: "held", reason: "wrong-asset" });
    expect(second).toMatchObject({ state: "held", reason: "wrong-network" });
    await bank.deed(second?.number, "return");
    expect((await bank.place("Testnet wallet")).held).toEqual(["10000.00 GBPA"]);
  });
});

test("a deposit is converted once, however often it is reported", async () => {
  const bank = await aBank();
  await bank.pay("Operating account", await bank.onRamp(), "9.99", "GBP");
  const [deposit] = await bank.settled(1);
  const { movements } = await bank.books();

  for (let again = 0; again < 3; again += 1) {
    expect(await bank.deed(deposit?.number, "report")).toMatchObject({ body: { data: deposit } });
  }

  expect(await bank.settled(1)).toEqual([deposit]);
  expect((await bank.books()).movements).toEqual(movements);
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
  expect((await bank.place("Operating account")).held[1]).toBe("250000.00 GBP");

  await bank.pay("Treasury wallet", wallet, "7.00", "GBPA");
  const [last] = await bank.settled(4);
  expect(last).toMatchObject({ state: "held", reason: "source-not-whitelisted" });
  expect(await bank.deed(last?.number, "return")).toMatchObject({
    ...{ status: 422, body: { errors: { deposit: [expect.stringContaining("by a Rail")] } } },
  });
});

describe("a payment", () => {
  it("goes between the company's own accounts, and is no deposit", async () => {
    const bank = await aBank();
    const { address } = await bank.place("Petty cash");

    await bank.pay("Operating account", address, "12.30", "GBP");

    expect((await bank.place("Petty cash")).held).toEqual(["1512.30 GBP"]);
    expect((await bank.books()).deposits).toEqual([]);
  });

  it("is refused by its field, and changes nothing", async () => {
    const service = await aRailService();
    const bank = bankOf(service);
    const birch = await bankOf(service, BIRCH).place("Operating account");
    const [account, other] = [
      await bank.place("Operating account"),
      await bank.place("Petty cash"),
    ];
    const right = { from: `${account.number}`, to: other.address, asset: "GBP", amount: "1.00" };
    const amounts = ["0", "0.00", "-1", "1.001", "1e3", "1.250,00", "1,25", "١.00", "9".repeat(11)];
    const wrong: [object, string][] = [
      ...amounts.map((amount): [object, string] => [{ amount }, "amount"]),
      [{ amount: 1 }, "amount"],
      [{ amount: "250000.01" }, "amount"],
      [{ asset: "GBPA" }, "amount"],
      [{ asset: "USD" }, "asset"],
      [{ to: account.address }, "to"],
      [{ to: "GB33BUKB20201555555555" }, "to"],
      [{ to: SOLANA_ADDRESS }, "to"],
      [{ to: birch.address }, "to"],
      [{ from: `${birch.number}` }, "from"],
      [{ from: "0" }, "from"],
      [{ from: IBAN }, "from"],
      [{ reference: "x".repeat(141) }, "reference"],
      [{ reference: "\ud800" }, "reference"],
    ];
    const before = await bank.books();

    for (const [change, field] of wrong) {
      expect({
        change,
        answer: await bank.post("/payments", { ...right, ...change }),
      }).toMatchObject({
        answer: { status: 422, body: { errors: { [field]: [expect.any(String)] } } },
      });
    }
    expect(await bank.books()).toEqual(before);
    const { post } = bankOf(service, { name: "Nobody", token: "" });
    expect((await post("/payments", right)).status).toBe(404);
    expect((await bank.deed(1, "return")).status).toBe(404);
  });
});

test("the books tell of changes, of their company alone, and are kept over a restart", async () => {
  const dataDir = await aDirectory();
  const service = await aRailService({ dataDir });
  const bank = bankOf(service);
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const events = async (company: string) => {
    const url = new URL(`/sandbox/companies/${company}/events`, service.baseUrl);
    const { body } = await fetch(url, { signal: stopping.signal });
    const heard = { text: "" };
    void (async () => {
      for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) heard.text += part;
    })().catch(() => {});
    await expect.poll(() => heard.text).toContain("event: ready");
    return heard;
  };
  const [acme, birch] = [await events("Acme"), await events("Birch")];

  await bank.pay("Operating account", (await bank.place("Petty cash")).address, "0.01", "GBP");

  await expect.poll(() => acme.text).toContain("event: change");
  expect(birch.text).not.toContain("event: change");
  const before = await bank.books();
  await service.stop();
  expect(await bankOf(await aRailService({ dataDir })).books()).toEqual(before);
});
