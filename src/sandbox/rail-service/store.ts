import type { DatabaseSync } from "node:sqlite";
import { locationOf, type Places } from "./bank-and-chain/places.ts";
import { inTransaction, query } from "./database.ts";
import type { Whitelist } from "./interface/bodies.ts";
import type { BankAccount, Rail, Wallet } from "./interface/resources.ts";

interface Deps {
  database: DatabaseSync;
  /** Learns of every entry point and every whitelisted destination. */
  places: Places;
  /** Is called for every company whose state changed. */
  onChange(company: string): void;
}

/**
 * The Rails and the whitelisted destinations of all companies. No company finds another one's. What
 * adds something has committed it when it returns.
 */
export function createStore({ database, places, onChange }: Deps) {
  const destination = query<Stored>(
    database,
    "SELECT resource FROM destinations WHERE company = ? AND id = ?",
  );
  const oneRail = query<Stored>(
    database,
    "SELECT resource FROM rails WHERE company = ? AND id = ?",
  );
  const slice = query<Stored>(
    database,
    "SELECT resource FROM rails WHERE company = ? AND nth > ? ORDER BY nth LIMIT ?",
  );
  const fromLatest = query<Stored>(
    database,
    "SELECT resource FROM rails WHERE company = ? ORDER BY nth DESC LIMIT ?",
  );
  const count = query<{ count: number }>(
    database,
    "SELECT coalesce(max(nth), 0) AS count FROM rails WHERE company = ?",
  );
  const addDestination = database.prepare("INSERT INTO destinations VALUES (?, ?, ?)");
  const insertRail = database.prepare("INSERT INTO rails VALUES (?, ?, ?, ?)");
  const countRails = (company: string) => count.get(company).count;

  function change(company: string, work: () => void): void {
    inTransaction(database, work);
    onChange(company);
  }

  return {
    whitelistOf: (company: string): Whitelist => ({
      wallet: (id) =>
        id.startsWith("wa_") ? read<Wallet>(destination.find(company, id)) : undefined,
      bankAccount: (id) =>
        id.startsWith("bka_") ? read<BankAccount>(destination.find(company, id)) : undefined,
    }),

    addWallet(company: string, wallet: Wallet): void {
      change(company, () => {
        addDestination.run(wallet.id, company, JSON.stringify(wallet));
        places.whitelist(company, locationOf(wallet), wallet.display_name);
      });
    },

    addBankAccount(company: string, account: BankAccount): void {
      change(company, () => {
        addDestination.run(account.id, company, JSON.stringify(account));
        places.whitelist(company, locationOf(account), account.display_name);
      });
    },

    /** Saves the Rail and its entry point in one transaction. */
    addRail(company: string, rail: Rail): void {
      change(company, () => {
        insertRail.run(rail.id, company, countRails(company) + 1, JSON.stringify(rail));
        places.addEntryPoint(company, rail);
      });
    },

    rail: (company: string, id: string): Rail | undefined => read<Rail>(oneRail.find(company, id)),
    countRails,
    /** Oldest first, so that a Rail created between two reads moves none to another page. */
    rails: (company: string, offset = 0, limit = -1): Rail[] =>
      slice.all(company, offset, limit).map(toResource<Rail>),
    /** The latest Rails, newest first. */
    latestRails: (company: string, limit: number): Rail[] =>
      fromLatest.all(company, limit).map(toResource<Rail>),
  };
}

export type Store = ReturnType<typeof createStore>;

interface Stored {
  resource: string;
}

/** Only what this file has stored is read. */
const toResource = <Resource>({ resource }: Stored): Resource => JSON.parse(resource);

const read = <Resource>(found: Stored | undefined) => found && toResource<Resource>(found);
