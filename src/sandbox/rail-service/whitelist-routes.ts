import { Hono } from "hono";
import type { BankAccount, Wallet } from "./entities.ts";
import type { Env } from "./env.ts";
import { newId } from "./ids.ts";
import type { Faulty } from "./inject-faults.ts";
import { readBody } from "./read-body.ts";
import { bankAccountResource, walletResource } from "./resources.ts";
import type { State } from "./state.ts";
import { bankAccountBody, walletBody } from "./whitelist-bodies.ts";

interface Deps {
  state: State;
  faulty: Faulty;
}

/** `POST /wallets` and `POST /bank-accounts`. */
export function whitelistRoutes({ state, faulty }: Deps) {
  return new Hono<Env>()
    .post(
      "/wallets",
      faulty("POST /wallets", (c) => {
        const body = readBody(c, (json) => walletBody.safeParse(json));
        if (!body.ok) return body.answer;

        const { name, network_id, address } = body.value;
        const wallet: Wallet = {
          id: newId("wa"),
          displayName: name,
          isCustodial: false,
          network: network_id,
          address,
        };
        state.addWallet(c.var.company, wallet);
        return c.json({ data: walletResource(wallet) });
      }),
    )

    .post(
      "/bank-accounts",
      faulty("POST /bank-accounts", (c) => {
        const body = readBody(c, (json) => bankAccountBody.safeParse(json));
        if (!body.ok) return body.answer;

        const { name, iban } = body.value;
        // The request names no currency: the document shows one fiat code, and this is it.
        const account: BankAccount = {
          id: newId("bka"),
          displayName: name,
          currency: "GBP",
          iban,
          virtual: null,
        };
        state.addBankAccount(c.var.company, account);
        // The document does not show this answer: by analogy with `POST /wallets`.
        return c.json({ data: bankAccountResource(account) });
      }),
    );
}
