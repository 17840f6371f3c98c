import { Hono, type Context as HonoContext } from "hono";
import { streamSSE } from "hono/streaming";
import { z } from "zod";
import { bodyOf, filesOf } from "./body-of.ts";
import { act } from "./interactions/act.ts";
import { close } from "./interactions/close.ts";
import { invite, invitedBy } from "./interactions/invite.ts";
import { openHome } from "./interactions/open-home.ts";
import { remove } from "./interactions/remove.ts";
import { send } from "./interactions/send.ts";
import { shortcut } from "./interactions/shortcut.ts";
import { submit } from "./interactions/submit.ts";
import { suggest } from "./interactions/suggest.ts";
import { uninstall } from "./interactions/uninstall.ts";
import { upload } from "./interactions/upload.ts";
import { createPageApps, type PageApps } from "./page-apps.ts";
import { PageError } from "./page-error.ts";
import {
  directoryForPage,
  homeForPage,
  messageForPage,
  type PageFrame,
  viewForPage,
} from "./page-state.ts";
import { pictureSeenBy } from "./pictures.ts";
import { SlackError } from "./slack-error.ts";
import type { Workspace } from "./workspaces.ts";

const sending = z.object({
  channel: z.string(),
  text: z.string(),
  threadTs: z.string().optional(),
});

const surface = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("message"), channel: z.string(), ts: z.string() }),
  z.object({ kind: z.literal("modal"), viewId: z.string().optional() }),
  z.object({ kind: z.literal("home") }),
]);

const element = z.object({ surface, blockId: z.string(), actionId: z.string() });

const acting = element.extend({
  value: z.union([z.string(), z.number(), z.array(z.string()), z.null()]).optional(),
  isEnter: z.boolean().optional(),
  isTyping: z.boolean().optional(),
});

const asking = element.extend({ query: z.string() });

const takingShortcut = z.object({ channel: z.string(), ts: z.string(), callbackId: z.string() });

const removing = z.object({ channel: z.string(), ts: z.string() });

const closing = z.object({ which: z.enum(["top", "all"]) });

/**
 * What the page and the tests do on behalf of a person. The person is part of the path: anyone can be played. `team` in the
 * query names the workspace, the first unless told, and `app` the app where the deed itself does not.
 */
export function pageApiRoutes(workspaces: readonly Workspace[], frame: () => PageFrame): Hono {
  const places = workspaces.map(({ place, changes, contexts }) => ({
    id: place.id,
    changes,
    apps: createPageApps(contexts),
  }));
  const routes = new Hono();

  function placeOf({ req }: HonoContext) {
    const wanted = req.query("team");
    const found = wanted === undefined ? places[0] : places.find(({ id }) => id === wanted);
    if (!found) throw new PageError("team_not_found", "There is no such workspace here.");
    return found;
  }

  function at(http: HonoContext) {
    const { id, apps } = placeOf(http);
    return { teamId: id, apps, user: personOf(http, apps), appId: http.req.query("app") };
  }

  routes.get("/workspace", (http) => {
    const { id, apps } = placeOf(http);
    const teams = places.map((each) => each.apps.first.seed.team);
    const { panel, ...around } = frame();
    return http.json({
      ...around,
      panel: panel && { label: panel.label, url: panel.url(id) },
      teams,
      ...directoryForPage(apps),
    });
  });

  routes.get("/people/:user/channels", (http) => {
    const { apps, user } = at(http);
    return http.json(apps.conversationsOf(user));
  });
  routes.get("/people/:user/channels/:channel/messages", (http) => {
    const { teamId, apps, user } = at(http);
    const channel = http.req.param("channel");
    if (!apps.conversationsOf(user).some(({ id }) => id === channel)) {
      throw new PageError("channel_not_found", "This person is not in that conversation.");
    }
    const seen = apps.first.messages.seenBy(user, channel);
    const linksIn = (words: string) => frame().panel?.linksIn(teamId, words) ?? [];
    return http.json(
      seen.map((message) => messageForPage(message, user, apps.writing(message), linksIn)),
    );
  });
  routes.get("/people/:user/modals", (http) => {
    const { apps, user } = at(http);
    const { seed, views } = apps.showingModal(user);
    return http.json(views.stackOf(user).map((view) => viewForPage(view, seed)));
  });
  routes.get("/people/:user/home", (http) => {
    const { apps, user, appId } = at(http);
    return http.json(homeForPage(user, apps.named(appId)));
  });

  routes.get("/people/:user/picture", (http) => {
    const { apps, user } = at(http);
    const file = http.req.query("file") ?? "";
    const [picture] = apps.installed().flatMap((each) => pictureSeenBy(each, user, file) ?? []);
    if (!picture) throw new PageError("file_not_found", "This person is shown no such picture.");
    return http.body(Buffer.from(picture.base64, "base64"), 200, {
      "Content-Type": picture.mimetype,
      "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Resource-Policy": "same-origin",
      "Cache-Control": "no-store",
    });
  });

  routes.post("/people/:user/send", async (http) => {
    const { apps, user } = at(http);
    const sent = await bodyOf(http, sending);
    const invited = invitedBy(sent.text);
    if (invited) {
      invite(apps.first, user, sent.channel, invited);
      return http.json({ acknowledged: true });
    }
    return http.json(await send(apps.sentTo(sent), user, sent));
  });
  routes.post("/people/:user/act", async (http) => {
    const { apps, user, appId } = at(http);
    const deed = await bodyOf(http, acting);
    return http.json(await act(apps.actedOn(user, deed.surface, appId), user, deed));
  });
  routes.post("/people/:user/suggest", async (http) => {
    const { apps, user, appId } = at(http);
    const asked = await bodyOf(http, asking);
    return http.json(await suggest(apps.actedOn(user, asked.surface, appId), user, asked));
  });
  routes.post("/people/:user/files", async (http) => {
    const { apps, user, appId } = at(http);
    const { about, files } = await filesOf(http, element);
    return http.json(await upload(apps.actedOn(user, about.surface, appId), user, about, files));
  });
  routes.post("/people/:user/shortcut", async (http) => {
    const { apps, user, appId } = at(http);
    return http.json(await shortcut(apps.named(appId), user, await bodyOf(http, takingShortcut)));
  });
  routes.post("/people/:user/remove", async (http) => {
    const { apps, user } = at(http);
    remove(apps.first, user, await bodyOf(http, removing));
    return http.json({});
  });
  routes.post("/people/:user/submit", async (http) => {
    const { apps, user } = at(http);
    return http.json(await submit(apps.actedOn(user, { kind: "modal" }), user));
  });
  routes.post("/people/:user/close", async (http) => {
    const { apps, user } = at(http);
    const { which } = await bodyOf(http, closing);
    await close(apps.actedOn(user, { kind: "modal" }), user, which);
    return http.json({});
  });
  routes.post("/people/:user/home", async (http) => {
    const { apps, user, appId } = at(http);
    await openHome(apps.named(appId), user);
    return http.json({});
  });

  routes.post("/people/:user/uninstall", async (http) => {
    const { apps, user, appId } = at(http);
    await uninstall(apps.named(appId), user);
    return http.json({});
  });

  routes.get("/events", (http) => {
    const { changes } = placeOf(http);
    return streamSSE(http, async (stream) => {
      const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
      const unsubscribe = changes.listen((change) => {
        void stream.writeSSE({ event: "change", data: JSON.stringify(change) });
      });
      stream.onAbort(() => end());
      await stream.writeSSE({ event: "ready", data: "" });
      await isOver;
      unsubscribe();
    });
  });

  routes.onError((error, http) => {
    if (error instanceof PageError || error instanceof SlackError) {
      return http.json({ error: error.code, message: error.message }, 400);
    }
    throw error;
  });
  return routes;
}

function personOf(http: HonoContext, { first: { directory } }: PageApps): string {
  const { id, isBot, isDeactivated } = directory.user(http.req.param("user") ?? "");
  if (isBot || isDeactivated) throw new PageError("not_a_person", "Nobody can act as this member.");
  return id;
}
