import { Hono, type Context as HonoContext } from "hono";
import { z } from "zod";
import { eventStream } from "../../shared/event-stream.ts";
import type { HomeContent, ModalContent } from "../blocks/read.ts";
import type { Context } from "../context.ts";
import { act, acting } from "../interactions/act.ts";
import { openHome, uninstall } from "../interactions/app.ts";
import { at as aMessage, remove, shortcut } from "../interactions/on-message.ts";
import { send, sending } from "../interactions/send.ts";
import { submit } from "../interactions/submit.ts";
import type { Message } from "../kept/messages.ts";
import type { OpenView } from "../kept/views.ts";
import type { Seed } from "../seed.ts";
import { PageError, SlackError } from "../slack-error.ts";
import { toSlackMessage, toSlackView } from "../wire.ts";
import type { PageFrame } from "./panel.ts";

export type SeenMessage = ReturnType<typeof seenMessage>;
export type ModalView = ReturnType<typeof seenView<ModalContent>>;
export type HomeView = ReturnType<typeof seenView<HomeContent>>;

/** A message as one person sees it. */
const seenMessage = (message: Message, seed: Seed) => ({
  ...toSlackMessage(message, seed),
  ...{ channel: message.channel, ephemeral: message.onlyFor !== undefined },
});

/** A view in Slack's own JSON, and the errors under its fields by block_id. */
const seenView = <C extends object>(view: OpenView<C>, seed: Seed) => ({
  ...toSlackView(view, seed),
  errors: view.errors,
});

/**
 * Tests and the page act for a person through these routes. The path names the person, and anyone
 * can be played. The query names the workspace as `team`, by default the first. The clock and the
 * other faults belong to the whole sandbox.
 */
export function pageApiRoutes(workspaces: readonly Context[], frame: PageFrame): Hono {
  const routes = new Hono();

  function workspaceOf({ req }: HonoContext): Context {
    const team = req.query("team");
    const found = workspaces.find(({ seed }) => team === undefined || seed.team.id === team);
    if (!found) throw new PageError("team_not_found", "There is no such workspace here.");
    return found;
  }

  function at(http: HonoContext) {
    const here = workspaceOf(http);
    const user = http.req.param("user") ?? "";
    if (here.directory.people().some(({ id }) => id === user)) return { here, user };
    throw new PageError("not_a_person", "Nobody can act as this member.");
  }

  /** Adds a route for a person's deed, with a body of this shape; it answers what that returns. */
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

  /** Adds a route for what a person sees. */
  function sight(
    path: string,
    see: (there: ReturnType<typeof at>, http: HonoContext) => unknown,
  ): void {
    routes.get(`/people/:user${path}`, (http) => Response.json(see(at(http), http)));
  }

  sight("/channels", ({ here, user }) => {
    const { id: appId } = here.seed.app;
    const seen = here.directory.visibleTo(user);
    return seen.map((each) => (each.isDirect ? { ...each, appId } : each));
  });
  sight("/channels/:channel/messages", ({ here, user }, http) => {
    const channel = http.req.param("channel") ?? "";
    if (!here.directory.visibleTo(user).some(({ id }) => id === channel)) {
      throw new PageError("channel_not_found", "This person is not in that conversation.");
    }
    return here.messages.seenBy(user, channel).map((each) => seenMessage(each, here.seed));
  });
  sight("/modals", ({ here, user }) =>
    here.views.stackOf(user).map((view) => seenView(view, here.seed)),
  );
  sight("/home", ({ here, user }) => {
    const home = installed(here).views.homeOf(user);
    return home ? seenView(home, here.seed) : null;
  });

  deed("/send", sending, ({ here, user }, sent) => send(here, user, sent));
  deed("/act", acting, ({ here, user }, done) => act(installed(here), user, done));
  deed("/shortcut", aMessage.extend({ callbackId: z.string() }), ({ here, user }, taken) =>
    shortcut(installed(here), user, taken),
  );
  deed("/remove", aMessage, ({ here, user }, message) => remove(here, user, message));
  deed("/submit", z.unknown(), ({ here, user }) => submit(installed(here), user));
  deed("/close", z.object({ which: z.enum(["top", "all"]) }), ({ here, user }, { which }) =>
    here.views.close(user, which),
  );
  deed("/home", z.unknown(), ({ here, user }) => openHome(installed(here), user));
  deed("/uninstall", z.unknown(), ({ here, user }) => uninstall(installed(here), user));

  routes.post("/clock", async (http) => {
    const { advanceMs } = await bodyOf(http, z.object({ advanceMs: z.int() }));
    workspaceOf(http).clock.advance(advanceMs);
    return http.json({});
  });
  routes.post("/faults/:name", (http) => {
    const { faults } = frame;
    const name = http.req.param("name");
    if (name === "none") faults?.clear();
    else faults?.run(name);
    return http.json({});
  });

  routes.get("/events", (http) => eventStream(http, workspaceOf(http).changes.listen));

  routes.onError((error, http) => {
    if (error instanceof PageError || error instanceof SlackError) {
      return http.json({ error: error.code, message: error.message }, 400);
    }
    throw error;
  });
  return routes;
}

/** Reads the JSON body of a request. Throws a `PageError` that says what is wrong with it. */
async function bodyOf<T>({ req }: HonoContext, schema: z.ZodType<T>): Promise<T> {
  const { success, data, error } = schema.safeParse(await req.json().catch(() => undefined));
  if (!success) throw new PageError("bad_request", z.prettifyError(error));
  return data;
}

function installed(here: Context): Context {
  if (here.installation()) return here;
  throw new PageError("app_not_installed", "That app is not installed in this workspace.");
}
