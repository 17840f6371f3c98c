import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readConfig } from "../../../src/sandbox/rail-service/config.ts";
import { MIGRATIONS } from "../../../src/sandbox/rail-service/migrations.ts";
import { convert } from "../../../src/sandbox/rail-service/settlement/conversion.ts";
import { simulationSettings } from "../../../src/sandbox/rail-service/settlement/simulation.ts";
import { anOffRamp, anOnRamp, bankOf, outsideOf } from "./bank.ts";
import { aDirectory, aRailService, ETHEREUM_ADDRESS, IBAN } from "./support.ts";

describe("the simulation's settings", () => {
  it("convert at a rate, the other way round at its inverse, and keep a fee", async () => {
    const service = await aRailService({ simulation: { rate: "1.25", fee: "0.001" } });
    const bank = bankOf(service);
    const on = await anOnRamp(service);
    const off = await anOffRamp(service);

    await bank.pay({ from: on.from, to: on.to, asset: "GBP", amount: "100.00" });
    await bank.transfer({ ...off, asset: "GBPA", amount: "100.00" });

    expect(await bank.settled(2)).toMatchObject([
      { amount: "100.00", delivered: { asset: "GBP", amount: "79.92" } },
      { amount: "100.00", delivered: { asset: "GBPA", amount: "124.87" } },
    ]);
    const { movements, rails } = await bank.books();
    expect(movements.filter(({ kind }) => kind === "fee")).toMatchObject([
      { asset: "GBPA", amount: "0.10", to: { kind: "fees" } },
      { asset: "GBP", amount: "0.10", to: { kind: "fees" } },
    ]);
    expect(rails.map(({ entry_point }) => entry_point.balances)).toEqual([[], []]);
  });

  it("may leave nothing to deliver of what is very little", async () => {
    const service = await aRailService({ simulation: { rate: "0.5" } });
    const bank = bankOf(service);
    const { from, to } = await anOnRamp(service);

    await bank.pay({ from, to, asset: "GBP", amount: "0.01" });

    expect(await bank.settled(1)).toMatchObject([
      { state: "delivered", delivered: { asset: "GBPA", amount: "0.00" } },
    ]);
  });

  it("lose nothing by rounding: what is kept and what arrives are never worth more than came", () => {
    const decimals = fc
      .tuple(fc.nat({ max: 99 }), fc.nat({ max: 999_999_999 }))
      .map(([units, rest]) => `${units}.${String(rest).padStart(9, "0")}`);
    const settings = fc
      .record({ rate: decimals, fee: decimals.map((text) => text.replace(/^\d+/, "0")) })
      .map((given) => simulationSettings.safeParse(given))
      .filter(({ success }) => success)
      .map(({ data }) => data ?? expect.unreachable());

    fc.assert(
      fc.property(
        settings,
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.constantFrom("ON_RAMP" as const, "OFF_RAMP" as const),
        (terms, amount, type) => {
          const { fee, exchanged, arriving } = convert(type, amount, terms);
          const { over, under } = terms.rate;
          const [gives, costs] = type === "ON_RAMP" ? [over, under] : [under, over];

          expect(fee + exchanged).toBe(amount);
          expect(fee * terms.fee.under <= amount * terms.fee.over).toBe(true);
          expect(arriving * costs <= exchanged * gives).toBe(true);
          expect((arriving + 1n) * costs > exchanged * gives).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("delay each step, by a clock that may be moved", async () => {
    let ms = Date.parse("2026-11-22T08:00:00.000Z");
    const service = await aRailService({
      clock: () => new Date(ms).toISOString(),
      simulation: { conversionDelayMs: 3_600_000, deliveryDelayMs: 60_000 },
    });
    const bank = bankOf(service);
    const { from, to } = await anOnRamp(service);
    const states = async () => (await bank.books()).deposits.map(({ state }) => state);
    await bank.pay({ from, to, asset: "GBP", amount: "5.00" });
    await expect.poll(states).toEqual(["received"]);

    ms += 3_600_000;
    await expect.poll(states).toEqual(["converted"]);
    expect((await bank.books()).rails).toMatchObject([
      { converted: { amount: "5.00" }, delivered: { amount: "0.00" } },
    ]);
    await bank.pay({ from, to, asset: "GBP", amount: "6.00" });
    await expect.poll(states).toEqual(["received", "converted"]);

    ms += 60_000;
    await expect.poll(states).toEqual(["received", "delivered"]);
  });

  it("come from the environment, each refused by a sentence where it cannot be", () => {
    const read = (env: Record<string, string>) => readConfig(env).config?.simulation;

    expect(
      read({
        CONVERSION_RATE: "0.9985",
        CONVERSION_FEE: "0.0025",
        CONVERSION_SECONDS: "30",
        DELIVERY_SECONDS: "0",
        DEPOSIT_REPORTS: "2",
      }),
    ).toEqual({
      rate: "0.9985",
      fee: "0.0025",
      conversionDelayMs: 30_000,
      deliveryDelayMs: 0,
      reports: 2,
    });
    for (const [name, wrong] of [
      ["CONVERSION_RATE", ["", "0", "0.009", "101", "-1", "1e2", "1,5", "1/2", " 1", ".5", "NaN"]],
      ["CONVERSION_FEE", ["", "1", "-0.1", "0.1%", "1e-3"]],
      ["CONVERSION_SECONDS", ["", "-1", "1.5", "2678401", "9".repeat(400), "0x10"]],
      ["DELIVERY_SECONDS", ["", "a"]],
      ["DEPOSIT_REPORTS", ["", "0", "10", "1.0"]],
    ] as const) {
      for (const text of wrong) {
        const { mistakes } = readConfig({ [name]: text });
        expect({ name, text, mistakes }).toEqual({
          name,
          text,
          mistakes: [expect.stringMatching(`^${name} must be .*\\.$`)],
        });
      }
    }
  });
});

describe("a service that is started again", () => {
  it("goes on with what it had not finished", async () => {
    const dataDir = await aDirectory();
    let ms = Date.parse("2026-11-22T08:00:00.000Z");
    const options = {
      dataDir,
      clock: () => new Date(ms).toISOString(),
      simulation: { conversionDelayMs: 1_000 },
    };
    const first = await aRailService(options);
    const { from, to } = await anOnRamp(first);
    await bankOf(first).pay({ from, to, asset: "GBP", amount: "5.00" });
    await expect.poll(async () => (await bankOf(first).books()).deposits).toHaveLength(1);
    await first.stop();

    ms += 1_000;
    const bank = bankOf(await aRailService(options));

    expect(await bank.settled(1)).toMatchObject([{ state: "delivered", amount: "5.00" }]);
    expect((await outsideOf(bank, "Treasury wallet")).of("GBPA")).toBe("100005.00");
  });

  it("takes what is paid to a company of its older data that nobody configures any more", async () => {
    const dataDir = await aDirectory();
    const database = new DatabaseSync(join(dataDir, "rail-service.sqlite"));
    const [oldest = ""] = MIGRATIONS;
    database.exec(`${oldest} PRAGMA user_version = 1;
      INSERT INTO bank_accounts VALUES ('bka_1', 'Old', 'Old account', 'GBP', '${IBAN}', NULL);`);
    database.close();

    const bank = bankOf(await aRailService({ dataDir }));
    const { iban } = await outsideOf(bank, "Operating account");
    const paid = await bank.pay({ from: iban, to: IBAN, asset: "GBP", amount: "1.00" });

    expect(paid).toMatchObject({ status: 200, body: { data: { to: { kind: "elsewhere" } } } });
  });

  it("finds in its older data what is whitelisted, and every entry point", async () => {
    const dataDir = await aDirectory();
    const database = new DatabaseSync(join(dataDir, "rail-service.sqlite"));
    const [oldest = ""] = MIGRATIONS;
    database.exec(`${oldest} PRAGMA user_version = 1;
      INSERT INTO wallets VALUES
        ('wa_1', 'Acme', 'Ether', 0, 'ETHEREUM_SEPOLIA', '${ETHEREUM_ADDRESS.toUpperCase().replace("X", "x")}'),
        ('wa_2', 'Acme', 'Ether again', 0, 'ETHEREUM_SEPOLIA', '${ETHEREUM_ADDRESS}'),
        ('wa_3', 'Acme', 'Dedicated wallet', 1, 'SOLANA_DEVNET', 'DedicatedDedicatedDedicated'),
        ('wa_4', 'Acme', 'Chained', 0, 'SOLANA_DEVNET', 'DedicatedDedicatedDedicated');
      INSERT INTO bank_accounts VALUES
        ('bka_1', 'Acme', 'Old account', 'GBP', '${IBAN}', NULL),
        ('bka_2', 'Acme', 'Acme', 'GBP', 'GB33BUKB20201555555555',
          '{"accountNumber":"1","sortCode":"1","bicSwift":"1","reference":"SB1"}');
      INSERT INTO rails (id, company, type, fiat, stablecoin, wallet_id, bank_account_id, created_at)
        VALUES ('rail_1', 'Acme', 'ON_RAMP', 'GBP', 'GBPA', 'wa_1', 'bka_2', '2026-01-01T00:00:00Z'),
          ('rail_2', 'Acme', 'OFF_RAMP', 'GBP', 'GBPA', 'wa_3', 'bka_1', '2026-01-01T00:00:00Z');`);
    database.close();

    const service = await aRailService({
      dataDir,
      companies: [
        {
          name: "Acme",
          token: "acme-token",
          outside: {
            bankAccounts: [
              { name: "Operating", iban: IBAN, balances: [{ asset: "GBP", amount: "10.00" }] },
            ],
            wallets: [
              {
                name: "Testnet",
                network: "SOLANA_TESTNET",
                balances: [{ asset: "GBPA", amount: "10.00" }],
              },
            ],
          },
        },
      ],
    });
    const bank = bankOf(service);
    const { address } = await outsideOf(bank, "Testnet");

    const pay = { from: IBAN, to: "GB33BUKB20201555555555", asset: "GBP", amount: "10.00" };
    expect((await bank.pay(pay)).status).toBe(200);
    await bank.settled(1);

    expect((await bank.books()).outside).toEqual([
      expect.objectContaining({ name: "Old account", is_whitelisted: true, balances: [] }),
      expect.objectContaining({
        name: "Ether",
        address: ETHEREUM_ADDRESS,
        is_whitelisted: true,
        balances: [{ asset: "GBPA", amount: "10.00" }],
      }),
      expect.objectContaining({ name: "Testnet", address, is_whitelisted: false }),
    ]);
    const places = (await bank.books()).rails.map(({ entry_point }) => entry_point);
    expect(places).toMatchObject([
      { kind: "dedicated-wallet", network: "SOLANA_DEVNET" },
      { kind: "virtual-account", reference: "SB1" },
    ]);
  });
});
