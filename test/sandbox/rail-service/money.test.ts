import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { RailService } from "../../../src/sandbox/rail-service/server.ts";
import { anOffRamp, anOnRamp, bankOf, outsideOf } from "./bank.ts";
import { data, offRampRail, onRampRail } from "./document-shapes.ts";
import {
  ACME,
  aRailService,
  as,
  BIRCH,
  ETHEREUM_ADDRESS,
  offRamp,
  onRamp,
  whitelistBankAccount,
  whitelistWallet,
} from "./support.ts";

/** What was asked for by `POST /rails`, and the entry point that it got. */
async function entryPointOf(service: RailService, body: unknown) {
  const { body: answer } = await as(ACME, service.baseUrl).post("/rails", body);
  return data(z.union([onRampRail, offRampRail])).parse(answer).data.source;
}

/** A Rail service with its bank and chain, and one Rail of a kind in it. */
const withA =
  <Rail extends object>(aRail: (service: RailService) => Promise<Rail>) =>
  async (options: Parameters<typeof aRailService>[0] = {}) => {
    const service = await aRailService(options);
    return { service, bank: bankOf(service), ...(await aRail(service)) };
  };
const withOnRamp = withA(anOnRamp);
const withOffRamp = withA(anOffRamp);

describe("an on-ramp", () => {
  it("converts what comes from a whitelisted account, and delivers it to the wallet", async () => {
    const { bank, id, from, to } = await withOnRamp();

    const paid = await bank.pay({ from, to, asset: "GBP", amount: "1250.5", reference: "July" });

    expect(paid.status).toBe(200);
    expect(paid.body.data).toMatchObject({ kind: "payment", amount: "1250.50", reference: "July" });
    expect(await bank.settled(1)).toMatchObject([
      {
        rail: id,
        from: { kind: "bank-account", name: "Operating account", iban: from },
        asset: "GBP",
        amount: "1250.50",
        reference: "July",
        state: "delivered",
        reason: null,
        delivered: { asset: "GBPA", amount: "1250.50" },
      },
    ]);
    expect((await outsideOf(bank, "Operating account")).of("GBP")).toBe("248749.50");
    expect((await outsideOf(bank, "Treasury wallet")).of("GBPA")).toBe("101250.50");
  });

  it("holds what comes from another account, until it is returned, once", async () => {
    const { bank, to } = await withOnRamp();
    const { iban: from } = await outsideOf(bank, "Petty cash");

    await bank.pay({ from, to, asset: "GBP", amount: "100.00" });
    const [held] = await bank.settled(1);

    expect(held).toMatchObject({ state: "held", reason: "source-not-whitelisted" });
    expect((await bank.books()).rails[0]).toMatchObject({
      entry_point: { balances: [{ asset: "GBP", amount: "100.00" }] },
      held: [{ asset: "GBP", amount: "100.00" }],
    });
    const returned = await bank.giveBack(held?.id ?? "");
    expect(returned.body.data).toMatchObject({ state: "returned" });
    expect((await outsideOf(bank, "Petty cash")).of("GBP")).toBe("1500.00");
    expect(await bank.giveBack(held?.id ?? "")).toMatchObject({
      status: 422,
      body: { errors: { deposit: [expect.stringContaining("is returned")] } },
    });
    expect((await outsideOf(bank, "Petty cash")).of("GBP")).toBe("1500.00");
  });

  it("holds another currency, and shows it beside what was converted", async () => {
    const { bank, from, to } = await withOnRamp();

    await bank.pay({ from, to, asset: "EUR", amount: "20.00" });
    await bank.pay({ from, to, asset: "GBP", amount: "30.00" });

    expect(await bank.settled(2)).toMatchObject([
      { asset: "GBP", state: "delivered" },
      { asset: "EUR", state: "held", reason: "wrong-asset" },
    ]);
    expect((await bank.books()).rails).toMatchObject([
      {
        type: "ON_RAMP",
        source_asset: "GBP",
        destination_asset: "GBPA",
        entry_point: { kind: "virtual-account", balances: [{ asset: "EUR", amount: "20.00" }] },
        destination: { kind: "wallet", name: "Treasury wallet", is_whitelisted: true },
        deposits: 2,
        converted: { asset: "GBP", amount: "30.00" },
        delivered: { asset: "GBPA", amount: "30.00" },
        held: [{ asset: "EUR", amount: "20.00" }],
      },
    ]);
  });

  it("does not release what it holds when the account is whitelisted later", async () => {
    const { service, bank, to } = await withOnRamp();
    const { iban: from } = await outsideOf(bank, "Petty cash");
    await bank.pay({ from, to, asset: "GBP", amount: "10.00" });
    const [held] = await bank.settled(1);

    await whitelistBankAccount(as(ACME, service.baseUrl), from);
    await bank.report(held?.id ?? "");
    await bank.pay({ from, to, asset: "GBP", amount: "11.00" });

    expect(await bank.settled(2)).toMatchObject([
      { amount: "11.00", state: "delivered" },
      { amount: "10.00", state: "held" },
    ]);
  });

  it("knows a whitelisted account also by an IBAN that a person wrote with spaces", async () => {
    const { bank, from, to } = await withOnRamp();
    const spaced = (iban: string) => iban.toLowerCase().replace(/(.{4})/g, "$1 ");

    await bank.pay({ from: spaced(from), to: spaced(to), asset: "GBP", amount: "1.00" });

    expect(await bank.settled(1)).toMatchObject([{ state: "delivered" }]);
  });

  it("delivers to a wallet that nobody had opened before it was whitelisted", async () => {
    const service = await aRailService();
    const bank = bankOf(service);
    const caller = as(ACME, service.baseUrl);
    const { from } = await anOnRamp(service);
    const address = ETHEREUM_ADDRESS.toLowerCase();
    const wallet = await whitelistWallet(caller, { address, network: "ETHEREUM_SEPOLIA" });
    const source = await entryPointOf(service, onRamp(wallet));

    expect(await outsideOf(bank, "Treasury")).toMatchObject({ balances: [], is_whitelisted: true });
    const to = "bank_account" in source ? source.bank_account.iban : "";
    await bank.pay({ from, to, asset: "GBP", amount: "5.00" });
    await bank.settled(1);

    expect(await outsideOf(bank, "Treasury")).toMatchObject({
      network: "ETHEREUM_SEPOLIA",
      address: ETHEREUM_ADDRESS,
      balances: [{ asset: "GBPA", amount: "5.00" }],
    });
  });
});

describe("an off-ramp", () => {
  it("converts what comes to its wallet, and pays it out to the bank account", async () => {
    const { bank, from, to, network } = await withOffRamp();

    await bank.transfer({ network, from, to, asset: "GBPA", amount: "0.07" });

    expect(await bank.settled(1)).toMatchObject([
      { state: "delivered", delivered: { asset: "GBP", amount: "0.07" }, reference: null },
    ]);
    expect((await outsideOf(bank, "Operating account")).of("GBP")).toBe("250000.07");
  });

  it("holds another stablecoin, and the right one where it came over another network", async () => {
    const { bank, from, to, network } = await withOffRamp();
    const other = await outsideOf(bank, "Testnet wallet");
    const elsewhere = { network: "SOLANA_TESTNET", from: other.address };

    await bank.transfer({ network, from, to, asset: "USDC", amount: "3.00" });
    await bank.transfer({ ...elsewhere, to, asset: "GBPA", amount: "4.00" });

    const [second, first] = await bank.settled(2);
    expect(first).toMatchObject({ state: "held", reason: "wrong-asset" });
    expect(second).toMatchObject({ state: "held", reason: "wrong-network" });
    expect((await bank.books()).rails[0]).toMatchObject({
      entry_point: {
        network: "SOLANA_DEVNET",
        balances: [
          { asset: "GBPA", amount: "4.00" },
          { asset: "USDC", amount: "3.00" },
        ],
      },
      converted: { asset: "GBPA", amount: "0.00" },
    });

    await bank.giveBack(second?.id ?? "");
    expect((await outsideOf(bank, "Testnet wallet")).of("GBPA")).toBe("10000.00");
  });
});

describe("one deposit", () => {
  it("is converted once, however often it is reported", async () => {
    const { bank, from, to } = await withOnRamp({ simulation: { reports: 3 } });
    await bank.pay({ from, to, asset: "GBP", amount: "9.99" });
    const [deposit] = await bank.settled(1);

    const again = await bank.report(deposit?.id ?? "");

    expect(again).toMatchObject({ status: 200, body: { data: deposit } });
    expect(await bank.settled(1)).toEqual([deposit]);
    expect((await bank.books()).movements.map(({ kind }) => kind).slice(0, 3)).toEqual([
      "delivery",
      "conversion",
      "payment",
    ]);
    expect((await outsideOf(bank, "Treasury wallet")).of("GBPA")).toBe("100009.99");
  });

  it("shows in each of its movements that it is the deposit meant", async () => {
    const { bank, from, to } = await withOnRamp();
    await bank.pay({ from, to, asset: "GBP", amount: "1.00" });
    const [deposit] = await bank.settled(1);

    const { movements } = await bank.books();

    expect(
      movements.filter((each) => each.deposit === deposit?.id).map(({ kind }) => kind),
    ).toEqual(["delivery", "conversion", "payment"]);
  });
});

describe("the accounts of two companies", () => {
  it("are apart: what one pays into the other's Rail is held there, and goes back", async () => {
    const service = await aRailService();
    const [acme, birch] = [bankOf(service), bankOf(service, "Birch")];
    const { to } = await anOnRamp(service);
    const { iban: from } = await outsideOf(birch, "Operating account");

    const paid = await birch.pay({ from, to, asset: "GBP", amount: "70.00" });
    const [held] = await acme.settled(1);

    expect(paid.body.data).toMatchObject({ to: { kind: "elsewhere" }, deposit: null });
    expect(held).toMatchObject({
      from: { kind: "elsewhere" },
      state: "held",
      reason: "source-not-whitelisted",
    });
    expect(await birch.giveBack(held?.id ?? "")).toMatchObject({ status: 404 });
    expect(await birch.report(held?.id ?? "")).toMatchObject({ status: 404 });
    expect(await birch.books()).toMatchObject({ deposits: [], rails: [] });

    await acme.giveBack(held?.id ?? "");
    expect((await outsideOf(birch, "Operating account")).of("GBP")).toBe("250000.00");
    expect((await birch.books()).movements[0]).toMatchObject({
      kind: "return",
      from: { kind: "elsewhere" },
    });
  });

  it("convert what comes from an account of the other that both have whitelisted", async () => {
    const service = await aRailService();
    const [acme, birch] = [bankOf(service), bankOf(service, "Birch")];
    const { to } = await anOnRamp(service);
    const { iban: from } = await outsideOf(birch, "Operating account");
    await whitelistBankAccount(as(ACME, service.baseUrl), from);

    await birch.pay({ from, to, asset: "GBP", amount: "70.00" });

    expect(await acme.settled(1)).toMatchObject([{ state: "delivered" }]);
    expect((await outsideOf(acme, "Main account")).balances).toEqual([]);
  });
});

describe("Rails one after the other", () => {
  it("convert what an on-ramp delivers to an off-ramp's wallet", async () => {
    const { service, bank, from } = await withOnRamp();
    const { to: address } = await anOffRamp(service);
    const wallet = await whitelistWallet(as(ACME, service.baseUrl), { address });
    const source = await entryPointOf(service, onRamp(wallet));
    const to = "bank_account" in source ? source.bank_account.iban : "";

    await bank.pay({ from, to, asset: "GBP", amount: "40.00" });

    expect(await bank.settled(2)).toMatchObject([
      { from: { kind: "conversion" }, asset: "GBPA", state: "delivered" },
      { from: { kind: "bank-account" }, asset: "GBP", state: "delivered" },
    ]);
    expect((await outsideOf(bank, "Operating account")).of("GBP")).toBe("250000.00");
  });

  it("end where an off-ramp pays out to an on-ramp: the service's account is not whitelisted", async () => {
    const { service, bank, to: iban } = await withOnRamp();
    const { address: from } = await outsideOf(bank, "Treasury wallet");
    const account = await whitelistBankAccount(as(ACME, service.baseUrl), iban);
    const source = await entryPointOf(service, offRamp(account));
    const to = "wallet" in source ? source.wallet.address : "";

    await bank.transfer({ network: "SOLANA_DEVNET", from, to, asset: "GBPA", amount: "40.00" });
    const [second, first] = await bank.settled(2);

    expect(first).toMatchObject({ asset: "GBPA", state: "delivered" });
    expect(second).toMatchObject({ state: "held", reason: "source-not-whitelisted" });
    expect(await bank.giveBack(second?.id ?? "")).toMatchObject({
      status: 422,
      body: { errors: { deposit: [expect.stringContaining("paid out by a Rail")] } },
    });
  });

  it("deliver into another company's Rail, which shows nothing of it", async () => {
    const service = await aRailService();
    const [acme, birch] = [bankOf(service), bankOf(service, "Birch")];
    const { from } = await anOnRamp(service);
    const { to: address } = await anOffRamp(service, BIRCH);
    const wallet = await whitelistWallet(as(ACME, service.baseUrl), { address });
    const source = await entryPointOf(service, onRamp(wallet));
    const to = "bank_account" in source ? source.bank_account.iban : "";

    await acme.pay({ from, to, asset: "GBP", amount: "40.00" });

    expect(await acme.settled(1)).toMatchObject([{ state: "delivered" }]);
    expect(await birch.settled(1)).toMatchObject([
      { from: { kind: "elsewhere" }, asset: "GBPA", state: "delivered" },
    ]);
    expect((await outsideOf(birch, "Operating account")).of("GBP")).toBe("250040.00");
    expect((await acme.books()).rails[0]).toMatchObject({
      destination: { kind: "wallet", name: "Treasury", balances: [], is_whitelisted: true },
    });
  });
});
