import { App } from "@slack/bolt";
import { z } from "zod";
import { NO_PINS } from "../../../src/authority/pins.ts";
import { createSeal } from "../../../src/platform/database/seal.ts";
import { boltLogger, createLogger } from "../../../src/platform/process/logger.ts";
import { createHttpReceiver } from "../../../src/platform/slack/intake/http-receiver.ts";
import { startWebServer } from "../../../src/platform/web/server.ts";
import { SIGNALBOX } from "../../../src/sandbox/slack-workspace/seed.ts";
import { manyWorkspaces } from "../../../src/sandbox/slack-workspace/seeds/many.ts";
import type { SlackWorkspaceOptions } from "../../../src/sandbox/slack-workspace/server.ts";
import { startSlackWorkspace } from "../../../src/sandbox/slack-workspace/server.ts";
import { appRemoved } from "../../../src/workspace/install/app-removed.ts";
import { createInstallations } from "../../../src/workspace/install/create-installations.ts";
import type { InstallParts } from "../../../src/workspace/install/install-routes.ts";
import { createInstallRoutes } from "../../../src/workspace/install/install-routes.ts";
import { createInstallStates } from "../../../src/workspace/install/install-states.ts";
import {
  createInstalledTokens,
  createRefreshToken,
} from "../../../src/workspace/install/installed-tokens.ts";
import { SEAL } from "../../support/seal.ts";
import { openTestStore } from "../../support/store.ts";

/** Signalbox hears of being removed, as over HTTP it does. */
const world = {
  ...manyWorkspaces,
  workspaces: manyWorkspaces.workspaces.map((workspace) => ({
    ...workspace,
    installed: workspace.installed.map((app) =>
      app.id === SIGNALBOX ? { ...app, events: ["app_uninstalled", "tokens_revoked"] } : app,
    ),
  })),
};

export const KEY = Buffer.alloc(32, 9);

/** Our own HTTP with all that has to do with installing, in front of a sandbox of several workspaces. */
export async function startInstalling({
  assumptions,
  ...others
}: Pick<SlackWorkspaceOptions, "assumptions"> & Partial<InstallParts> = {}) {
  const cleanUp = new AsyncDisposableStack();
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const slack = await startSlackWorkspace({
    seed: world,
    now,
    ...(assumptions && { assumptions }),
  });
  cleanUp.defer(() => slack.stop());
  const { db, transaction, jobs, close } = await openTestStore();
  cleanUp.defer(close);
  const installations = createInstallations(db, createSeal([KEY]));
  const logger = createLogger("silent");
  const clock = () => new Date(now()).toISOString();
  const calls = { apiUrl: slack.apiUrl, logger };
  const {
    clientId = "",
    clientSecret = "",
    signingSecret,
    addRedirectUrl,
    sendTo,
  } = slack.app(SIGNALBOX);
  const client = { clientId, clientSecret, stateSecret: "a secret of the tests, long enough" };

  const uninstallDeps = {
    installations,
    db,
    transaction,
    seal: SEAL,
    pins: NO_PINS,
    clock,
    logger,
  };
  const receiver = createHttpReceiver({
    signingSecret,
    clock,
    logger,
    takeIn: appRemoved(uninstallDeps),
  });
  new App({
    receiver,
    // As in the app itself.
    authorize: async () => ({}),
    logger: boltLogger(logger),
  });
  let routes: ReturnType<typeof createInstallRoutes> | undefined;
  receiver.routes.all("/*", async ({ req, env }) =>
    routes ? routes.fetch(withoutSlack(req.raw), env) : new Response(null, { status: 404 }),
  );
  const web = await startWebServer({
    port: 0,
    isReady: async () => true,
    failed: (error) => {
      throw error;
    },
    slack: receiver.routes,
  });
  cleanUp.defer(() => web.stop());
  const url = `http://127.0.0.1:${web.port}`;
  addRedirectUrl(`${url}/slack/`);
  sendTo(`${url}/slack/events`);
  routes = createInstallRoutes({
    installations,
    states: createInstallStates(db, { perAddress: 100, inAll: 1_000 }),
    clientOf: () => "127.0.0.1",
    client,
    publicUrl: url,
    calls,
    command: "/rail",
    isSetUp: async () => false,
    clock,
    logger,
    ...others,
  });

  const open = (path: string, init: RequestInit = {}) =>
    fetch(new URL(path, url), { redirect: "manual", ...init });
  /** A browser after "Add to Slack": its cookie, and where it is led. */
  async function begin() {
    const start = await open("/slack/install", { method: "POST" });
    return {
      status: start.status,
      cookie: start.headers.getSetCookie()[0]?.split(";")[0] ?? "",
      setCookie: start.headers.getSetCookie()[0] ?? "",
      location: start.headers.get("location") ?? "",
    };
  }
  /** What somebody who is named answers on Slack's page: where the browser is led then. */
  async function allow(location: string, name?: string): Promise<string> {
    const text = await (await fetch(location)).text();
    const [, ticket = ""] = /name="ticket" value="(\w+)"/.exec(text) ?? [];
    const options = [...text.matchAll(/<option value="([^"]+)">\s*([^<]+?)\s*<\/option>/g)];
    const installer = options.find(([, , label]) => label === name)?.[1] ?? "";
    const decision = name === undefined ? "cancel" : "allow";
    const answered = await fetch(slack.authorizeUrl, {
      method: "POST",
      body: new URLSearchParams({ ticket, installer, decision }),
      redirect: "manual",
    });
    return z.string().parse(answered.headers.get("location"));
  }

  return {
    slack,
    db,
    transaction,
    jobs,
    installations,
    clock,
    uninstallDeps,
    tokens: createInstalledTokens({
      installations,
      refresh: createRefreshToken(client, calls, clock),
      clock,
      logger,
    }),
    url,
    open,
    begin,
    allow,
    /** The whole way; by nobody, it is cancelled. */
    async install(name?: string) {
      const { cookie, location } = await begin();
      const back = await allow(location, name);
      const end = await open(back, { headers: { cookie } });
      return { status: end.status, text: await end.text(), headers: end.headers, back, cookie };
    },
    /** For Slack and for us. */
    setAhead(ms: number) {
      ahead = ms;
    },
    [Symbol.asyncDispose]: () => cleanUp.disposeAsync(),
  };
}

export type Installing = Awaited<ReturnType<typeof startInstalling>>;

function withoutSlack(request: Request): Request {
  const url = new URL(request.url);
  url.pathname = url.pathname.replace(/^\/slack/, "");
  return new Request(url, request);
}
