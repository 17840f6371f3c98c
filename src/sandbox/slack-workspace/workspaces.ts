import type { Context } from "./context.ts";
import type { Transports } from "./delivery/transports.ts";
import { createDirectory } from "./kept/directory.ts";
import { createFiles } from "./kept/files.ts";
import { slackId } from "./kept/ids.ts";
import type { Installations, Place } from "./kept/installations.ts";
import { createMessages } from "./kept/messages.ts";
import { createMessageValues, createSuggestions } from "./kept/remembered.ts";
import { createResponseUrls } from "./kept/response-urls.ts";
import { collectionsOf, type Store } from "./kept/store.ts";
import { createTriggers } from "./kept/triggers.ts";
import { createViews } from "./kept/views.ts";
import { type Changes, createChanges } from "./page-routes/changes.ts";
import type { App, SeedApp } from "./seed.ts";
import type { Enterprise, SeedWorkspace, World } from "./world.ts";

/** One workspace of the server, with every app of the server, installed there or not. */
export interface Workspace {
  place: Place;
  team: SeedWorkspace["team"];
  changes: Changes;
  /** Each app has one context. */
  contexts: readonly Context[];
}

/** These parts belong to the whole server. */
interface Shared
  extends Pick<
    Context,
    "clock" | "now" | "assumed" | "faults" | "installations" | "oauth" | "contexts" | "url"
  > {
  store: Store;
  transports: Transports;
  /** `host:port`. */
  address: () => string;
}

/**
 * The first app in the first workspace has plain names in the store, so data from times of one app stays readable. All
 * other names begin with their workspace and app.
 */
export function createWorkspaces(world: World, shared: Shared): Workspace[] {
  return world.workspaces.map((seeded, index) => {
    const enterprise = world.enterprises.find(({ id }) => id === seeded.enterpriseId);
    return createWorkspace(seeded, enterprise, shared, index === 0);
  });
}

function createWorkspace(
  { installed, enterpriseId: _, ...seeded }: SeedWorkspace,
  enterprise: Enterprise | undefined,
  { store, transports, address, ...shared }: Shared,
  isFirst: boolean,
): Workspace {
  const { installations, now, faults, url } = shared;
  const place = { id: seeded.team.id, enterprise };
  const kept = isFirst ? store : collectionsOf(store, `${place.id}/`);
  const changes = createChanges();
  const messages = createMessages(kept, changes, now);
  for (const app of installed) installations.begin(app, place);
  installations.onChange(() => changes.tell({ kind: "apps" }));

  const apps = transports.all.map((transport) => {
    const app = installed.find(({ id }) => id === transport.app.id);
    return { transport, app: app ?? notInstalled(transport.app, place, installations) };
  });
  const contexts = apps.map(({ transport, app }, index): Context => {
    const isFirstOfAll = isFirst && index === 0;
    const ownKept = isFirstOfAll ? store : collectionsOf(store, `${place.id}/${app.id}/`);
    const otherApps = apps.filter((each) => each.app !== app).map((each) => each.app);
    const seed = { ...seeded, app, otherApps };
    const directory = createDirectory(seed, kept, (userId) =>
      isFirstOfAll ? `D${userId.slice(1)}` : slackId("D"),
    );
    const installation = () => installations.of(app.id, place);
    const placeBot = () => directory.setBot({ isThere: installation() !== undefined });
    placeBot();
    installations.onChange(placeBot);
    return {
      ...shared,
      seed,
      place,
      installation,
      changes,
      directory,
      messages,
      messageValues: createMessageValues(),
      views: createViews(ownKept, changes, now),
      files: createFiles(ownKept, now),
      triggers: createTriggers(now, faults),
      suggestions: createSuggestions(),
      responseUrls: createResponseUrls(url, now, shared.assumed.delivery),
      deliver: transport.deliver(faults),
      socketUrl: () => `ws://${address()}${transport.socketMode.ticketPath()}`,
    };
  });
  return { place, team: seeded.team, changes, contexts };
}

function notInstalled(app: App, place: Place, { botUserIdFor }: Installations): SeedApp {
  return { ...app, botUserId: botUserIdFor(app.id, place), botToken: "" };
}
