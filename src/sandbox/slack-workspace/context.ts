import type { Clock } from "./control/clock.ts";
import type { Faults } from "./control/faults.ts";
import type { Deliver } from "./delivery/transport.ts";
import type { Directory } from "./kept/directory.ts";
import type { Installation, Installations } from "./kept/installations.ts";
import type { Messages } from "./kept/messages.ts";
import type { ResponseTarget, Tickets, Trigger } from "./kept/tickets.ts";
import type { Views } from "./kept/views.ts";
import type { OAuth } from "./oauth/oauth.ts";
import type { Changes } from "./page-routes/changes.ts";
import type { Seed, SeedApp } from "./seed.ts";

/** The app in one workspace, for the Web API and for people. */
export interface Context extends Shared {
  /** The seed is live: its present values count. */
  seed: Seed;
  /** Undefined while the app is not installed. */
  installation(): Installation | undefined;
  directory: Directory;
  messages: Messages;
  views: Views;
  /** By the id of the file. */
  uploads: Map<string, Upload>;
  triggers: Tickets<Trigger>;
  responseUrls: Tickets<ResponseTarget>;
  changes: Changes;
}

/** What belongs to the whole server. */
export interface Shared {
  workspaces(): readonly Context[];
  installations: Installations;
  oauth: OAuth;
  clock: Clock;
  now: () => number;
  faults: Faults;
  deliver: Deliver;
  /** The page's address. */
  url: () => string;
  /** The app opens its next Socket Mode connection there. */
  socketUrl: () => string;
}

/** A file comes in three steps: announced, received, shared. */
export interface Upload {
  name: string;
  length: number;
  announcedAt: number;
  bytes?: Uint8Array<ArrayBuffer>;
  isShared?: boolean;
}

/**
 * The commands and shortcuts that people can use. Without the scope `commands` there are neither.
 */
export function offeredBy({
  seed,
  installation,
}: Context): Pick<SeedApp, "commands" | "shortcuts"> {
  const isGranted = installation()?.scopes.includes("commands") ?? false;
  return isGranted ? seed.app : { commands: [], shortcuts: [] };
}
