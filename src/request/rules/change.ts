import { DESTINATION_KINDS, SETUP_KINDS } from "../../authority/kinds.ts";
import type { Deed } from "../../authority/table.ts";
import type { Rail, RailSpec } from "../../platform/rail-api/rules/rail.ts";
import type { PolicyDocument } from "./approval/policy-document.ts";
import type { MarkedDispute, SeenEnd } from "./outcome/seen-rail.ts";

export type Environment = "sandbox" | "production";

/** A Rail service base address, its environment and the company a token belongs to. */
export interface Connection {
  id: string;
  /** With the version prefix, without a trailing slash. */
  baseUrl: string;
  environment: Environment;
}

interface Asked {
  /** How people find what is asked for; of a Rail the service does not know it. */
  name: string;
  reason: string;
}

export interface CreateRail extends Asked {
  kind: "create-rail";
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
  /** False for a network of which nobody told us what its addresses look like. */
  isFormatChecked: boolean;
}

/** Puts into our register what the service has whitelisted already; nothing is sent. */
export interface ImportDestination extends Asked {
  kind: "import-destination";
  details: DestinationDetails;
  isFormatChecked: boolean;
  /** The service's own id, as a person read it there. */
  serviceId: string;
}

/** Takes a destination out of all forms; nothing is sent, and the service goes on knowing it. */
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
  /** The address or IBAN into which people would pay again; null where the service shows none. */
  entryPoint: string | null;
  /** This very dispute: another one goes on. */
  dispute: MarkedDispute;
}

/** Approves a Rail that was created outside Signalbox, as the service showed it; nothing is sent. */
export interface AdoptRail extends Asked {
  kind: "adopt-rail";
  railId: string;
  type: Rail["type"];
  sourceAsset: string;
  destinationAsset: string;
  /** Both ends as they were shown: with any other Rail under this id the adoption is void. */
  source: SeenEnd;
  destination: SeenEnd;
  /** The registered destination: its value, the service's id for it, and the name that people approved. */
  details: DestinationDetails;
  destinationId: string;
  destinationName: string;
}

export type DestinationChange = WhitelistDestination | ImportDestination | RetireDestination;

/** Another policy for the workspace. */
export interface ChangePolicy extends Asked {
  kind: "change-policy";
  /** The version that it was made from: with another one in force it is void. */
  from: number;
  document: PolicyDocument;
}

/** Another channel for approvals. */
export interface ChangeChannel extends Asked {
  kind: "change-channel";
  /** Null where there was none. */
  from: string | null;
  channelId: string;
}

/** Another Rail connection. */
export interface ChangeConnection extends Asked {
  kind: "change-connection";
  to: Connection;
  /**
   * The id of the connection under which its token is kept, sealed, until it comes into force: `to` itself where that is
   * new, and one of its own where `to` is a former one, which may have a token still.
   */
  tokenAt: string;
  /** As the operator calls it in `RAIL_API_URLS`. */
  connectionName: string;
  /** The last characters of its token. */
  lastFour: string;
  /** Nothing proves that the token is another company's than the one in use: what waits now is held, and does not end. */
  holdsFormer?: true;
  /** The token's owner is not proven, and a former connection goes on with it all the same: with so much of its own. */
  carriesOver?: CarriedOver;
}

export interface CarriedOver {
  destinations: number;
  /** That wait. */
  requests: number;
}

/** Decides who approves, where they are asked, and whose token is used: nothing is sent to the Rail service. */
export type SetupChange = ChangePolicy | ChangeChannel | ChangeConnection;

/** Changes that are about a wallet or bank account. */
export type MoneyChange = CreateRail | DestinationChange;

/** Anything that alters what money can do. */
export type Change = MoneyChange | AdoptRail | EndDispute | SetupChange;

export function isSetupChange(change: Change): change is SetupChange {
  return SETUP_KINDS.some((kind) => kind === change.kind);
}

export function isDestinationChange(change: Change): change is DestinationChange {
  return DESTINATION_KINDS.some((kind) => kind === change.kind);
}

/** The row of the authority table that a change falls under. */
export function deedOf(change: Change) {
  const isCarriedOver = change.kind === "change-connection" && change.carriesOver !== undefined;
  return (isCarriedOver ? "carry-over" : change.kind) satisfies Deed;
}

/** The destination that a change is about: where money may go, and the service's id for it once there is one. */
export interface Subject {
  details: DestinationDetails;
  serviceId: string | null;
}

/**
 * Everything an approval covers. It is serialised whole for the digest, so that a field added here is covered
 * without anyone having to remember it.
 */
export interface Content {
  workspaceId: string;
  requestId: string;
  /** Chosen by the server, so that equal requests never share a digest. */
  nonce: string;
  connection: Connection;
  requestedBy: string;
  /** The Slack conversation in which it was asked for; the instructions go there. */
  askedIn: string;
  policyVersion: number;
  change: Change;
}
