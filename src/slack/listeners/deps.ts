import type { Logger } from "pino";
import type { Clock } from "../../services/ports/clock.ts";
import type { QueueHealth } from "../../services/ports/jobs.ts";
import type { Marker } from "../../services/ports/marker.ts";
import type { Catalogue, RailApis } from "../../services/ports/rail-api.ts";
import type {
  Administrators,
  OfferedRailApi,
  RailApiAt,
  UserGroups,
} from "../../services/ports/setup.ts";
import type { Messenger, People } from "../../services/ports/slack.ts";
import type { Store } from "../../services/ports/store.ts";
import type { LinkAbout } from "../../services/setup-link.ts";
import type { SlackProbe } from "../slack-probe.ts";

/** What setting a workspace up is made of. */
export interface SetupParts {
  /** As the operator lists them. */
  offered: readonly OfferedRailApi[];
  railApiAt: RailApiAt;
  /** Seals a token for one workspace. */
  seal: (token: string, workspaceId: string) => string;
  administrators: Administrators;
  installerOf: (workspaceId: string) => Promise<string | null>;
  groups: UserGroups;
  /** The address of a new link to our page; absent where the bot has no public address. */
  linkFor?: (about: LinkAbout) => Promise<string>;
}

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
  /** Null where none was chosen yet: then nothing can be asked for. */
  approvalsChannelOf: (workspaceId: string) => Promise<string | null>;
  newId: () => string;
  newNonce: () => string;
  setup: SetupParts;
}
