import { request } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { bankAndChainRoutes } from "../../../src/sandbox/rail-service/bank-and-chain/routes.ts";
import { createCore } from "../../../src/sandbox/rail-service/core.ts";
import { openDatabase } from "../../../src/sandbox/rail-service/open-database.ts";
import { anOffRamp, anOnRamp, bankOf, outsideOf } from "./bank.ts";
import {
  ACME,
  aDirectory,
  aRailService,
  as,
  createRails,
  ETHEREUM_ADDRESS,
  IBAN,
  SOLANA_ADDRESS,
} from "./support.ts";

const LARGEST = "10000000000.00";

async function aBank() {
  const service = await aRailService();
  const bank = bankOf(service);
  const account = await outsideOf(bank, "Operating account");
  const other = await outsideOf(bank, "Petty cash");
  const wallet = await outsideOf(bank, "Treasury wallet");
  return { service, bank, account, other, wallet };
}

describe("a payment", () => {
  it("between two accounts of the company simply moves", async () => {
    const { bank, account, other } = await aBank();

    const paid = await bank.pay({
      from: account.iban,
      to: other.iban,
      asset: "GBP",
      amount: "12.3",
      reference: null,
    });

    expect(paid.body.data).toEqual({
      id: expect.stringMatching(/^mov_[0-9a-f]{24}$/),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      kind: "payment",
      from: { kind: "bank-account", name: "Operating account", iban: account.iban },
      to: { kind: "bank-account", name: "Petty cash", iban: other.iban },
      asset: "GBP",
      amount: "12.30",
      reference: null,
      deposit: null,
    });
    expect((await bank.books()).deposits).toEqual([]);
    expect((await outsideOf(bank, "Petty cash")).of("GBP")).toBe("1512.30");
  });

  it.each([
    ["other digits", { amount: "١.00" }, "amount"],
    ["a line break", { amount: "1.00\n" }, "amount"],
    ["more than there is", { amount: "250000.01" }, "amount"],
    ["more than there may be", { amount: `1${LARGEST}` }, "amount"],
    ["a stablecoin", { asset: "GBPA" }, "asset"],
    ["a currency that is not held", { asset: "USD" }, "asset"],
    ["an account of nobody", { to: "GB33BUKB20201555555555" }, "to"],
    ["no IBAN", { to: "GB00SBOX00000000000000" }, "to"],
    ["an address", { to: SOLANA_ADDRESS }, "to"],
    ["an account of nobody's own", { from: IBAN }, "from"],
    ["a long reference", { reference: "x".repeat(141) }, "reference"],
    ["half of a surrogate pair", { reference: "\ud800" }, "reference"],
  ])("is refused, and changes nothing: %s", async (_, change, field) => {
    const { bank, account, other } = await aBank();
    const before = await bank.books();

    const refused = await bank.pay({
      ...{ from: account.iban, to: other.iban, asset: "GBP", amount: "1.00" },
      ...change,
    });

    expect(refused).toMatchObject({
      status: 422,
      body: {
        message: expect.any(String),
        errors: { [field]: [expect.stringMatching(`The ${field} field`)] },
      },
    });
    expect(await bank.books()).toEqual(before);
  });

  it("is refused from an entry point, and from another company's account", async () => {
    const { service, bank, account } = await aBank();
    const { to: virtual } = await anOnRamp(service);
    const others = await outsideOf(bankOf(service, "Birch"), "Operating account");

    for (const from of [virtual, others.iban]) {
      const order = { from, to: account.iban, asset: "GBP", amount: "1.00" };
      expect(await bank.pay(order)).toMatchObject({
        status: 422,
        body: { errors: { from: [expect.stringMatching(/own/)] } },
      });
    }
    const self = { from: account.iban, to: account.iban, asset: "GBP", amount: "1.00" };
    expect(await bank.pay(self)).toMatchObject({ status: 422 });
  });
});

describe("a transfer", () => {
  it.each([
    ["fiat", { asset: "GBP" }, "asset"],
    ["an unknown network", { network: "SOLANA" }, "network"],
    ["a network of other addresses", { network: "ETHEREUM_SEPOLIA" }, "from"],
    ["an address of nobody", { to: SOLANA_ADDRESS }, "to"],
    ["an outside wallet's address, over another network", { network: "SOLANA_TESTNET" }, "from"],
    ["more than there is", { amount: "100000.01" }, "amount"],
  ])("is refused, and changes nothing: %s", async (_, change, field) => {
    const { service, bank } = await aBank();
    const { network, from, to } = await anOffRamp(service);
    const before = await bank.books();

    const order = { network, from, to, asset: "GBPA", amount: "1.00", ...change };

    expect(await bank.transfer(order)).toMatchObject({
      status: 422,
      body: { errors: { [field]: [expect.any(String)] } },
    });
    expect(await bank.books()).toEqual(before);
  });
});

describe("opening", () => {
  it("gives an account or a wallet, with an address where none is given", async () => {
    const { bank } = await aBank();

    const account = await bank.open({
      name: "Payroll",
      balances: [{ asset: "EUR", amount: "3.50" }],
    });
    const wallet = await bank.open({
      name: "Cold",
      network: "ETHEREUM_SEPOLIA",
      address: ETHEREUM_ADDRESS.toLowerCase(),
      balances: [],
    });

    expect(account.body.data).toEqual({
      kind: "bank-account",
      name: "Payroll",
      iban: expect.stringMatching(/^GB/),
      is_whitelisted: false,
      balances: [{ asset: "EUR", amount: "3.50" }],
    });
    expect(wallet.body.data).toMatchObject({ address: ETHEREUM_ADDRESS, balances: [] });
  });

  it("is refused where something is, and beyond what there may be", async () => {
    const { service, bank, account } = await aBank();
    const { to: virtual } = await anOnRamp(service);
    const most = { asset: "GBP", amount: LARGEST };

    for (const iban of [account.iban, virtual]) {
      const refused = await bank.open({ name: "Again", iban });
      expect(refused).toMatchObject({
        status: 422,
        body: { errors: { iban: [expect.stringMatching(/in use/)] } },
      });
    }
    expect(
      await bank.open({ name: "Wrong", network: "SOLANA_DEVNET", address: ETHEREUM_ADDRESS }),
    ).toMatchObject({ status: 422, body: { errors: { address: [expect.any(String)] } } });
    expect(
      await bank.open({ name: "Many", balances: [{ asset: "GBP", amount: "1" }, { asset: "X" }] }),
    ).toMatchObject({
      status: 422,
      body: {
        errors: {
          "balances.1.asset": [expect.stringMatching(/must be/)],
          "balances.1.amount": [expect.stringMatching(/required/)],
        },
      },
    });

    const balances = Array.from({ length: 10 }, () => most);
    const answers: number[] = [];
    for (let times = 0; times < 100; times += 1) {
      answers.push((await bank.open({ name: "Rich", balances })).status);
    }
    expect(answers).toEqual([...Array(99).fill(200), 422]);
  });
});

describe("the books", () => {
  it("are those of a known company only", async () => {
    const { service } = await aBank();
    const caller = as(null, new URL("/sandbox/companies", service.baseUrl).href);

    expect((await caller.get("")).body).toEqual({
      companies: [{ name: "Acme" }, { name: "Birch" }],
    });
    for (const path of ["/Nobody/books", "/acme/books", "/%00/books", "/Acme/nothing"]) {
      expect({ path, status: (await caller.get(path)).status }).toEqual({ path, status: 404 });
    }
    expect((await caller.post("/Acme/books", {})).status).toBe(405);
    expect((await caller.post("/Acme/deposits/dep_0/return", {})).status).toBe(404);
    expect((await caller.post("/Acme/payments", "{", "text/plain")).status).toBe(422);
  });

  it("begin with the Rail that is asked for, and give the latest of each", async () => {
    const { service, bank } = await aBank();
    const first = await anOnRamp(service);
    await createRails(as(ACME, service.baseUrl), 50);
    const balances = Array.from({ length: 10 }, () => ({ asset: "GBP", amount: "0.01" }));
    for (let count = 0; count < 10; count += 1) await bank.open({ name: "Petty cash", balances });

    const latest = await bank.books();
    const asked = await bank.books(first.id);

    expect(latest.rails.map(({ id }) => id)).not.toContain(first.id);
    expect(asked.rails.map(({ id }) => id)).toEqual([
      first.id,
      ...latest.rails.slice(0, 49).map(({ id }) => id),
    ]);
    expect(asked.movements).toHaveLength(100);
    expect((await bankOf(service, "Birch").books(first.id)).rails).toEqual([]);
  });

  it("say when they have changed, and only those of the company", async () => {
    const { service, bank, account, other } = await aBank();
    const stopping = new AbortController();
    onTestFinished(() => stopping.abort());
    const events = async (company: string) => {
      const url = new URL(`/sandbox/companies/${company}/events`, service.baseUrl);
      const { body } = await fetch(url, { signal: stopping.signal });
      const heard = { text: "" };
      void (async () => {
        for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? [])
          heard.text += part;
      })().catch(() => {});
      await expect.poll(() => heard.text).toContain("event: ready");
      return heard;
    };
    const [acme, birch] = [await events("Acme"), await events("Birch")];

    await bank.pay({ from: account.iban, to: other.iban, asset: "GBP", amount: "0.01" });

    await expect.poll(() => acme.text).toContain("event: change");
    expect(birch.text).not.toContain("event: change");
  });

  it("are watched only while somebody listens", async () => {
    using database = openDatabase(undefined);
    const core = createCore(database, { clock: () => "2026-01-01T00:00:00.000Z" });
    core.outside.openFor("Acme");
    let watchers = 0;
    const listen: typeof core.changes.listen = (listener) => {
      const unwatch = core.changes.listen(listener);
      watchers += 1;
      return () => {
        watchers -= 1;
        unwatch();
      };
    };
    const routes = bankAndChainRoutes({ ...core, changes: { listen } });
    const path = "/sandbox/companies/Acme/events";

    expect((await routes.request(path, { method: "HEAD" })).status).toBe(200);
    expect(watchers).toBe(0);

    const listening = await routes.request(path);
    await expect.poll(() => watchers).toBe(1);
    await listening.body?.cancel();
    await expect.poll(() => watchers).toBe(0);
  });

  it("are opened once for each company, and kept", async () => {
    const dataDir = await aDirectory();
    const first = await aRailService({ dataDir });
    const before = await bankOf(first).books();
    await first.stop();

    const second = await aRailService({ dataDir });

    expect(await bankOf(second).books()).toEqual(before);
  });

  it("are for this machine's own pages: not for a foreign one, nor for another name", async () => {
    const { service } = await aBank();
    const { port } = new URL(service.baseUrl);
    const status = (headers: Record<string, string>) =>
      new Promise((resolve, reject) => {
        const path = "/sandbox/companies/Acme/books";
        request({ port, host: "127.0.0.1", path, headers }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        })
          .on("error", reject)
          .end();
      });

    expect(await status({ origin: "https://evil.example" })).toBe(403);
    expect(await status({ origin: "null" })).toBe(403);
    expect(await status({ host: `evil.example:${port}` })).toBe(403);
    expect(await status({ origin: `http://127.0.0.1:${port}` })).toBe(200);
  });
});
