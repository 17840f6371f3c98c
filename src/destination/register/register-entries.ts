import type { DestinationLine, EntryFacts } from "../../request/queries/destinations.ts";
import type { DestinationRequest } from "../../request/rules/change-request.ts";
import { numberOf } from "../../request/rules/change-request.ts";
import type { Destination } from "../../request/rules/destination.ts";
import {
  destinationFacts,
  paymentDetailOf,
  serviceIdOf,
  whyUnusable,
} from "../../request/rules/destination.ts";
import { digestOf } from "../../request/rules/digest.ts";
import { subjectOf } from "../../request/rules/kind-rules.ts";
import type { SeenEnd, SeenRail } from "../../request/rules/outcome/seen-rail.ts";

/** In the order in which the list offers them. */
export const REGISTER_FILTERS = [
  "all",
  "wallets",
  "bank-accounts",
  "usable",
  "cooling-down",
  "waiting",
  "retired",
  "unregistered",
] as const;

export type RegisterFilter = (typeof REGISTER_FILTERS)[number];

/** A line of the register before anything more is read about it. */
export type RegisterEntry =
  | { is: "registered"; destination: Destination }
  /** Asked for, and not in the register yet. */
  | { is: "waiting"; request: DestinationRequest }
  /** Rails made elsewhere deliver there, all of them under one id at the service; the last seen comes first. */
  | { is: "unregistered"; end: SeenEnd; rails: readonly SeenRail[] };

/** As much of an entry as order, filter and search need. A registered one is read in full only for the page that shows it. */
export type RegisterLine =
  | ({ is: "registered" } & DestinationLine)
  | { is: "waiting" | "unregistered"; facts: EntryFacts; entry: RegisterEntry };

/** In one order whatever the database: by the small letters of the name, then by id. */
export function sortedLines(
  destinations: readonly DestinationLine[],
  awaited: readonly DestinationRequest[],
  unregistered: readonly SeenRail[],
): RegisterLine[] {
  const lines: RegisterLine[] = [
    ...destinations.map((line) => ({ is: "registered", ...line }) as const),
    ...otherEntries(awaited, unregistered).map((entry) => lineOf(entry)),
  ];
  return lines
    .map((line) => ({ line, key: sortKey(line.facts) }))
    .sort((one, other) => compared(one.key, other.key))
    .map(({ line }) => line);
}

/** What is asked for, and where Rails made elsewhere deliver. */
export function otherEntries(
  awaited: readonly DestinationRequest[],
  unregistered: readonly SeenRail[],
): RegisterEntry[] {
  return [
    ...awaited.map((request) => ({ is: "waiting", request }) as const),
    ...byServiceId(unregistered),
  ];
}

function lineOf(entry: RegisterEntry): RegisterLine {
  const is = entry.is === "waiting" ? "waiting" : "unregistered";
  return { is, entry, facts: factsOf(entry) };
}

export function isShown(
  line: RegisterLine,
  { filter, search }: { filter: RegisterFilter; search: string | null },
  now: string,
): boolean {
  return passes(line, filter, now) && (search === null || holds(line.facts, search));
}

function passes(line: RegisterLine, filter: RegisterFilter, now: string): boolean {
  const unusable = line.is === "registered" ? whyUnusable(line, now) : null;
  switch (filter) {
    case "all":
      return true;
    case "wallets":
      return line.facts.kind === "wallet";
    case "bank-accounts":
      return line.facts.kind === "bank-account";
    case "usable":
      return unusable === undefined;
    case "cooling-down":
    case "retired":
      return unusable === filter;
    case "waiting":
    case "unregistered":
      return line.is === filter;
  }
}

/** Shorter ones stand somewhere in every other address and id by chance. */
const SHORTEST_IN_VALUE = 4;

/** Every word somewhere in it; or all of them together in the value, for an IBAN typed in groups. */
function holds({ name, network, value, serviceId, number }: EntryFacts, search: string): boolean {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const inOne = (texts: readonly (string | null)[], word: string) =>
    texts.some((text) => text?.toLowerCase().includes(word));
  const isThere = (word: string) =>
    inOne([name, network, number], word) ||
    (word.length >= SHORTEST_IN_VALUE && inOne([value, serviceId], word));
  const together = words.join("");
  return (
    words.every(isThere) ||
    (together.length >= SHORTEST_IN_VALUE && value.toLowerCase().includes(together))
  );
}

/** What a menu carries for an entry: Slack takes 150 characters, and an id at the service may have more. */
export function refOf(entry: RegisterEntry): string {
  const { id } = factsOf(entry);
  const { is } = entry;
  return is === "unregistered" ? `${is}:${digestOf(id).slice(0, 32)}` : `${is}:${id}`;
}

export function factsOf(entry: RegisterEntry): EntryFacts {
  switch (entry.is) {
    case "registered": {
      const { destination } = entry;
      const { id, kind } = destination;
      const serviceId = serviceIdOf(destination);
      return { ...destinationFacts(destination), id, kind, serviceId, number: null };
    }
    case "waiting": {
      const { request } = entry;
      const { details, serviceId } = subjectOf(request);
      return {
        id: request.id,
        name: request.content.change.name,
        kind: details.kind,
        network: details.kind === "wallet" ? details.network : null,
        value: paymentDetailOf(details).value,
        serviceId,
        number: numberOf(request),
      };
    }
    case "unregistered": {
      const { displayName, detail, network, serviceId } = entry.end;
      return {
        id: serviceId ?? `Rail ${entry.rails[0]?.railId}`,
        name: displayName,
        kind: network === null ? "bank-account" : "wallet",
        network,
        value: detail?.value ?? "",
        serviceId,
        number: null,
      };
    }
  }
}

function sortKey({ name, id }: EntryFacts): string {
  return `${name.toLowerCase()}\u0000${id}`;
}

const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** A Rail without an id stands alone: nothing says that two of them share a destination. */
function byServiceId(rails: readonly SeenRail[]): RegisterEntry[] {
  const groups = new Map<string, SeenRail[]>();
  for (const rail of rails) {
    const { serviceId } = rail.destination;
    const key = JSON.stringify(serviceId === null ? { rail: rail.railId } : { serviceId });
    const group = groups.get(key);
    if (group) group.push(rail);
    else groups.set(key, [rail]);
  }
  return [...groups.values()].flatMap((group): RegisterEntry[] => {
    const latest = group.toSorted((one, other) => compared(other.lastSeenAt, one.lastSeenAt));
    return latest[0] ? [{ is: "unregistered", end: latest[0].destination, rails: latest }] : [];
  });
}
