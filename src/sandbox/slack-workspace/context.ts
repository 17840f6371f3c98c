import { createListeners, type Listeners } from "../shared/listeners.ts";
import type { Clock } from "./control/clock.ts";
import type { Faults } from "./control/faults.ts";
import type { Deliver } from "./delivery/transport.ts";
import { createDirectory, type Directory } from "./kept/directory.ts";
import type { Installation, Installations } from "./kept/installations.ts";
import { createMessages, type Messages } from "./kept/messages.ts";
import type { Store } from "./kept/store.ts";
import { createResponseUrls, createTriggers } from "./kept/tickets.ts";
import { createViews, type Views } from "./kept/views.ts";
import type { OAuth } from "./oauth/oauth.ts";
import type { Seed, SeedApp, World } from "./seed.ts";

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
  triggers: ReturnType<typeof createTriggers>;
  responseUrls: ReturnType<typeof createResponseUrls>;
  /** Tells that the page of this workspace is to be drawn anew. */
  changes: Listeners<void>;
}

/** What belongs to the whole server. */
interface Shared {
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
interface Upload {
  name: string;
  length: number;
  announcedAt: number;
  bytes?: Uint8Array<ArrayBuffer>;
  isShared?: boolean;
}

/** One context for each workspace of the server, with the app installed there or not. */
export const createContexts = ({ app, workspaces }: World, store: Store, shared: Shared) =>
  workspaces.map(({ bot, ...seeded }, index): Context => {
    const { installations, now } = shared;
    const { id } = seeded.team;
    // The prefix keeps the data of each workspace apart.
    const kept = {
      collection: <T>(kind: string) => store.collection<T>(prefixOf(index, id) + kind),
    };
    const { botUserId = `U${id.slice(1)}`, botToken = "" } = bot ?? {};
    // Of one workspace it is the seed's own object, which tests change.
    const seed = { ...seeded, app: Object.assign(bot ? app : { ...app }, { botUserId, botToken }) };
    if (bot) installations.begin(seed.app, id);
    const installation = () => installations.of(id);
    const directory = createDirectory(seed, kept, () => installations.botIn(id));
    const changes = createListeners();
    installations.onChange(changes.tell);
    return {
      ...{ ...shared, seed, installation, directory, changes },
      messages: createMessages(kept, changes.tell, now),
      views: createViews(kept, changes.tell, now),
      uploads: new Map(),
      triggers: createTriggers(now),
      responseUrls: createResponseUrls(now),
    };
  });

const prefixOf = (index: number, teamId: string) => (index === 0 ? "" : `${teamId}/`);

/** What people can use of the app: nothing without the scope `commands`. */
export function offeredBy({
  seed,
  installation,
}: Context): Pick<SeedApp, "commands" | "shortcuts"> {
  const isGranted = installation()?.scopes.includes("commands") ?? false;
  return isGranted ? seed.app : { commands: [], shortcuts: [] };
}
