import { Hono, type Context as HonoContext } from "hono";
import { streamSSE } from "hono/streaming";
import { z } from "zod";
import { bodyOf } from "./body-of.ts";
import type { Context } from "./context.ts";
import { act } from "./interactions/act.ts";
import { close } from "./interactions/close.ts";
import { openHome } from "./interactions/open-home.ts";
import { remove } from "./interactions/remove.ts";
import { send } from "./interactions/send.ts";
import { shortcut } from "./interactions/shortcut.ts";
import { submit } from "./interactions/submit.ts";
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

const sending = z.object({
  channel: z.string(),
  text: z.string(),
  threadTs: z.string().optional(),
});

const acting = z.object({
  surface: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("message"), channel: z.string(), ts: z.string() }),
    z.object({ kind: z.literal("modal"), viewId: z.string().optional() }),
    z.object({ kind: z.literal("home") }),
  ]),
  blockId: z.string(),
  actionId: z.string(),
  value: z.union([z.string(), z.number(), z.array(z.string()), z.null()]).optional(),
  isEnter: z.boolean().optional(),
  isTyping: z.boolean().optional(),
});

const takingShortcut = z.object({ channel: z.string(), ts: z.string(), callbackId: z.string() });

const removing = z.object({ channel: z.string(), ts: z.string() });

const closing = z.object({ which: z.enum(["top", "all"]) });

/** What the page and the tests do on behalf of a person. The person is part of the path: anyone can be played. */
export function pageApiRoutes(context: Context, frame: () => PageFrame): Hono {
  const { changes, directory, messages, views } = context;
  const routes = new Hono();

  routes.get("/workspace", (http) => http.json({ ...frame(), ...directoryForPage(context) }));

  routes.get("/people/:user/channels", (http) =>
    http.json(directory.visibleTo(personOf(http, context))),
  );
  routes.get("/people/:user/channels/:channel/messages", (http) => {
    const user = personOf(http, context);
    const channel = http.req.param("channel");
    if (!directory.visibleTo(user).some(({ id }) => id === channel)) {
      throw new PageError("channel_not_found", "This person is not in that conversation.");
    }
    const seen = messages.seenBy(user, channel);
    return http.json(seen.map((message) => messageForPage(message, user, context)));
  });
  routes.get("/people/:user/modals", (http) =>
    http.json(
      views.stackOf(personOf(http, context)).map((view) => viewForPage(view, context.seed)),
    ),
  );
  routes.get("/people/:user/home", (http) =>
    http.json(homeForPage(personOf(http, context), context)),
  );

  routes.get("/people/:user/picture", (http) => {
    const picture = pictureSeenBy(context, personOf(http, context), http.req.query("file") ?? "");
    if (!picture) throw new PageError("file_not_found", "This person is shown no such picture.");
    return http.body(Buffer.from(picture.base64, "base64"), 200, {
      "Content-Type": picture.mimetype,
      "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Resource-Policy": "same-origin",
      "Cache-Control": "no-store",
    });
  });

  routes.post("/people/:user/send", async (http) =>
    http.json(await send(context, personOf(http, context), await bodyOf(http, sending))),
  );
  routes.post("/people/:user/act", async (http) =>
    http.json(await act(context, personOf(http, context), await bodyOf(http, acting))),
  );
  routes.post("/people/:user/shortcut", async (http) =>
    http.json(await shortcut(context, personOf(http, context), await bodyOf(http, takingShortcut))),
  );
  routes.post("/people/:user/remove", async (http) => {
    remove(context, personOf(http, context), await bodyOf(http, removing));
    return http.json({});
  });
  routes.post("/people/:user/submit", async (http) =>
    http.json(await submit(context, personOf(http, context))),
  );
  routes.post("/people/:user/close", async (http) => {
    const { which } = await bodyOf(http, closing);
    await close(context, personOf(http, context), which);
    return http.json({});
  });
  routes.post("/people/:user/home", async (http) =>
    http.json(await openHome(context, personOf(http, context))),
  );

  routes.get("/events", (http) =>
    streamSSE(http, async (stream) => {
      const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
      const unsubscribe = changes.listen((change) => {
        void stream.writeSSE({ event: "change", data: JSON.stringify(change) });
      });
      stream.onAbort(() => end());
      await stream.writeSSE({ event: "ready", data: "" });
      await isOver;
      unsubscribe();
    }),
  );

  routes.onError((error, http) => {
    if (error instanceof PageError || error instanceof SlackError) {
      return http.json({ error: error.code, message: error.message }, 400);
    }
    throw error;
  });
  return routes;
}

function personOf(http: HonoContext, { directory }: Context): string {
  const { id, isBot, isDeactivated } = directory.user(http.req.param("user") ?? "");
  if (isBot || isDeactivated) throw new PageError("not_a_person", "Nobody can act as this member.");
  return id;
}
