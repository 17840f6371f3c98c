import { Hono, type Context as HonoContext } from "hono";
import { z } from "zod";
import { eventStream } from "../../shared/event-stream.ts";
import { act } from "../interactions/act.ts";
import { openHome, uninstall } from "../interactions/app.ts";
import { invite, invitedBy } from "../interactions/invite.ts";
import { remove } from "../interactions/seen-message.ts";
import { send } from "../interactions/send.ts";
import { shortcut } from "../interactions/shortcut.ts";
import { close, submit } from "../interactions/submit.ts";
import { suggest } from "../interactions/suggest.ts";
import { upload } from "../interactions/upload.ts";
import { SlackError } from "../slack-error.ts";
import type { Workspace } from "../workspaces.ts";
import { bodyOf, filesOf } from "./body-of.ts";
import { createPageApps, type PageApps } from "./page-apps.ts";
import { PageError } from "./page-error.ts";
import { homeForPage, messageForPage, viewForPage } from "./page-state.ts";
import { pictureSeenBy } from "./pictures.ts";

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

const aMessage = z.object({ channel: z.string(), ts: z.string() });

const MODAL = { kind: "modal" } as const;

/**
 * Tests and the page act for a person through these routes. The path names the person, and anyone can be played.
 * The query names the workspace as `team`, by default the first, and the app as `app` if the deed does not.
 */
export function pageApiRoutes(workspaces: readonly Workspace[]): Hono {
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
    const { apps } = placeOf(http);
    return { apps, user: personOf(http, apps), appId: http.req.query("app") };
  }

  /** Adds a route for a person's deed, with a body of this shape. The answer is what the deed returns. */
  function deed<T>(
    path: string,
    schema: z.ZodType<T>,
    carryOut: (there: ReturnType<typeof at>, body: T) => unknown,
  ): void {
    routes.post(`/people/:user${path}`, async (http) => {
      const there = at(http);
      return Response.json((await carryOut(there, await bodyOf(http, schema))) ?? {});
    });
  }

  routes.get("/people/:user/channels", (http) => {
    const { apps, user } = at(http);
    return http.json(apps.conversationsOf(user));
  });
  routes.get("/people/:user/channels/:channel/messages", (http) => {
    const { apps, user } = at(http);
    const channel = http.req.param("channel");
    if (!apps.conversationsOf(user).some(({ id }) => id === channel)) {
      throw new PageError("channel_not_found", "This person is not in that conversation.");
    }
    const seen = apps.first.messages.seenBy(user, channel);
    return http.json(seen.map((message) => messageForPage(message, user, apps.writing(message))));
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

  deed("/read", z.object({ channel: z.string() }), ({ apps, user }, { channel }) =>
    apps.first.messages.markRead(user, channel),
  );
  deed("/send", sending, ({ apps, user }, sent) => {
    const invited = invitedBy(sent.text);
    if (!invited) return send(apps.sentTo(sent), user, sent);
    invite(apps.first, user, sent.channel, invited);
    return { acknowledged: true };
  });
  deed("/act", acting, ({ apps, user, appId }, done) =>
    act(apps.actedOn(user, done.surface, appId), user, done),
  );
  deed("/suggest", element.extend({ query: z.string() }), ({ apps, user, appId }, asked) =>
    suggest(apps.actedOn(user, asked.surface, appId), user, asked),
  );
  routes.post("/people/:user/files", async (http) => {
    const { apps, user, appId } = at(http);
    const { about, files } = await filesOf(http, element);
    return http.json(await upload(apps.actedOn(user, about.surface, appId), user, about, files));
  });
  deed("/shortcut", aMessage.extend({ callbackId: z.string() }), ({ apps, user, appId }, taken) =>
    shortcut(apps.named(appId), user, taken),
  );
  deed("/remove", aMessage, ({ apps, user }, message) => remove(apps.first, user, message));
  deed("/submit", z.unknown(), ({ apps, user }) => submit(apps.actedOn(user, MODAL), user));
  deed("/close", z.object({ which: z.enum(["top", "all"]) }), ({ apps, user }, { which }) =>
    close(apps.actedOn(user, MODAL), user, which),
  );
  deed("/home", z.unknown(), ({ apps, user, appId }) => openHome(apps.named(appId), user));
  deed("/uninstall", z.unknown(), ({ apps, user, appId }) => uninstall(apps.named(appId), user));

  routes.get("/events", (http) => {
    const { changes } = placeOf(http);
    return eventStream(http, (send) =>
      changes.listen((change) => void send(JSON.stringify(change))),
    );
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
