import type { Logger } from "pino";
import type { Pins } from "../authority/pins.ts";
import type { Db } from "../platform/database/schema.ts";
import type { Seal } from "../platform/database/seal.ts";
import type { Clock } from "../platform/process/clock.ts";
import type { QueueHealth } from "../platform/queue/job.ts";
import type { InTransaction } from "../platform/queue/transaction.ts";
import type { ListedService } from "../platform/rail-api/listed-clients.ts";
import type { Catalogue, RailApi, RailApis } from "../platform/rail-api/rail-api.ts";
import type { Administrators, Messenger, Pace, People } from "../platform/slack/slack.ts";
import type { SlackProbe } from "../platform/slack/slack-probe.ts";
import type { UserGroups } from "../platform/slack/user-groups.ts";
import type { Marker } from "./marker.ts";
import type { AuditState } from "./queries/audit-checks.ts";
import type { Environment } from "./rules/change.ts";
import type { OpenLimits } from "./rules/open-limits.ts";
import type { Pauses } from "./rules/outcome/pauses.ts";

/** A verb, and its line in the help. */
export interface Verb {
  /** Empty for the slash command alone. */
  verb: string;
  usage: { takes: string; does: string };
  /** Other words that people type when they mean this verb: help suggests it. */
  meantBy?: readonly string[];
}

/** A base address that the operator lists; nobody can type another. */
export interface OfferedRailApi {
  /** As the operator calls it. */
  name: string;
  /** With the version prefix, without a trailing slash. */
  baseUrl: string;
  environment: Environment;
}

/** A link to our page, on which one person enters the token of one connection. */
export interface LinkAbout {
  workspaceId: string;
  userId: string;
  userName: string;
  /** The approvers read it if the token opens another connection. */
  reason: string;
  /** The view in Slack to redraw once the token is kept. */
  viewId: string | null;
  api: OfferedRailApi;
}

/** The parts that only the set-up of a workspace needs. */
export interface SetupParts {
  /** As the operator lists them. */
  offered: readonly OfferedRailApi[];
  /** A client for an address and a token that do not belong to a connection yet. */
  railApiAt: (access: ListedService & { token: string }) => RailApi;
  administrators: Administrators;
  installerOf: (workspaceId: string) => Promise<string | null>;
  groups: UserGroups;
  /** The address of a new link to our page; absent where the bot has no public address. */
  linkFor?: (about: LinkAbout) => Promise<string>;
}

/** Everything that listeners and answers are made of; each takes its part by `Pick`. */
export interface Context {
  db: Db;
  transaction: InTransaction;
  seal: Seal;
  /** The environment sets these: people in Slack may only tighten them. */
  pins: Pins;
  draftsPerPerson: number;
  railApis: RailApis;
  people: People;
  /** Whether somebody may set up a workspace; false if Slack does not say. */
  maySetUp: (workspaceId: string, userId: string) => Promise<boolean>;
  messenger: Messenger;
  /** Turns in a workspace's lanes, the same for all processes. */
  pace: Pick<Pace, "take">;
  clock: Clock;
  logger: Logger;
  /** The slash command, such as `/rail`. */
  command: string;
  /** As help lists them. */
  verbs: readonly Verb[];
  catalogue: Catalogue;
  marker: Marker;
  queue: QueueHealth;
  slackProbe: SlackProbe;
  /** How far our clock is ahead of Slack's, in milliseconds; null if that is not known. */
  skewMs: () => number | null;
  /** How far this machine's clock is ahead of the database's, in milliseconds. */
  clockOffMs: () => number;
  /** Throws a `ClockOff` if this clock is too far from the database's. */
  checkClock: () => Promise<void>;
  auditState: (workspaceId: string) => Promise<AuditState>;
  /** Signs heads of the audit, stamps them, and keeps them outside the database. */
  evidence: {
    /** 32 bytes; null if no key is set, and then nothing is signed. */
    signingKey: Uint8Array | null;
    /** A time-stamp authority (RFC 3161). */
    tsaUrl: string | null;
    directory: string;
  };
  /** The version of Signalbox itself. */
  version: string;
  /** Announces in the approvals channel how sending stands. */
  announceFreeze: () => Promise<void>;
  /** Tells the approvers what was changed without them. */
  announceChanges: () => Promise<void>;
  /** Null if none was chosen yet: then nothing can be requested. */
  approvalsChannelOf: (workspaceId: string) => Promise<string | null>;
  newId: () => string;
  newNonce: () => string;
  /** The usual ones when absent. */
  pauses?: Pauses;
  /** The usual ones when absent. */
  openRequests?: OpenLimits;
  /** The months between reviews; null for none. */
  reviewMonths: number | null;
  /** How many questions about the policy one person may ask; the usual number when absent. */
  questionsAMinute?: number;
  setup: SetupParts;
}
