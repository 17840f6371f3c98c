import type { Logger } from "pino";
import type { Installations } from "../../services/installation-ports.ts";
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
  messenger: Messenger;
  clock: Clock;
  logger: Logger;
  /** The slash command, such as `/rail`. */
  command: string;
  catalogue: Catalogue;
  marker: Marker;
  queue: QueueHealth;
  /** Has the approvers' channel told how sending stands. */
  announceFreeze: () => Promise<void>;
  /** Null where none was chosen yet: then nothing can be asked for. */
  approvalsChannelOf: (workspaceId: string) => Promise<string | null>;
  newId: () => string;
  newNonce: () => string;
  expiresInHours: number;
  /** Absent where a bot token is configured. */
  installations?: Installations;
}
