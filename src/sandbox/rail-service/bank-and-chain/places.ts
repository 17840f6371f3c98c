import type { DatabaseSync } from "node:sqlite";
import { atBank, type Location, networksLike, onChain } from "../addresses.ts";
import { query } from "../database.ts";
import type { BankAccount, Rail, Wallet } from "../interface/resources.ts";

/** Where value can be, in the books of one company: see `schema.sql`. */
export interface Place {
  number: number;
  company: string;
  kind: "outside" | "entry-point" | "conversion" | "elsewhere";
  name: string;
  /** Of the service's own places there is no location. */
  network: Location["network"] | null;
  address: string | null;
  /** The Rail of which this is an entry point. */
  rail: string | null;
  is_whitelisted: 0 | 1;
}

/** All places of all companies. What writes is called inside a transaction. */
export function createPlaces(database: DatabaseSync) {
  const places = (rest: string) => query<Place>(database, `SELECT * FROM places ${rest}`);
  const byNumber = places("WHERE number = ?");
  const byLocation = places("WHERE company = ? AND network = ? AND address = ?");
  const outside = places("WHERE company = ? AND kind = 'outside' ORDER BY number");
  const own = places("WHERE company = ? AND kind = ? AND address IS NULL");
  const companies = places("WHERE kind = 'elsewhere' ORDER BY number");
  const insert = database.prepare(
    `INSERT INTO places (company, kind, name, network, address, rail)
     VALUES (:company, :kind, :name, :network, :address, :rail)`,
  );
  const setWhitelisted = database.prepare("UPDATE places SET is_whitelisted = 1 WHERE number = ?");

  const find = (company: string, { network, address }: Location): Place | undefined =>
    byLocation.find(company, network, address);

  /** Adds the company's own account or wallet if it is not known. */
  function open(company: string, location: Location, name: string): Place {
    const known = find(company, location);
    if (known) return known;
    insert.run({ company, kind: "outside", name, ...location, rail: null });
    return open(company, location, name);
  }

  return {
    find,
    open,
    get: (number: number): Place => byNumber.get(number),
    outside: (company: string): Place[] => outside.all(company),
    own: (company: string, kind: "conversion" | "elsewhere"): Place => own.get(company, kind),
    companies: (): string[] => companies.all().map(({ company }) => company),

    /** Adds the service's own places for a new company. Returns false if they exist. */
    openOwn(company: string): boolean {
      if (own.find(company, "elsewhere")) return false;
      for (const [kind, name] of Object.entries({
        elsewhere: "Elsewhere",
        conversion: "Conversion",
      })) {
        insert.run({ company, kind, name, network: null, address: null, rail: null });
      }
      return true;
    },

    /** A dedicated wallet's address also takes what comes over another network of its kind. */
    addEntryPoint(company: string, { id, type, source }: Rail): void {
      const { network, address } = endOf(source);
      const name = type === "ON_RAMP" ? "Virtual account" : "Dedicated wallet";
      for (const each of network === "BANK" ? [network] : networksLike(network)) {
        insert.run({ company, kind: "entry-point", name, network: each, address, rail: id });
      }
    },

    /** A whitelisted destination becomes a place, so that a delivery can arrive. */
    whitelist(company: string, location: Location, name: string): void {
      setWhitelisted.run(open(company, location, name).number);
    },
  };
}

export type Places = ReturnType<typeof createPlaces>;

/** The location of a Rail's source or destination. */
export const endOf = (end: Rail["source"]): Location =>
  end.type === "fiat" ? locationOf(end.bank_account) : locationOf(end.wallet);

export const locationOf = (thing: BankAccount | Wallet): Location =>
  "iban" in thing ? atBank(thing.iban) : onChain(thing.network, thing.address);
