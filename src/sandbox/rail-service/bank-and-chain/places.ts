import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { networksLike } from "../addresses.ts";
import type { Rail } from "../entities.ts";
import { entryPointOf } from "../rail-ends.ts";
import { querying } from "../requests/query.ts";
import {
  isOutside,
  type KnownOutside,
  type KnownPlace,
  type Location,
  type OwnKind,
  placeRow,
} from "./place.ts";

const OWN_PLACES: readonly { kind: OwnKind; name: string }[] = [
  { kind: "elsewhere", name: "Elsewhere" },
  { kind: "conversion", name: "Conversion" },
  { kind: "fees", name: "Fees" },
];

/** All places of all companies. Call the functions that write inside a transaction. */
export function createPlaces(database: DatabaseSync) {
  const places = querying(database, placeRow, "SELECT * FROM places");
  const byNumber = places("WHERE number = ?");
  const byLocation = places(
    `WHERE network = ? AND address = ? ORDER BY rail IS NULL, company <> ?, number LIMIT 1`,
  );
  const ofCompany = places("WHERE company = ? AND network = ? AND address = ?");
  const outsideFromLatest = places(
    "WHERE company = ? AND kind IN ('bank-account', 'wallet') ORDER BY number DESC LIMIT ?",
  );
  const own = places("WHERE company = ? AND kind = ? AND address IS NULL");
  const named = querying(
    database,
    z.object({ company: z.string() }),
    "SELECT DISTINCT company FROM places",
  );
  const companies = named("WHERE kind = 'elsewhere' AND address IS NULL ORDER BY number");
  const notYetOpen = named(
    "WHERE company NOT IN (SELECT company FROM places WHERE kind = 'elsewhere' AND address IS NULL)",
  );
  const insert = database.prepare(
    `INSERT INTO places (company, kind, name, network, address, rail)
     VALUES (:company, :kind, :name, :network, :address, :rail)`,
  );
  const markWhitelisted = database.prepare(
    "UPDATE places SET is_whitelisted = 1 WHERE company = ? AND network = ? AND address = ?",
  );

  /** The place that receives a payment of this company: an entry point, or an account or wallet of any company. */
  function resolve(company: string, { network, address }: Location): KnownPlace | undefined {
    return byLocation.find(network, address, company);
  }

  /** The company's own account or wallet. */
  function findOutside(company: string, { network, address }: Location): KnownOutside | undefined {
    const place = ofCompany.find(company, network, address);
    return place && isOutside(place) ? place : undefined;
  }

  /** Finds or adds the company's account or wallet. */
  function openOutside(company: string, location: Location, name: string): KnownOutside {
    const known = findOutside(company, location);
    if (known) return known;
    const kind = location.network === "BANK" ? "bank-account" : "wallet";
    insert.run({ company, kind, name, ...location, rail: null });
    return openOutside(company, location, name);
  }

  /** True if the company has places here. */
  const isOpen = (company: string): boolean => own.find(company, "elsewhere") !== undefined;

  function isWhitelisted(company: string, location: Location): boolean {
    return findOutside(company, location)?.is_whitelisted ?? false;
  }

  return {
    resolve,
    findOutside,
    openOutside,
    isWhitelisted,
    get: (number: number): KnownPlace => byNumber.get(number),
    /** The latest places, oldest first. */
    listOutside: (company: string, limit: number): KnownOutside[] =>
      outsideFromLatest.all(company, limit).reverse().filter(isOutside),
    own: (company: string, kind: OwnKind): KnownPlace => own.get(company, kind),
    isOpen,
    companies: (): string[] => companies.all().map(({ company }) => company),
    /** Companies of an earlier release: they have places, but none of the service's own. */
    notYetOpen: (): string[] => notYetOpen.all().map(({ company }) => company),

    /** Adds the service's own places for a company; false if they exist. */
    openOwn(company: string): boolean {
      if (isOpen(company)) return false;
      for (const place of OWN_PLACES) {
        insert.run({ ...place, company, network: null, address: null, rail: null });
      }
      return true;
    },

    addEntryPoint(company: string, rail: Rail): void {
      const { network, address } = entryPointOf(rail);
      const { displayName: name } = rail.type === "ON_RAMP" ? rail.bankAccount : rail.wallet;
      const kind = rail.type === "ON_RAMP" ? "virtual-account" : "dedicated-wallet";
      // An address is valid on every network of its kind.
      const networks = network === "BANK" ? [network] : networksLike(network);
      for (const each of networks) {
        insert.run({ company, kind, name, network: each, address, rail: rail.id });
      }
    },

    /** A whitelisted destination becomes a place, so that a delivery can arrive. */
    whitelist(company: string, location: Location, name: string): void {
      if (resolve(company, location)?.rail) return;
      openOutside(company, location, name);
      markWhitelisted.run(company, location.network, location.address);
    },
  };
}

export type Places = ReturnType<typeof createPlaces>;
