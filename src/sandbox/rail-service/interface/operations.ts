import type { Store } from "../store.ts";
import { bankAccountBody, type RailBody, railBody, walletBody } from "./bodies.ts";
import { newDedicatedWallet, newVirtualAccount } from "./entry-points.ts";
import type { Handler, Operation } from "./faults.ts";
import { pageNumber, paginate } from "./paginate.ts";
import { readBody } from "./read-body.ts";
import { type BankAccount, newId, type Rail, type RailEnds, type Wallet } from "./resources.ts";

interface Deps {
  store: Store;
  pageSize: number;
  clock: () => string;
}

/** The answer to each operation of the document. */
export function createOperations({
  store,
  pageSize,
  clock,
}: Deps): Readonly<Record<Operation, Handler>> {
  return {
    "GET /rails": (http) => {
      const { company } = http.var;
      const page = pageNumber.parse(http.req.query("page"));
      // A client may know this service by another name, so links start from the one that it used.
      const { origin, pathname } = new URL(http.req.url);
      const slice = { page, pageSize, total: store.countRails(company), path: origin + pathname };
      const rails = store.rails(company, (page - 1) * pageSize, pageSize);
      return http.json(paginate(rails, slice));
    },

    "POST /rails": (http) => {
      const { company } = http.var;
      const whitelist = store.whitelistOf(company);
      const body = readBody(http, (json) => railBody(json, whitelist));
      if (body instanceof Response) return body;
      const rail = newRail(company, body, clock());
      store.addRail(company, rail);
      return http.json({ data: rail });
    },

    "GET /rails/{rail}": (http) => {
      const rail = store.rail(http.var.company, http.req.param("rail") ?? "");
      return rail ? http.json({ data: rail }) : http.json({ message: "No Rail has this id." }, 404);
    },

    "POST /wallets": (http) => {
      const body = readBody(http, () => walletBody);
      if (body instanceof Response) return body;
      const { name: display_name, network_id: network, address } = body;
      const wallet = { id: newId("wa"), display_name, is_custodial: false, network, address };
      store.addDestination(http.var.company, wallet);
      return http.json({ data: wallet });
    },

    // The document does not show this answer; it follows `POST /wallets`. The request names no
    // currency, and the document shows only this fiat code.
    "POST /bank-accounts": (http) => {
      const body = readBody(http, () => bankAccountBody);
      if (body instanceof Response) return body;
      const { name: display_name, iban } = body;
      const account = { id: newId("bka"), display_name, currency: "GBP", iban, reference: null };
      store.addDestination(http.var.company, account);
      return http.json({ data: account });
    },
  };
}

/** The Rail that a company asked for, with the entry point that creating it provisions. */
export const newRail = (company: string, body: RailBody, created_at: string): Rail => ({
  id: newId("rail"),
  ...endsOf(company, body),
  metadata: { external_id: body.metadata },
  human: null,
  created_at,
});

function endsOf(company: string, body: RailBody): RailEnds {
  switch (body.type) {
    case "ON_RAMP":
      return {
        type: body.type,
        source: fiat(body.source.asset, newVirtualAccount(company, body.source.asset)),
        destination: crypto(body.destination.asset, body.destination.wallet_id),
      };
    case "OFF_RAMP":
      return {
        type: body.type,
        source: crypto(body.source.asset, newDedicatedWallet(body.source.network_id)),
        destination: fiat(body.destination.asset, body.destination.bank_account_id),
      };
  }
}

const fiat = (asset: string, bank_account: BankAccount) =>
  ({ asset, type: "fiat", bank_account }) as const;

const crypto = (asset: string, wallet: Wallet) => ({ asset, type: "crypto", wallet }) as const;
