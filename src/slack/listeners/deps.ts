import type { Logger } from "pino";
import type {
  Catalogue,
  Clock,
  Marker,
  Messenger,
  People,
  QueueHealth,
  RailApis,
  Store,
} from "../../services/ports.ts";
import type { SlackProbe } from "../slack-probe.ts";

/** Everything that listeners and answers are made of; each takes its part by `Pick`. */
export interface ListenerDeps {
  store: Store;
  railApis: RailApis;
  people: People;
  /** Whether someone administers a workspace or installed the app there; false where Slack does not say. */
  maySetUp: (workspaceId: string, userId: string) => Promise<boolean>;
  messenger: Messenger;
  clock: Clock;
  logger: Logger;
  /** The one workspace for now; what comes from another is not answered. */
  workspaceId: string;
  /** The slash command, such as `/rail`. */
  command: string;
  catalogue: Catalogue;
  marker: Marker;
  queue: QueueHealth;
  slackProbe: SlackProbe;
  /** Of our clock before Slack's, in milliseconds; null where that is not known. */
  skewMs: () => number | null;
  /** Of Signalbox itself. */
  version: string;
  /** Has the approvers' channel told how sending stands. */
  announceFreeze: () => Promise<void>;
  approvalsChannelOf: (workspaceId: string) => string;
  newId: () => string;
  newNonce: () => string;
  expiresInHours: number;
}
