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

/** Everything that listeners and answers are made of; each takes its part by `Pick`. */
export interface ListenerDeps {
  store: Store;
  railApis: RailApis;
  people: People;
  /** Whoever installed the app in a workspace; null where nobody did, since its token is configured. */
  installerOf: (workspaceId: string) => Promise<string | null>;
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
  /** Has the approvers' channel told how sending stands. */
  announceFreeze: () => Promise<void>;
  approvalsChannelOf: (workspaceId: string) => string;
  newId: () => string;
  newNonce: () => string;
  expiresInHours: number;
}
