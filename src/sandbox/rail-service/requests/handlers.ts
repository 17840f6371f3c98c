import type { BankAccount, Wallet } from "../entities.ts";
import type { Handler } from "../faults/inject-faults.ts";
import type { Operation } from "../faults.ts";
import { newId } from "../ids.ts";
import { newRail } from "../new-rail.ts";
import { bankAccountResource, railResource, walletResource } from "../resources.ts";
import type { State } from "../state.ts";
import { pageNumber, paginate } from "./paginate.ts";
import { readRailBody } from "./rail-body.ts";
import { readBody } from "./read-body.ts";
import { bankAccountBody, walletBody } from "./whitelist-bodies.ts";

interface Deps {
  state: State;
  pageSize: number;
  clock: () => string;
}

/** The answer to each operation of the document. */
export function createHandlers({ state, pageSize, clock }: Deps): Record<Operation, Handler> {
  return {
    "GET /rails": (c) => {
      const { company } = c.var;
      const page = pageNumber.parse(c.req.query("page"));
      const rails = state.listRails(company, { offset: (page - 1) * pageSize, limit: pageSize });
      // A client may know this service by another name, so links start from the address that it used.
      const { origin, pathname } = new URL(c.req.url);
      const total = state.countRails(company);
      const path = `${origin}${pathname}`;
      return c.json(paginate(rails.map(railResource), { page, pageSize, total, path }));
    },

    "POST /rails": (c) => {
      const { company } = c.var;
      const whitelist = {
        wallet: (id: string) => state.findWhitelistedWallet(company, id),
        bankAccount: (id: string) => state.findWhitelistedBankAccount(company, id),
      };
      const body = readBody(c, (json) => readRailBody(json, whitelist));
      if (!body.ok) return body.answer;
      const rail = newRail(company, body.value, clock());
      state.addRail(company, rail);
      return c.json({ data: railResource(rail) });
    },

    "GET /rails/{rail}": (c) => {
      const rail = state.findRail(c.var.company, c.req.param("rail") ?? "");
      if (rail === undefined) return c.json({ message: "No Rail has this id." }, 404);
      return c.json({ data: railResource(rail) });
    },

    "POST /wallets": (c) => {
      const body = readBody(c, (json) => walletBody.safeParse(json));
      if (!body.ok) return body.answer;
      const { name: displayName, network_id: network, address } = body.value;
      const wallet: Wallet = { id: newId("wa"), displayName, isCustodial: false, network, address };
      state.addWallet(c.var.company, wallet);
      return c.json({ data: walletResource(wallet) });
    },

    "POST /bank-accounts": (c) => {
      const body = readBody(c, (json) => bankAccountBody.safeParse(json));
      if (!body.ok) return body.answer;
      const { name: displayName, iban } = body.value;
      // The request names no currency, and the document shows only this fiat code.
      const account: BankAccount = {
        id: newId("bka"),
        displayName,
        currency: "GBP",
        iban,
        virtual: null,
      };
      state.addBankAccount(c.var.company, account);
      // The document does not show this answer; it follows `POST /wallets`.
      return c.json({ data: bankAccountResource(account) });
    },
  };
}
