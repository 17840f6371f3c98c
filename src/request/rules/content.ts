import type { DestinationValue } from "../../platform/payment-details/destination-value.ts";
import type { Rail, RailType } from "../../platform/rail-api/rail.ts";
import type { Settings } from "./settings.ts";

/** What approvers agree to, to the byte: all of it is serialised, and approvals name its digest. */
export interface Content {
  workspace: string;
  /** The request's id, a UUID: it is part of the Rail's tag. */
  request: string;
  /** Unguessable: the digest cannot be made in advance, nor the middle group be foreseen. */
  nonce: string;
  connection: ConnectionRef;
  traits: Traits;
  change: Change;
}

/** Another address or environment is another Rail service: it voids what was approved for this. */
export interface ConnectionRef {
  id: string;
  baseUrl: string;
  environment: string;
}

/** What decides which requirements apply and which warnings approvers see; frozen when asked. */
export interface Traits {
  /** Of the Rail; null for all else. */
  type: RailType | null;
  /** `valueKey` of the destination; null where there is none. */
  destination: string | null;
  /** No Rail that matched its approval delivers there. */
  isFirstUse: boolean;
  warnings: readonly Warning[];
}

/** A content names at most this many Rails of its route, which may have thousands. */
export const MOST_OF_ROUTE = 50;

/** Of what is about no Rail and no destination. */
export const NO_TRAITS = { type: null, destination: null, isFirstUse: false, warnings: [] };

/** In the order in which screens show them, worst first. */
export type Warning =
  | { is: "token-contract" }
  | { is: "looks-like"; name: string; value: DestinationValue; isWaiting?: true }
  | { is: "name-alike"; name: string }
  | { is: "first-use" }
  /** A Rail of the same route, or a request that still waits, which the requester saw and ticked. */
  | { is: "second-rail"; name: string; since: string; isWaiting?: true };

export type Change = CreateRail | AddDestination | TrustRail | ChangeSettings | Resume;
export type KindName = Change["kind"];

export interface CreateRail {
  kind: "create-rail";
  name: string;
  reason: string;
  /** Stored with the Rail at the service, behind our tag. */
  reference: string | null;
  type: RailType;
  source: Source;
  destination: { asset: string } & Registered;
}

interface Source {
  asset: string;
  /** Only of an off-ramp: that of the wallet which the service makes. */
  network: string | null;
}

/** A destination of the register. */
export interface Registered {
  /** The `add-destination` request that registered it. */
  request: string;
  /** Its id at the service. */
  id: string;
  name: string;
  value: DestinationValue;
}

/** Whitelisting sends it to the service. With a `serviceId` it is an import: nothing is sent. */
export interface AddDestination {
  kind: "add-destination";
  name: string;
  reason: string;
  value: DestinationValue;
  serviceId: string | null;
}

/** Lifts the hold of a Rail, or adopts one that was made elsewhere: exactly as it is shown. */
export interface TrustRail {
  kind: "trust-rail";
  name: string;
  reason: string;
  railId: string;
  /** All that the service shows of it. */
  shown: Rail;
  /** Where it delivers, as `shown` says. */
  value: DestinationValue;
  /** That one's name in the register; null if it is not there: trusting registers nothing. */
  registeredAs: string | null;
  /** The request that created it here; null for one that was made elsewhere. */
  made: { request: string; number: number } | null;
  /** What differs from its approval, or from what was shown before, by path. */
  differs: readonly string[];
  /** Another Rail bears the same tag. */
  hasTwin: boolean;
  /** Trusting it settles these, and none that is made later. */
  reports: readonly Report[];
}

/** Somebody's problem with a Rail, or their stop of all sending (`by` may be `signalbox`). */
export interface Report {
  by: string;
  /** ISO 8601. */
  at: string;
  reason: string;
}

/** Decides who decides, and all else that a workspace sets. */
export interface ChangeSettings {
  kind: "change-settings";
  /** Which part of the settings. */
  name: string;
  reason: string;
  /** The version that it was drawn against: under any other it is void. */
  from: number;
  before: Settings;
  settings: Settings;
  /** What the destinations in its conditions are called, by their keys. */
  destinations: DestinationNames;
}

export type DestinationNames = Readonly<Record<string, string>>;

/** Ends a freeze. A second person's freeze replaces it by one with all reasons. */
export interface Resume {
  kind: "resume";
  stops: readonly Report[];
}

export type ContentOf<K extends KindName> = Content & { change: Extract<Change, { kind: K }> };

/** Whether the requester has to want another Rail of the same route. */
export const isSecondRail = ({ warnings }: Traits): boolean =>
  warnings.some(({ is }) => is === "second-rail");

/** Narrows a content to one kind. */
export function isOfKind<K extends KindName>(content: Content, kind: K): content is ContentOf<K> {
  return content.change.kind === kind;
}

/** Where a change sends money; null where it sends none. */
export function valueIn(change: Change): DestinationValue | null {
  switch (change.kind) {
    case "create-rail":
      return change.destination.value;
    case "add-destination":
    case "trust-rail":
      return change.value;
    case "change-settings":
    case "resume":
      return null;
  }
}

/** Whether carrying it out calls the Rail service. */
export const isSent = ({ change }: Content): boolean =>
  change.kind === "create-rail" || (change.kind === "add-destination" && change.serviceId === null);

/** Two Rails with one route do the same. `value` is the key of its destination's value. */
export function routeKey(
  { type, source, destination }: { type: string; source: Source; destination: { asset: string } },
  value: string,
): string {
  return [type, source.asset, source.network ?? "", destination.asset, value].join("|");
}
