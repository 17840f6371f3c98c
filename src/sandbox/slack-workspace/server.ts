import { Hono } from "hono";
import { servePageKit } from "../page-kit/page.ts";
import { serve } from "../shared/listen.ts";
import { isFromHere, loopbackOnly } from "../shared/loopback-only.ts";
import { LIMITS } from "./blocks/limits.ts";
import { type Context, createContexts } from "./context.ts";
import { createClock } from "./control/clock.ts";
import { createFaults } from "./control/faults.ts";
import { createRates, type RateLimits } from "./control/rates.ts";
import { responseUrlRoutes } from "./delivery/response-url.ts";
import { createSocketMode } from "./delivery/socket-mode.ts";
import { createTransport } from "./delivery/transport.ts";
import { createInstallations } from "./kept/installations.ts";
import { openStore } from "./kept/store.ts";
import { authorizeRoutes } from "./oauth/authorize-page.ts";
import { createOAuth } from "./oauth/oauth.ts";
import { workspacePage } from "./page/workspace-page.ts";
import { pageApiRoutes } from "./page-routes/page-api.ts";
import type { PageFrame } from "./page-routes/panel.ts";
import { type Seed, type World, worldOf } from "./seed.ts";
import { uploadRoutes } from "./web-api/files.ts";
import { type Call, webApiRoutes } from "./web-api/routes.ts";

/** Its own members describe the app and the first workspace. */
export type SlackWorkspace = Awaited<ReturnType<typeof startSlackWorkspace>>;

interface Options {
  /** The default, 0, takes a free port. */
  port?: number;
  /** How many ports are tried, if it is taken. */
  ports?: number;
  /** Nothing outlives the process if there is no directory. */
  dataDir?: string;
  /** One workspace with the app, or a world of several. */
  seed: Seed | World;
  /** The machine's time; `clock` can run ahead of it. */
  now?: () => number;
  banner?: string;
  /** The app must acknowledge within this time; Slack gives three seconds. */
  ackWindowMs?: number;
  /** The default is off, because a test or a bench calls more often than people do. */
  rates?: RateLimits;
}

/** Starts a Slack workspace on loopback, with its Web API, its deliveries and a page for people. */
export async function startSlackWorkspace({
  port = 0,
  ports = 1,
  dataDir,
  seed,
  now: machineNow = Date.now,
  banner = "SANDBOX: nothing here is real",
  ackWindowMs = LIMITS.acknowledgementMs,
  rates: limits = "off",
}: Options) {
  const world = "workspaces" in seed ? seed : worldOf(seed);
  const { app } = world;
  const store = openStore(dataDir);
  const clock = createClock(store, machineNow);
  const { now } = clock;
  const traffic: Call[] = [];
  const socketMode = createSocketMode({ appId: app.id, ackWindowMs });
  const faults = createFaults(socketMode);
  const { signingSecret } = app;
  const transport = createTransport({ signingSecret, socketMode, faults, now, ackWindowMs });

  let origin = "";
  const url = () => origin;
  const workspaces: readonly Context[] = createContexts(world, store, {
    ...{ clock, now, faults, url, workspaces: () => workspaces },
    installations: createInstallations(store),
    oauth: createOAuth({ app, now, workspaces: () => workspaces }),
    deliver: transport.deliver,
    socketUrl: () => origin.replace("http", "ws") + socketMode.ticketPath(),
  });
  const [first] = workspaces;
  if (!first) throw new Error("A world needs a workspace.");

  const frame: PageFrame = { banner, links: [], tour: [] };
  function redrawAll(): void {
    for (const { changes } of workspaces) changes.tell();
  }
  clock.onMove(redrawAll);

  const rates = createRates(limits, now);
  const routes = new Hono()
    .use(loopbackOnly)
    .route("/api", webApiRoutes({ first, workspaces, traffic, rates }))
    .route("/oauth/v2/authorize", authorizeRoutes(first.oauth))
    .route("/response", responseUrlRoutes(workspaces))
    .route("/upload", uploadRoutes(workspaces))
    .route("/page", pageApiRoutes(workspaces, frame))
    .route("/page-kit", servePageKit())
    .route("/", workspacePage(first, workspaces, frame));

  const serving = await serve(routes.fetch, port, ports).catch(async (error: unknown) => {
    await transport.close();
    store.close();
    throw error;
  });
  ({ origin } = serving);
  serving.server.on("upgrade", (request, socket, head) => {
    // A reset before the upgrade would end the process, because nobody else listens for errors yet.
    socket.on("error", () => socket.destroy());
    if (isFromHere(request.headers)) socketMode.upgrade(request, socket, head);
    else socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });

  const { appToken, clientId, clientSecret } = app;
  return {
    /** The page, `http://127.0.0.1:PORT`. */
    url: origin,
    /** The value for an app's `slackApiUrl`. */
    apiUrl: `${origin}/api/`,
    /** An app sends a browser there to be installed. */
    authorizeUrl: `${origin}/oauth/v2/authorize`,
    ...{ appToken, signingSecret, clientId, clientSecret, botToken: first.seed.app.botToken },
    ...{ teamId: first.seed.team.id, faults, clock },
    /** The latest Web API calls of the app, oldest first, without tokens. */
    traffic: (): readonly Call[] => [...traffic],
    /** Sends everything to this address over signed HTTP from now on, in place of Socket Mode. */
    sendTo: transport.sendTo,
    /** Verifies such an address as Slack does. Throws an error that says what failed. */
    verifyUrl: transport.verify,
    addRedirectUrl: first.oauth.addRedirectUrl,
    /** Shows this around the conversations, from now on. */
    show(more: Partial<PageFrame>): void {
      Object.assign(frame, more);
      more.faults?.listen(redrawAll);
      redrawAll();
    },
    async stop(): Promise<void> {
      await transport.close();
      await serving.close();
      store.close();
    },
  };
}
