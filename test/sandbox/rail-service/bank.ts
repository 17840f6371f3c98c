import { expect } from "vitest";
import type {
  Books,
  Deposit,
  Movement,
  OutsidePlace,
} from "../../../src/sandbox/rail-service/bank-and-chain/books.ts";
import type { RailService } from "../../../src/sandbox/rail-service/server.ts";
import { data, offRampRail, onRampRail } from "./document-shapes.ts";
import {
  ACME,
  as,
  type Caller,
  offRamp,
  onRamp,
  whitelistBankAccount,
  whitelistWallet,
} from "./support.ts";

interface Answer<T> {
  status: number;
  body: { data: T };
}

export interface Bank {
  /** Any body, to any of the bank's and the chain's addresses. */
  post: Caller["post"];
  books(rail?: string): Promise<Books>;
  open(body: object): Promise<Answer<OutsidePlace>>;
  pay(body: object): Promise<Answer<Movement>>;
  transfer(body: object): Promise<Answer<Movement>>;
  report(deposit: string): Promise<Answer<Deposit>>;
  giveBack(deposit: string): Promise<Answer<Deposit>>;
  /** The deposits, latest first, once so many of them have come and none waits for a step. */
  settled(count: number): Promise<Deposit[]>;
}

/** The simulated bank and chain as one company's people use them. */
export function bankOf({ baseUrl }: Pick<RailService, "baseUrl">, company = "Acme"): Bank {
  const caller = as(null, new URL(`/sandbox/companies/${company}`, baseUrl).href);
  const post = async <T>(path: string, body: object = {}) => {
    const { status, body: answer } = await caller.post(path, body);
    return { status, body: answer as { data: T } };
  };
  const books = async (rail?: string) =>
    (await caller.get(`/books${rail === undefined ? "" : `?rail=${rail}`}`)).body as Books;

  return {
    post: caller.post,
    books,
    open: (body) => post("network" in body ? "/wallets" : "/bank-accounts", body),
    pay: (body) => post("/payments", body),
    transfer: (body) => post("/transfers", body),
    report: (deposit) => post(`/deposits/${deposit}/report`),
    giveBack: (deposit) => post(`/deposits/${deposit}/return`),
    async settled(count) {
      await expect
        .poll(async () => {
          const { deposits } = await books();
          return deposits.filter(({ state }) => state !== "received" && state !== "converted");
        })
        .toHaveLength(count);
      return (await books()).deposits;
    },
  };
}

/** The outside place of this name: as `startRailService` opens them unless told. */
export async function outsideOf(bank: Bank, name: string) {
  const { outside } = await bank.books();
  const place = outside.find((each) => each.name === name);
  if (!place) throw new Error(`No ${name}`);
  return {
    ...place,
    iban: "iban" in place ? place.iban : "",
    address: "address" in place ? place.address : "",
    of: (asset: string) => place.balances.find((each) => each.asset === asset)?.amount ?? "0.00",
  };
}

/** A Rail from the operating account to the treasury wallet, both whitelisted. */
export async function anOnRamp(service: Pick<RailService, "baseUrl">, company = ACME) {
  const caller = as(company, service.baseUrl);
  const bank = bankOf(service, company.name);
  const { iban } = await outsideOf(bank, "Operating account");
  const { address } = await outsideOf(bank, "Treasury wallet");
  await whitelistBankAccount(caller, iban);
  const { body } = await caller.post("/rails", onRamp(await whitelistWallet(caller, { address })));
  const { id, source } = data(onRampRail).parse(body).data;
  return { id, from: iban, to: source.bank_account.iban, wallet: address };
}

/** A Rail from any wallet to the operating account, which is whitelisted. */
export async function anOffRamp(service: Pick<RailService, "baseUrl">, company = ACME) {
  const caller = as(company, service.baseUrl);
  const bank = bankOf(service, company.name);
  const { iban } = await outsideOf(bank, "Operating account");
  const { address: from } = await outsideOf(bank, "Treasury wallet");
  const account = await whitelistBankAccount(caller, iban);
  const { body } = await caller.post("/rails", offRamp(account));
  const { id, source } = data(offRampRail).parse(body).data;
  return { id, from, to: source.wallet.address, network: source.wallet.network, iban };
}
