import { expect, onTestFinished } from "vitest";
import type { Books } from "../../../src/sandbox/rail-service/bank-and-chain/books.ts";
import { type RailService, startRailService } from "../../../src/sandbox/rail-service/server.ts";
import { shapeOf } from "./document.ts";

export const ACME = { name: "Acme", token: "acme-token" };
export const BIRCH = { name: "Birch", token: "birch-token" };

export const SOLANA_ADDRESS = "7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK";
export const ETHEREUM_ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
export const IBAN = "GB29NWBK60161331926819";

/** A Rail service of this test, with two companies, stopped at the test's end. */
export async function aRailService(
  options: Partial<Parameters<typeof startRailService>[0]> = {},
): Promise<RailService> {
  const service = await startRailService({ companies: [ACME, BIRCH], ...options });
  onTestFinished(() => service.stop());
  return service;
}

/** The same, with a caller of the first company. */
export async function anAcme(options?: Parameters<typeof aRailService>[0]) {
  const service = await aRailService(options);
  return { service, baseUrl: service.baseUrl, company: as(ACME, service.baseUrl) };
}

export type Caller = ReturnType<typeof as>;

/**
 * Calls the service over HTTP as a company, or as nobody. Whatever the documented interface answers
 * must have the document's shape.
 */
export function as(company: { token: string } | null, baseUrl: string) {
  /** Sends it as it stands, and reads nothing. */
  const send = (path: string, { headers, ...init }: RequestInit = {}) => {
    const authorization = company && { authorization: `Bearer ${company.token}` };
    return fetch(baseUrl + path, { ...init, headers: { ...authorization, ...headers } });
  };
  async function call(path: string, init: RequestInit = {}) {
    const answer = await send(path, init);
    const body: unknown = await answer.json();
    if (company) shapeOf(init.method ?? "GET", path, answer.status).parse(body);
    return { status: answer.status, headers: answer.headers, body };
  }
  return {
    send,
    get: (path: string) => call(path),
    /** Sends JSON; a string is sent as it stands. */
    post(path: string, body: unknown, contentType = "application/json") {
      const text = typeof body === "string" ? body : JSON.stringify(body);
      return call(path, { method: "POST", headers: { "content-type": contentType }, body: text });
    },
  };
}

/** The public id in an answer `{ data: { id } }`. */
export const idIn = ({ body }: { body: unknown }) => (body as { data: { id: string } }).data.id;

/** The fields that a 422 names. */
export const fieldsIn = ({ body }: { body: unknown }) =>
  Object.keys((body as { errors: object }).errors);

export const whitelistWallet = async (caller: Caller, address = SOLANA_ADDRESS) =>
  idIn(await caller.post("/wallets", { name: "Treasury", network_id: "SOLANA_DEVNET", address }));

export const whitelistBankAccount = async (caller: Caller, iban = IBAN) =>
  idIn(await caller.post("/bank-accounts", { name: "Main account", iban }));

export const onRamp = (walletId: unknown) => ({
  type: "ON_RAMP",
  metadata: ["R-1", "digest"],
  source: { asset: "GBP" },
  destination: { asset: "GBPA", wallet_id: walletId },
});

export const offRamp = (bankAccountId: unknown, network = "SOLANA_DEVNET") => ({
  type: "OFF_RAMP",
  metadata: ["R-2"],
  source: { asset: "GBPA", network_id: network },
  destination: { asset: "GBP", bank_account_id: bankAccountId },
});

/** Creates so many on-ramp Rails, one after the other, and returns their ids. */
export async function createRails(caller: Caller, count: number): Promise<string[]> {
  const walletId = await whitelistWallet(caller);
  const ids: string[] = [];
  while (ids.length < count) ids.push(idIn(await caller.post("/rails", onRamp(walletId))));
  return ids;
}

/** The bank and the chain as the company's people use them. */
export function bankOf({ baseUrl }: Pick<RailService, "baseUrl">, company = ACME) {
  const bank = as(null, new URL(`/sandbox/companies/${company.name}`, baseUrl).href);
  const caller = as(company, baseUrl);
  const books = async () => (await bank.get("/books")).body as Books;
  async function place(name: string) {
    const found = (await books()).outside.find((each) => each.name === name);
    if (!found) throw new Error(`No ${name}`);
    const held = found.balances.map(({ amount, asset }) => `${amount} ${asset}`);
    return { ...found, address: found.address ?? "", held };
  }
  async function entryPointOf(body: object) {
    await caller.post("/rails", body);
    return (await books()).rails[0]?.entry_point.address ?? "";
  }

  return {
    books,
    place,
    caller,
    post: bank.post,
    deed: (deposit: number | undefined, name: "report" | "return") =>
      bank.post(`/deposits/${deposit}/${name}`, {}),
    async pay(from: string, to: string, amount: string, asset: string, more = {}) {
      const { number } = await place(from);
      return bank.post("/payments", { from: `${number}`, to, amount, asset, ...more });
    },
    /** From the operating account, which is whitelisted, into the treasury wallet. */
    async onRamp(wallet?: string) {
      await whitelistBankAccount(caller, (await place("Operating account")).address);
      const into = wallet ?? (await place("Treasury wallet")).address;
      return entryPointOf(onRamp(await whitelistWallet(caller, into)));
    },
    /** From any wallet into the operating account, which is whitelisted. */
    async offRamp(account?: string) {
      const into = account ?? (await place("Operating account")).address;
      return entryPointOf(offRamp(await whitelistBankAccount(caller, into)));
    },
    /** The deposits, latest first, once so many of them have come and none waits for a step. */
    async settled(count: number) {
      const ended = async () => {
        const { deposits } = await books();
        return deposits.filter(({ state }) => state !== "received" && state !== "converted");
      };
      await expect.poll(ended).toHaveLength(count);
      return ended();
    },
  };
}
