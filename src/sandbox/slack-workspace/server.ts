import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { assumed, type OtherAssumptions } from "./assumptions.ts";
import { createChanges } from "./changes.ts";
import { type Clock, createClock } from "./clock.ts";
import type { Context } from "./context.ts";
import { controlRoutes } from "./control-routes.ts";
import { createDeliver } from "./deliver.ts";
import { createDirectory } from "./directory.ts";
import { createFaults, type Faults } from "./faults.ts";
import { createFiles } from "./files.ts";
import { isFromHere, loopbackOnly } from "./loopback-only.ts";
import { createMessageValues } from "./message-values.ts";
import { createMessages } from "./messages.ts";
import { notedSend } from "./noted-send.ts";
import { pageApiRoutes } from "./page-api.ts";
import { pageFiles } from "./page-files.ts";
import { responseUrlRoutes } from "./response-url-routes.ts";
import { createResponseUrls } from "./response-urls.ts";
import type { Seed } from "./seed.ts";
import { createSignedHttp } from "./signed-http.ts";
import { createSocketMode } from "./socket-mode.ts";
import { openStore } from "./store.ts";
import { type Call, createTraffic } from "./traffic.ts";
import { createTriggers } from "./triggers.ts";
import { uploadRoutes } from "./upload-routes.ts";
import { createViews } from "./views.ts";
import { refusingRevoked } from "./web-api/refusing-revoked.ts";
import { webApiRoutes } from "./web-api/routes.ts";
import { grantIn } from "./web-api/token.ts";

export interface SlackWorkspace {
  /** The page, `http://127.0.0.1:PORT`. */
  url: string;
  /** What an app takes as `slackApiUrl`. */
  apiUrl: string;
  botToken: string;
  appToken: string;
  signingSecret: string;
  teamId: string;
  faults: Faults;
  clock: Clock;
  /** From now on everything is sent to this address over signed HTTP, as where an app has Socket Mode switched off. */
  sendTo(requestUrl: string): void;
  /** Every Web API call the app made, oldest first, without tokens. */
  traffic(): readonly Call[];
  /** Shows a link at the foot of the page. */
  addLink(link: { label: string; url: string }): void;
  stop(): Promise<void>;
}

export interface SlackWorkspaceOptions {
  /** 0, the default, takes a free one. */
  port?: number;
  /** Without it, nothing outlives the process. */
  dataDir?: string;
  seed: Seed;
  /** The machine's time, from which `clock` can be set ahead. */
  now?: () => number;
  banner?: string;
  /** How long the app may take to acknowledge; Slack gives three seconds. */
  ackWindowMs?: number;
  /** Of what is unconfirmed about Slack. */
  assumptions?: OtherAssumptions;
}

/** Starts a Slack workspace on loopback: Web API, Socket Mode or signed HTTP, and a page for its people. */
export async function startSlackWorkspace({
  port = 0,
  dataDir,
  seed,
  now: machineNow = Date.now,
  banner = "SANDBOX: nothing here is real",
  ackWindowMs = 3_000,
  assumptions,
}: SlackWorkspaceOptions): Promise<SlackWorkspace> {
  const assumedHere = assumed(assumptions);
  const store = openStore(dataDir);
  const clock = createClock(store, machineNow);
  const { now } = clock;
  const socketMode = createSocketMode({ appId: seed.app.id, ackWindowMs });
  const sendSigned = createSignedHttp({
    signingSecret: seed.app.signingSecret,
    now: machineNow,
    ackWindowMs,
  });
  let requestUrl: string | undefined;
  const changes = createChanges();
  clock.onMove(() => changes.tell({ kind: "clock", now: now() }));
  const faults = createFaults(socketMode, () => changes.tell({ kind: "faults" }));
  const traffic = createTraffic(() => changes.tell({ kind: "traffic" }));
  const links: { label: string; url: string }[] = [];

  const server = createServer();
  const address = () => `127.0.0.1:${portOf(server)}`;
  const url = () => `http://${address()}`;

  const send = notedSend(
    (envelope) => (requestUrl ? sendSigned(requestUrl, envelope) : socketMode.send(envelope)),
    { traffic, now, appId: seed.app.id, transport: () => (requestUrl ? "http" : "socket") },
  );

  const context: Context = {
    seed,
    now,
    clock,
    assumed: assumedHere,
    changes,
    faults,
    directory: createDirectory(seed, store),
    messages: createMessages(store, changes, now),
    messageValues: createMessageValues(),
    views: createViews(store, changes, now),
    files: createFiles(store, now),
    triggers: createTriggers(now, faults),
    responseUrls: createResponseUrls(url, now, assumedHere.delivery),
    deliver: createDeliver({ ...socketMode, send }, faults),
    url,
    socketUrl: () => `ws://${address()}${socketMode.ticketPath()}`,
  };

  const routes = new Hono()
    .use(loopbackOnly)
    .route("/api", webApiRoutes(context, refusingRevoked(grantIn(context), faults), traffic))
    .route("/response", responseUrlRoutes(context))
    .route("/upload", uploadRoutes(context))
    .route(
      "/page",
      pageApiRoutes(context, () => ({ banner, links })),
    )
    .route("/sandbox", controlRoutes(context, { traffic, connections: socketMode.connectionCount }))
    .get("/archives/:channel/:message", (http) => {
      const { channel, message } = http.req.param();
      return http.redirect(`/#/${encodeURIComponent(channel)}/${encodeURIComponent(message)}`);
    })
    .route("/", pageFiles());

  server.on("request", getRequestListener(routes.fetch, { overrideGlobalObjects: false }));
  server.on("upgrade", (request, socket, head) => {
    if (isFromHere(request.headers)) socketMode.upgrade(request, socket, head);
    else socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  try {
    await listen(server, port);
  } catch (error) {
    await socketMode.close();
    store.close();
    throw error;
  }

  return {
    url: url(),
    apiUrl: `${url()}/api/`,
    botToken: seed.app.botToken,
    appToken: seed.app.appToken,
    signingSecret: seed.app.signingSecret,
    teamId: seed.team.id,
    faults,
    clock,
    sendTo(address) {
      requestUrl = address;
    },
    traffic: traffic.calls,
    addLink: (link) => {
      links.push(link);
    },
    async stop() {
      await socketMode.close();
      const isClosed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await isClosed;
      store.close();
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("The server is not listening.");
  return address.port;
}
