import { describe, expect, it } from "vitest";
import { anOffRamp, anOnRamp, bankOf, outsideOf } from "./bank.ts";
import { aRailService } from "./support.ts";

describe("an on-ramp", () => {
  it("converts what comes from a whitelisted account, and delivers it to the wallet", async () => {
    const service = await aRailService();
    const bank = bankOf(service);
    const { id, from, to } = await anOnRamp(service);

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
    const service = await aRailService();
    const bank = bankOf(service);
    const { to } = await anOnRamp(service);
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
});

describe("an off-ramp", () => {
  it("converts what comes to its wallet, and pays it out to the bank account", async () => {
    const service = await aRailService();
    const bank = bankOf(service);
    const { from, to, network } = await anOffRamp(service);

    await bank.transfer({ network, from, to, asset: "GBPA", amount: "0.07" });

    expect(await bank.settled(1)).toMatchObject([
      { state: "delivered", delivered: { asset: "GBP", amount: "0.07" }, reference: null },
    ]);
    expect((await outsideOf(bank, "Operating account")).of("GBP")).toBe("250000.07");
  });
});
