import {
  DESTINATION_KINDS,
  NEW_DESTINATION_KINDS,
  RAIL_KINDS,
  SETUP_KINDS,
} from "../../authority/kinds.ts";
import type { Deed } from "../../authority/table.ts";
import { AUTHORITY } from "../../authority/table.ts";
import type { Rail, RailSpec } from "../../platform/rail-api/rules/rail.ts";
import type { PolicyDocument } from "./approval/policy-document.ts";
import type { MarkedDispute, SeenEnd } from "./outcome/seen-rail.ts";

export type Environment = "sandbox" | "production";

/** A Rail service base address, its environment and the company a token belongs to. */
export interface Connection {
  id: string;
  baseUrl: string;
  environment: Environment;
}

interface Asked {
  /** People find a request by this name; the service does not know a Rail's. */
  name: string;
  reason: string;
}

export interface CreateRail extends Asked {
  kind: "create-rail";
  /** One like it existed or was requested; the requester was told so and wants one more. */
  isAnother?: true;
  /** The person's own reference, sent along as metadata. */
  reference: string | null;
  spec: RailSpec;
}

/** A place for money, without name and id. `iban` is in its electronic spelling: upper case, no spaces. */
export type DestinationDetails =
  | { kind: "wallet"; network: string; address: string }
  | { kind: "bank-account"; iban: string };

/** `POST /wallets` or `POST /bank-accounts`, and then our register. */
export interface WhitelistDestination extends Asked {
  kind: "whitelist-destination";
  details: DestinationDetails;
  /** False for a network whose address format nobody told us. */
  isFormatChecked: boolean;
}

/** Registers a destination that the service has whitelisted already; nothing is sent. */
export interface ImportDestination extends Asked {
  kind: "import-destination";
  details: DestinationDetails;
  isFormatChecked: boolean;
  /** The service's own id, as a person read it there. */
  serviceId: string;
}

/** Removes a destination from all forms; nothing is sent, and the service keeps it. */
export interface RetireDestination extends Asked {
  kind: "retire-destination";
  details: DestinationDetails;
  /** Ours, in the register. */
  destinationId: string;
  serviceId: string;
}

/** Lets the deposit instructions of a disputed Rail be shown again; nothing is sent. */
export interface EndDispute extends Asked {
  kind: "end-dispute";
  railId: string;
  type: Rail["type"];
  sourceAsset: string;
  destinationAsset: string;
  networks: readonly string[];
  /** The address or IBAN into which people would pay again; null if the service shows none. */
  entryPoint: string | null;
  /** This very dispute: another one continues. */
  dispute: MarkedDispute;
}

/** Approves a Rail that was created outside Signalbox, as the service showed it; nothing is sent. */
export interface AdoptRail extends Asked {
  kind: "adopt-rail";
  railId: string;
  type: Rail["type"];
  sourceAsset: string;
  destinationAsset: string;
  /** Both ends as shown: another Rail under this id voids the adoption. */
  source: SeenEnd;
  destination: SeenEnd;
  /** The registered destination: its value, the service's id for it, and the name that people approved. */
  details: DestinationDetails;
  destinationId: string;
  destinationName: string;
}

type NewDestination = WhitelistDestination | ImportDestination;
export type DestinationChange = NewDestination | RetireDestination;

export interface ChangePolicy extends Asked {
  kind: "change-policy";
  /** Its base version: the change is void if another one is in force. */
  from: number;
  document: PolicyDocument;
}

export interface ChangeChannel extends Asked {
  kind: "change-channel";
  /** Null if there was none. */
  from: string | null;
  channelId: string;
}

export interface ChangeConnection extends Asked {
  kind: "change-connection";
  to: Connection;
  /**
   * The id of the connection that keeps its sealed token until it takes effect: `to` itself if it is new. A former
   * `to` may still have a token, so then this is a connection of its own.
   */
  tokenAt: string;
  /** As the operator calls it in `RAIL_API_URLS`. */
  connectionName: string;
  /** The last characters of its token. */
  lastFour: string;
  /**
   * Nothing proves that the token belongs to another company than the present one: waiting requests are held, and do
   * not end.
   */
  holdsFormer?: true;
  /** The token's owner is not proven, yet a former connection continues with it: with this much of its own. */
  carriesOver?: CarriedOver;
}

export interface CarriedOver {
  destinations: number;
  /** Only waiting ones. */
  requests: number;
}

/** Decides who approves, where, and whose token is used: nothing is sent to the Rail service. */
export type SetupChange = ChangePolicy | ChangeChannel | ChangeConnection;

/** Changes that are about a wallet or bank account. */
export type MoneyChange = CreateRail | DestinationChange;

/** Anything that alters what money can do. */
export type Change = MoneyChange | AdoptRail | EndDispute | SetupChange;

export function isSetupChange(change: Change): change is SetupChange {
  return SETUP_KINDS.some((kind) => kind === change.kind);
}

/** A Rail is a Rail, whoever created it. */
export function approvesRail({ kind }: Pick<Change, "kind">): boolean {
  return RAIL_KINDS.some((each) => each === kind);
}

/** A wallet or bank account that was not in the register. */
export function isNewDestination(change: Change): change is NewDestination {
  return NEW_DESTINATION_KINDS.some((kind) => kind === change.kind);
}

export function isDestinationChange(change: Change): change is DestinationChange {
  return DESTINATION_KINDS.some((kind) => kind === change.kind);
}

/** The row of the authority table that a change falls under. */
export function deedOf(change: Change) {
  const isCarriedOver = change.kind === "change-connection" && change.carriesOver !== undefined;
  return (isCarriedOver ? "carry-over" : change.kind) satisfies Deed;
}

export const isHeldByFreeze = (change: Change) => AUTHORITY[deedOf(change)].isHeldByFreeze;

/** The destination that a change is about: where money may go, and the service's id for it, if known. */
export interface Subject {
  details: DestinationDetails;
  serviceId: string | null;
}

/**
 * Everything an approval covers. The digest covers the whole serialised value, so nobody has to remember to add a new
 * field to it.
 */
export interface Content {
  workspaceId: string;
  requestId: string;
  /** Chosen by the server, so that equal requests never share a digest. */
  nonce: string;
  connection: Connection;
  requestedBy: string;
  /** The Slack conversation of the request; its instructions go there. */
  askedIn: string;
  policyVersion: number;
  change: Change;
}
