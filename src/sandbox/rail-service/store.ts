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

/** What adds something has committed it when it returns. No company finds another one's. */
export function createStore({ database, places, onChange }: Deps) {
  /** Only what this file has stored is read. */
  function resources<Resource>(of: string) {
    const found = query<{ resource: string }>(database, `SELECT resource FROM ${of}`);
    return (...values: (string | number)[]) =>
      found.all(...values).map(({ resource }): Resource => JSON.parse(resource));
  }
  const wallet = resources<Wallet>("destinations WHERE company = ? AND id = ?");
  const bankAccount = resources<BankAccount>("destinations WHERE company = ? AND id = ?");
  const oneRail = resources<Rail>("rails WHERE company = ? AND id = ?");
  const slice = resources<Rail>("rails WHERE company = ? AND nth > ? ORDER BY nth LIMIT ?");
  const latest = resources<Rail>("rails WHERE company = ? ORDER BY nth DESC LIMIT ?");
  const count = query<{ count: number }>(
    database,
    "SELECT coalesce(max(nth), 0) AS count FROM rails WHERE company = ?",
  );
  const insertDestination = database.prepare("INSERT INTO destinations VALUES (?, ?, ?)");
  const insertRail = database.prepare("INSERT INTO rails VALUES (?, ?, ?, ?)");
  const countRails = (company: string) => count.get(company).count;

  function change(company: string, work: () => void): void {
    inTransaction(database, work);
    onChange(company);
  }

  return {
    whitelistOf: (company: string): Whitelist => ({
      wallet: (id) => (id.startsWith("wa_") ? wallet(company, id)[0] : undefined),
      bankAccount: (id) => (id.startsWith("bka_") ? bankAccount(company, id)[0] : undefined),
    }),

    addDestination(company: string, thing: Wallet | BankAccount): void {
      change(company, () => {
        insertDestination.run(thing.id, company, JSON.stringify(thing));
        places.whitelist(company, locationOf(thing), thing.display_name);
      });
    },

    /** Saves the Rail and its entry point in one transaction. */
    addRail(company: string, rail: Rail): void {
      change(company, () => {
        insertRail.run(rail.id, company, countRails(company) + 1, JSON.stringify(rail));
        places.addEntryPoint(company, rail);
      });
    },

    rail: (company: string, id: string): Rail | undefined => oneRail(company, id)[0],
    countRails,
    /** Oldest first, so that a Rail created between two reads moves none to another page. */
    rails: (company: string, offset = 0, limit = -1): Rail[] => slice(company, offset, limit),
    /** The latest Rails, newest first. */
    latestRails: (company: string, limit: number): Rail[] => latest(company, limit),
  };
}

export type Store = ReturnType<typeof createStore>;
