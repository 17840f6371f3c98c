import type { Rail } from "../../platform/rail-api/rail.ts";
import type { Standing } from "../../platform/slack/answers.ts";
import type { ConnectionRef } from "./content.ts";
import type { Forces } from "./entry.ts";
import type { InForce } from "./settings.ts";
import type { Tag } from "./tag.ts";

/** What is true around a request when a step is decided, read after the lock and from Slack. */
export interface Around {
  /** The database's time, ISO 8601 with milliseconds. */
  now: string;
  /** When the step was begun, before anything was read or asked for it; a claim's look is later. */
  begunAt: string;
  /** The number of the audit's last entry: the next one is one higher. */
  head: number;
  forces: Forces;
  /** Null before the first settings. */
  inForce: InForce | null;
  /** The connection that the settings name; null if it has none. */
  connection: Connection | null;
  /** The number of the last `restored` entry, 0 if there is none: only later approvals count. */
  restoredAt: number;
  /** Slack's answers; a person who is missing is one about whom Slack said nothing. */
  standings: ReadonlyMap<string, Standing>;
  /** Why the content cannot be carried out now, as its kind says. */
  obstacle: Obstacle | null;
  /** The newest done request that trusts this one's Rail; null if none does. */
  trustedBy: string | null;
  /** What the newest complete walk shows about this request; null before the first one. */
  look: Look | null;
}

export interface Connection extends ConnectionRef {
  hasToken: boolean;
  /** The operator's list names this address with this environment. */
  isListed: boolean;
}

/** `void` ends the request; `wait` may pass. */
export type Obstacle = { is: "void" | "wait"; because: ObstacleReason; until?: string };

/** `same-route`: somebody else asked for it meanwhile, which the requester has not seen. */
export type ObstacleReason =
  | OfDestination
  | OfTrust
  | "cool-down"
  | "name-taken"
  | "same-route"
  | "superseded"
  | "operator-sets";
/** `trust-open`: somebody else asked for it. */
type OfTrust = "rail-changed" | "reported-since" | "trust-open";
type OfDestination = "destination-gone" | "destination-contradicted" | OfRegister;
type OfRegister = "destination-registered" | "id-registered";

/** A complete walk of the service's list, reduced to what concerns one request. */
export interface Look {
  /** ISO 8601, by the database's clock. */
  beganAt: string;
  endedAt: string;
  sightings: readonly Sighting[];
}

/** A Rail that bears the request's tag, or has its route and belongs to nobody. */
export interface Sighting {
  /** Its id, or a digest where it has none: the key of our mirror. */
  key: string;
  rail: Rail;
  tag: Tag | null;
  /** The request that it belongs to. */
  owner: string | null;
  firstSeen: string;
}
