import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { servePageKit } from "../page-kit/page.ts";
import { LOOPBACK, listen } from "../shared/listen.ts";
import { isFromHere, loopbackOnly } from "../shared/loopback-only.ts";
import { assumed, type OtherAssumptions } from "./assumptions.ts";
import { type Clock, createClock } from "./control/clock.ts";
import { controlRoutes } from "./control/control-routes.ts";
import { createFaults, type Faults } from "./control/faults.ts";
import type { OtherFaults } from "./control/other-faults.ts";
import { createRates, type RateLimits } from "./control/rates.ts";
import { type Call, createTraffic } from "./control/traffic.ts";
import { responseUrlRoutes } from "./delivery/response-url-routes.ts";
import { createTransports } from "./delivery/transports.ts";
import { uploadRoutes } from "./delivery/upload-routes.ts";
import { verifyUrl } from "./delivery/verify-url.ts";
import { createInstallations } from "./kept/installations.ts";
import { openStore } from "./kept/store.ts";
import { notTooLarge } from "./not-too-large.ts";
import { createOAuth } from "./oauth/oauth.ts";
import { authorizeRoutes } from "./oauth/routes.ts";
import { workspacePage } from "./page/workspace-page.ts";
import type { Changes } from "./page-routes/changes.ts";
import { deepLinks } from "./page-routes/deep-links.ts";
import { pageApiRoutes } from "./page-routes/page-api.ts";
import type { Panel, TourStep } from "./page-routes/panel.ts";
import type { Seed } from "./seed.ts";
import { webApiRoutes } from "./web-api/routes.ts";
import { grantAmong } from "./web-api/token.ts";
import { createWorkspaces } from "./workspaces.ts";
import { appsOf, type World, worldOf } from "./world.ts";

/** The developers of an app get and set this in Slack. */
export interface AppAccess {
  appToken: string;
  signingSecret: string;
  /** Undefined for an app that cannot be installed over OAuth. */
  clientId: string | undefined;
  clientSecret: string | undefined;
  /** Lets the app send the browser back to this address, or to one below it, after an installation. */
  addRedirectUrl(url: string): void;
  /** Sends everything to this address over signed HTTP from now on, as with Socket Mode switched off. */
  sendTo(requestUrl: string): void;
  /** Verifies such an address as Slack does. Throws an error that says what failed. */
  verifyUrl(requestUrl: string): Promise<void>;
}

/** The server with its workspaces. Its own members describe the first app and the first workspace. */
export interface SlackWorkspace extends AppAccess {
  /** The page, `http://127.0.0.1:PORT`. */
  url: string;
  /** The value for an app's `slackApiUrl`. */
  apiUrl: string;
  /** An app sends a browser there to be installed. */
  authorizeUrl: string;
  botToken: string;
  teamId: string;
  /** Throws if there is no such app. */
  app(id: string): AppAccess;
  faults: Faults;
  clock: Clock;
  /** Every Web API call of the app, oldest first, without tokens. */
  traffic(): readonly Call[];
  /** Shows a link at the foot of the page. */
  addLink(link: { label: string; url: string }): void;
  /** Shows this on the page beside the conversations. */
  showPanel(panel: Panel): void;
  /** Adds these faults to the control room. */
  offerFaults(other: OtherFaults): void;
  /** Offers a tour on a first visit. */
  offerTour(steps: readonly TourStep[]): void;
  stop(): Promise<void>;
}

export interface SlackWorkspaceOptions {
  /** The default, 0, takes a free port. */
  port?: number;
  /** Nothing outlives the process if there is no directory. */
  dataDir?: string;
  /** One workspace with one app, or a world of several. */
  seed: Seed | World;
  /** The machine's time; `clock` can run ahead of it. */
  now?: () => number;
  banner?: string;
  /** The app must acknowledge within this time; Slack gives three seconds. */
  ackWindowMs?: number;
  /** Replacements for assumptions about Slack. */
  assumptions?: OtherAssumptions;
  /** The default is off, because a test or a bench calls more often than people do. */
  rates?: RateLimits;
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
  rates: limits = "off",
}: SlackWorkspaceOptions): Promise<SlackWorkspace> {
  const world = "workspaces" in seed ? seed : worldOf(seed);
  const assumedHere = assumed(assumptions);
  const store = openStore(dataDir);
  const clock = createClock(store, machineNow);
  const { now } = clock;
  const traffic = createTraffic(() => tellAll({ kind: "traffic" }));
  const transports = createTransports(appsOf(world), {
    now,
    ackWindowMs,
    traffic,
    ...assumedHere.delivery,
  });
  const faults = createFaults(transports, () => tellAll({ kind: "faults" }));
  clock.onMove(() => tellAll({ kind: "clock" }));
  const links: { label: string; url: string }[] = [];
  const others: OtherFaults[] = [];
  let tour: readonly TourStep[] = [];
  let panel: Panel | undefined;

  const server = createServer();
  let boundPort = port;
  const address = () => `${LOOPBACK}:${boundPort}`;
  const url = () => `http://${address()}`;

  const installations = createInstallations(store, now);
  const contexts = () => workspaces.flatMap((each) => each.contexts);
  const oauth = createOAuth({ contexts, now, usedCodeError: assumedHere.oauth.usedCodeError });
  const workspaces = createWorkspaces(world, {
    store,
    now,
    clock,
    assumed: assumedHere,
    faults,
    installations,
    oauth,
    contexts,
    transports,
    url,
    address,
  });
  const tellAll: Changes["tell"] = (change) => {
    for (const { changes } of workspaces) changes.tell(change);
  };
  const [first] = contexts();
  if (!first) throw new Error("A world needs a workspace and an app.");

  const grantOf = grantAmong(contexts(), installations, faults);
  const rates = createRates(limits, now, assumedHere.webApi);
  const routes = new Hono()
    .use(loopbackOnly)
    .use("/api/*", notTooLarge)
    .use("/response/*", notTooLarge)
    .route("/api", webApiRoutes(first, grantOf, traffic, rates))
    .route("/oauth/v2/authorize", authorizeRoutes(oauth))
    .route("/response", responseUrlRoutes(contexts()))
    .route("/upload", uploadRoutes(contexts()))
    .route("/page", pageApiRoutes(workspaces))
    .route(
      "/sandbox",
      controlRoutes(first, { traffic, connections: transports.connectionCount, others }),
    )
    .route("/", deepLinks(contexts()))
    .route("/page-kit", servePageKit())
    .route(
      "/",
      workspacePage(workspaces, () => ({ banner, links, panel, tour, faults: others })),
    );

  server.on("request", getRequestListener(routes.fetch, { overrideGlobalObjects: false }));
  server.on("upgrade", (request, socket, head) => {
    // A reset before the upgrade would end the process, because nobody else listens for errors yet.
    socket.on("error", () => socket.destroy());
    if (isFromHere(request.headers)) transports.upgrade(request, socket, head);
    else socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  try {
    boundPort = await listen(server, port);
  } catch (error) {
    await transports.close();
    store.close();
    throw error;
  }

  const app = (id: string): AppAccess => {
    const { app: known, sendTo } = transports.of(id);
    const { appToken, signingSecret, oauth: settings } = known;
    return {
      appToken,
      signingSecret,
      clientId: settings?.clientId,
      clientSecret: settings?.clientSecret,
      sendTo,
      verifyUrl: (requestUrl) => verifyUrl(requestUrl, signingSecret, now()),
      addRedirectUrl: (address) => oauth.addRedirectUrl(id, address),
    };
  };

  return {
    url: url(),
    apiUrl: `${url()}/api/`,
    ...app(first.seed.app.id),
    botToken: first.seed.app.botToken,
    authorizeUrl: `${url()}/oauth/v2/authorize`,
    teamId: first.place.id,
    app,
    faults,
    clock,
    traffic: traffic.calls,
    addLink: (link) => {
      links.push(link);
    },
    showPanel: (shown) => {
      panel = shown;
    },
    offerFaults(other) {
      others.push(other);
      other.listen(() => tellAll({ kind: "faults" }));
    },
    offerTour: (steps) => {
      tour = steps;
    },
    async stop() {
      await transports.close();
      const isClosed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await isClosed;
      store.close();
    },
  };
}
