import type { Context, Shared } from "./context.ts";
import { createDirectory } from "./kept/directory.ts";
import { createMessages } from "./kept/messages.ts";
import { type Collections, collectionsOf, type Store } from "./kept/store.ts";
import { createResponseUrls, createTriggers } from "./kept/tickets.ts";
import { createViews } from "./kept/views.ts";
import { createChanges } from "./page-routes/changes.ts";
import type { World } from "./seed.ts";

/** One context for each workspace of the server, with the app installed there or not. */
export const createWorkspaces = ({ app, workspaces }: World, store: Store, shared: Shared) =>
  workspaces.map(({ bot, ...seeded }, index): Context => {
    const { installations, now } = shared;
    const { id } = seeded.team;
    const kept: Collections = index === 0 ? store : collectionsOf(store, `${id}/`);
    const botUserId = bot?.userId ?? installations.botUserIdFor(id);
    // Of one workspace it is the seed's own object, which tests change.
    const own = "botUserId" in app && app.botUserId === botUserId ? app : { ...app, botUserId };
    const seed = { ...seeded, app: Object.assign(own, { botUserId, botToken: bot?.token ?? "" }) };
    if (bot) installations.begin(seed.app, id);
    const installation = () => installations.of(id);
    const directory = createDirectory(seed, kept);
    const changes = createChanges();
    const placeBot = () => directory.setBot({ isThere: installation() !== undefined });
    placeBot();
    installations.onChange(() => {
      placeBot();
      changes.tell({ kind: "apps" });
    });
    return {
      ...{ ...shared, seed, installation, directory, changes },
      messages: createMessages(kept, changes, now),
      views: createViews(kept, changes, now),
      uploads: new Map(),
      triggers: createTriggers(now),
      responseUrls: createResponseUrls(now),
    };
  });
