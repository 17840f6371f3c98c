import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, LogLevel } from "@slack/bolt";
import { WebClient } from "@slack/web-api";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ACME, BEN, SIGNALBOX } from "../../../src/sandbox/slack-workspace/seed.ts";
import { GIA, GLOBEX, GLOBEX_TREASURY } from "../../../src/sandbox/slack-workspace/seeds/globex.ts";
import {
  ASIA_TREASURY,
  EUROPE_TREASURY,
  INITECH,
  INITECH_ASIA,
  INITECH_EUROPE,
  KIM,
  LEO,
  MAY,
} from "../../../src/sandbox/slack-workspace/seeds/initech.ts";
import { LEDGER } from "../../../src/sandbox/slack-workspace/seeds/ledger.ts";
import { manyWorkspaces } from "../../../src/sandbox/slack-workspace/seeds/many.ts";
import type { SlackWorkspace } from "../../../src/sandbox/slack-workspace/server.ts";
import { person } from "../support/person.ts";
import { modal, silent, startAcme, startBolt, textInput, webClient } from "./bolt-app.ts";
import { install, openAuthorizePage, startOAuthApp } from "./oauth-app.ts";
import { openSocket } from "./raw-socket.ts";

const HOUR = 60 * 60_000;
const BEN_AT_ACME = "Ben Okafor, in Acme";
const GIA_AT_GLOBEX = "Gia Novak, in Globex";
const KIM_IN_EUROPE = "Kim Adeyemi, in Initech Europe";
const KIM_ORG_WIDE = "Kim Adeyemi, in all of Initech";

let ahead = 0;
let workspace: Awaited<ReturnType<typeof startAcme>>;
let signalbox: Awaited<ReturnType<typeof startOAuthApp>>;
let ledger: Awaited<ReturnType<typeof startOAuthApp>>;
beforeAll(async () => {
  workspace = await startAcme({ seed: manyWorkspaces, now: () => Date.now() + ahead });
  signalbox = await startOAuthApp(workspace, SIGNALBOX);
  ledger = await startOAuthApp(workspace, LEDGER);
});
afterEach(() => {
  ahead = 0;
});
afterAll(async () => {
  await signalbox[Symbol.asyncDispose]();
  await ledger[Symbol.asyncDispose]();
  await workspace.stop();
});

const noToken = () => new WebClient(undefined, { slackApiUrl: workspace.apiUrl, logger: silent });

function authorizeUrl(query: Record<string, string>): string {
  const asked = { client_id: "2222.ledger", scope: "chat:write", state: "s", ...query };
  return `${workspace.authorizeUrl}?${new URLSearchParams(asked)}`;
}

/** A code as it comes back in the address, for Ledger at Globex. */
async function freshCode(query: Record<string, string> = {}): Promise<string> {
  const page = await openAuthorizePage(
    authorizeUrl({ redirect_uri: ledger.redirectUri, ...query }),
  );
  const { location } = await page.answer("allow", `${GLOBEX}/${GIA}`);
  return new URL(location).searchParams.get("code") ?? "";
}

const exchange = (code: string, other: object = {}) =>
  noToken().oauth.v2.access({
    client_id: "2222.ledger",
    client_secret: "sandbox-client-secret-of-ledger",
    redirect_uri: ledger.redirectUri,
    code,
    ...other,
  });

describe("an app that is installed with Slack's own InstallProvider", () => {
  it("is installed in two workspaces, each with its own token and bot", async () => {
    expect(await install(signalbox, BEN_AT_ACME)).toBe("installed");
    expect(await install(signalbox, GIA_AT_GLOBEX)).toBe("installed");

    const { all } = signalbox.installed;
    expect(all.get(ACME)).toMatchObject({
      team: { id: ACME, name: "Acme" },
      user: { id: BEN },
      appId: SIGNALBOX,
      tokenType: "bot",
      isEnterpriseInstall: false,
      bot: {
        userId: "U0SIGNAL1",
        id: "B0SIGNAL1",
        refreshToken: expect.stringMatching(/^xoxe-1-/),
      },
    });
    expect(all.get(GLOBEX)?.bot).toMatchObject({ userId: "U0SIGNAL2", id: "B0SIGNAL2" });
    for (const team of [ACME, GLOBEX]) {
      const client = webClient(workspace, all.get(team)?.bot?.token);
      expect(await client.auth.test()).toMatchObject({ team_id: team });
    }
  });

  it("is told when the person cancels", async () => {
    expect(await install(signalbox, "Nobody")).toBe("slack_oauth_installer_authorization_error");
  });

  it("renews its token before the twelve hours are over, and the old refresh token is used up", async () => {
    await install(signalbox, GIA_AT_GLOBEX);
    const source = { teamId: GLOBEX, enterpriseId: undefined, isEnterpriseInstall: false };
    const before = await signalbox.provider.authorize(source);
    const kept = signalbox.installed.all.get(GLOBEX)?.bot;
    const refreshToken = kept?.refreshToken ?? "";
    expect(kept?.expiresAt).toBeGreaterThan(Date.now() / 1000 + 11 * 3600);
    // Eleven hours later, for Slack and for what the app has stored.
    ahead = 11 * HOUR;
    if (kept) kept.expiresAt = Math.floor(Date.now() / 1000) + 3600;

    const after = await signalbox.provider.authorize(source);

    expect(after.botToken).not.toBe(before.botToken);
    expect(await webClient(workspace, after.botToken).auth.test()).toMatchObject({ ok: true });
    await expect(
      noToken().oauth.v2.access({
        client_id: "1111.signalbox",
        client_secret: "sandbox-client-secret-of-signalbox",
        grant_type: "refresh_token",
        refresh_token: refreshToken,
      }),
    ).rejects.toThrow("invalid_refresh_token");
    ahead = 12 * HOUR + 60_000;
    await expect(webClient(workspace, before.botToken).auth.test()).rejects.toThrow(
      "token_expired",
    );
    expect(await webClient(workspace, after.botToken).auth.test()).toMatchObject({ ok: true });
  });
});

describe("an app that was just installed", () => {
  it("is in no channel until somebody invites it", async () => {
    await install(ledger, GIA_AT_GLOBEX);
    const { chat } = webClient(workspace, ledger.installed.all.get(GLOBEX)?.bot?.token);
    const gia = person(workspace.url, GIA, { team: GLOBEX });
    const post = () => chat.postMessage({ channel: GLOBEX_TREASURY, text: "hello" });
    await expect(post()).rejects.toThrow("not_in_channel");
    await expect(gia.command(GLOBEX_TREASURY, "/invite @nobody")).rejects.toThrow("user_not_found");

    await gia.command(GLOBEX_TREASURY, "/invite @Ledger");

    await post();
    expect(await gia.messages(GLOBEX_TREASURY)).toMatchObject([
      { text: expect.stringMatching(/added <@U/) },
      { text: "hello" },
    ]);
    await expect(gia.command(GLOBEX_TREASURY, "/invite @ledger")).rejects.toThrow("already_in");
  });

  it("is opened in the conversation of the person who installed it", async () => {
    const lead = async (query: object) => {
      const url = `${workspace.url}/app_redirect?${new URLSearchParams({ ...query })}`;
      return (await fetch(url, { redirect: "manual" })).headers.get("location");
    };
    await install(ledger, GIA_AT_GLOBEX);

    expect(await lead({ app: LEDGER, team: GLOBEX })).toContain(`/?team=${GLOBEX}&as=${GIA}&in=D`);
    expect(await lead({ app: LEDGER, team: "T0" })).toBe("/");
    expect(await lead({})).toBe("/");
  });

  it("keeps what it was granted before, where it is installed anew for less", async () => {
    await install(ledger, GIA_AT_GLOBEX);

    const { scope } = await exchange(await freshCode({ scope: "chat:write,im:write" }));

    expect(scope).toBe("channels:read,chat:write,commands,im:write,users:read");
  });

  it("offers no commands where it was not granted them", async () => {
    const page = await openAuthorizePage(authorizeUrl({ redirect_uri: ledger.redirectUri }));
    const { location } = await page.answer("allow", `${INITECH_ASIA}/${KIM}`);
    await exchange(new URL(location).searchParams.get("code") ?? "");

    const may = person(workspace.url, MAY, { team: INITECH_ASIA });

    await expect(may.command(ASIA_TREASURY, "/ledger")).rejects.toThrow("unknown_command");
    expect(await may.directMessages()).toEqual([]);
  });
});

describe("a code", () => {
  it("works once", async () => {
    const code = await freshCode();

    expect(await exchange(code)).toMatchObject({
      app_id: LEDGER,
      token_type: "bot",
      scope: expect.stringContaining("chat:write"),
      team: { id: GLOBEX },
      enterprise: null,
      is_enterprise_install: false,
      authed_user: { id: GIA },
    });
    await expect(exchange(code)).rejects.toThrow("code_already_used");
  });

  it.each([
    [
      "of another client",
      "invalid_code",
      { client_id: "1111.signalbox", client_secret: "sandbox-client-secret-of-signalbox" },
    ],
    ["with a wrong secret", "bad_client_secret", { client_secret: "guessed" }],
    ["of a client that does not exist", "invalid_client_id", { client_id: "3333" }],
    ["gone back to elsewhere", "bad_redirect_uri", { redirect_uri: "http://127.0.0.1:3001/other" }],
    ["that was made up", "invalid_code", { code: "made-up" }],
    ["under another grant", "invalid_grant_type", { grant_type: "password" }],
  ])("%s is refused, and is not used up", async (_, error, other) => {
    const code = await freshCode();

    await expect(exchange(code, other)).rejects.toThrow(error);

    expect(await exchange(code)).toMatchObject({ ok: true });
  });

  it("lives ten minutes", async () => {
    const code = await freshCode();
    ahead = 10 * 60_000 + 1_000;

    await expect(exchange(code)).rejects.toThrow("invalid_code");
  });
});

describe("the authorize page", () => {
  it("says what is asked for and who may allow it, and carries no script", async () => {
    const { text, headers, installers } = await openAuthorizePage(
      authorizeUrl({
        redirect_uri: ledger.redirectUri,
        scope: "chat:write,<b>hostile</b>,constructor",
      }),
    );

    expect(text).toContain("Install Ledger");
    expect(text).toContain("Send messages");
    expect(text).not.toContain("native code");
    expect(text).toContain("&lt;b&gt;hostile");
    expect(text).not.toContain("<script");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(installers.map(({ name }) => name)).toEqual([
      BEN_AT_ACME,
      "Ana Flores, in Acme",
      "Cal Lindqvist, in Acme",
      "Dee Ramanathan, in Acme",
      "Eve Marchetti, in Acme",
      GIA_AT_GLOBEX,
      "Hal Iversen, in Globex",
      KIM_IN_EUROPE,
      "Leo Virtanen, in Initech Europe",
      "Kim Adeyemi, in Initech Asia",
      "May Tanaka, in Initech Asia",
      KIM_ORG_WIDE,
    ]);
  });

  it("names one workspace where the app asks for it", async () => {
    const { installers } = await openAuthorizePage(
      authorizeUrl({ redirect_uri: ledger.redirectUri, team: GLOBEX }),
    );

    expect(installers.map(({ name }) => name)).toEqual([GIA_AT_GLOBEX, "Hal Iversen, in Globex"]);
  });

  it.each([
    ["an unknown client", { client_id: "3333" }, "client_id"],
    [
      "a foreign address to go back to",
      { redirect_uri: "https://a.example/slack/" },
      "redirect_uri",
    ],
    ["an address beside the app's", { redirect_uri: "http://127.0.0.1:30011/" }, "redirect_uri"],
    ["scopes of a person", { user_scope: "chat:write" }, "user_scope is not supported"],
    ["no scopes", { scope: "" }, "scope"],
  ])("refuses %s, and leads nowhere", async (_, query, words) => {
    const { status, text } = await openAuthorizePage(authorizeUrl(query));

    expect(status).toBe(400);
    expect(text).toContain(words);
    expect(text).not.toContain("<form");
  });

  it("leads to the app's addresses and below them, not to what only begins like one", async () => {
    workspace.app(LEDGER).addRedirectUrl("http://127.0.0.1:3003/oauth/redirect");
    const at = async (redirect_uri: string) =>
      (await openAuthorizePage(authorizeUrl({ redirect_uri }))).status;

    expect(await at("http://127.0.0.1:3003/oauth/redirect")).toBe(200);
    expect(await at("http://127.0.0.1:3003/oauth/redirect/acme")).toBe(200);
    expect(await at("http://127.0.0.1:3003/oauth/redirect.evil")).toBe(400);
    expect(await at("http://127.0.0.1:3003/oauth/redirect/../evil")).toBe(400);
    workspace.app(LEDGER).addRedirectUrl("ledger://installed");
    expect(await at("javascript:alert(1)")).toBe(400);
  });

  it("takes one answer, from somebody who may give it", async () => {
    const open = () => openAuthorizePage(authorizeUrl({ redirect_uri: ledger.redirectUri }));
    const page = await open();

    expect((await page.answer("allow", `${GLOBEX}/U0IDA0001`)).status).toBe(400);
    expect((await page.answer("allow", `${GLOBEX}/${GIA}`)).status).toBe(400);
    const { location } = await (await open()).answer("cancel");
    expect(new URL(location).searchParams.get("error")).toBe("access_denied");
  });
});

describe("an org-wide installation", () => {
  it("serves every workspace of the organisation with one token, to a real Bolt app", async () => {
    expect(await install(signalbox, KIM_ORG_WIDE)).toBe("installed");
    const stored = signalbox.installed.all.get(INITECH);
    expect(stored).toMatchObject({
      enterprise: { id: INITECH, name: "Initech" },
      isEnterpriseInstall: true,
      enterpriseUrl: "https://initech.enterprise.slack.com/",
      user: { id: KIM },
    });
    expect(stored?.team).toBeUndefined();
    const heard: unknown[] = [];
    const app = new App({
      appToken: workspace.appToken,
      socketMode: true,
      authorize: (source) => signalbox.provider.authorize(source),
      logLevel: LogLevel.ERROR,
      clientOptions: { slackApiUrl: workspace.apiUrl, retryConfig: { retries: 0 } },
    });
    app.command("/rail", async ({ ack, command, client, context }) => {
      await ack();
      heard.push([command.team_id, context.isEnterpriseInstall, context.enterpriseId]);
      const view = modal("Name it", [textInput("name", "Name")]);
      await client.views.open({ trigger_id: command.trigger_id, view });
    });
    app.view("form", async ({ ack, body, client, context }) => {
      await ack();
      heard.push([body.team, body.user.team_id, context.teamId, context.isEnterpriseInstall]);
      await client.chat.postMessage({ channel: body.user.id, text: "Named" });
    });
    await app.start();

    for (const [team, user, channel] of [
      [INITECH_EUROPE, LEO, EUROPE_TREASURY],
      [INITECH_ASIA, MAY, ASIA_TREASURY],
      [INITECH_ASIA, KIM, ASIA_TREASURY],
    ] as const) {
      const someone = person(workspace.url, user, { team });
      expect(await someone.command(channel, "/rail")).toEqual({ acknowledged: true });
      await someone.waitFor(() => someone.modal(), "the form");
      await someone.fill("Name", "x");
      expect(await someone.submit()).toMatchObject({ closed: true });
      await someone.waitFor(
        async () => (await someone.directMessages()).length === 1,
        "the answer, in this workspace",
      );
    }
    await app.stop();

    expect(await person(workspace.url, KIM, { team: INITECH_EUROPE }).directMessages()).toEqual([]);
    expect(heard).toEqual([
      [INITECH_EUROPE, true, INITECH],
      [null, INITECH_EUROPE, INITECH_EUROPE, true],
      [INITECH_ASIA, true, INITECH],
      [null, INITECH_ASIA, INITECH_ASIA, true],
      [INITECH_ASIA, true, INITECH],
      [null, INITECH_ASIA, INITECH_ASIA, true],
    ]);
  });

  it("finds the workspace by what is named, and opens none outside the organisation", async () => {
    const { token } = signalbox.installed.all.get(INITECH)?.bot ?? {};
    const { users, auth, conversations } = webClient(workspace, token);

    expect(await users.info({ user: MAY })).toMatchObject({ user: { team_id: INITECH_ASIA } });
    expect(await conversations.info({ channel: EUROPE_TREASURY })).toMatchObject({
      channel: { context_team_id: INITECH_EUROPE },
    });
    expect(await auth.test()).toMatchObject({ is_enterprise_install: true, team_id: INITECH });
    await expect(conversations.list({})).rejects.toThrow("missing_argument");
    expect(await conversations.list({ team_id: INITECH_ASIA })).toMatchObject({
      channels: [{ id: ASIA_TREASURY }],
    });
    await expect(users.info({ user: GIA })).rejects.toThrow("user_not_found");
    await expect(
      webClient(workspace, token).apiCall("users.info", { user: GIA, team_id: GLOBEX }),
    ).rejects.toThrow("team_access_not_granted");
  });

  it("leaves no room for one of a single workspace", async () => {
    expect(await install(signalbox, KIM_IN_EUROPE)).not.toBe("installed");
  });
});

describe("an uninstallation", () => {
  it("follows when the last token is revoked: both events, and the bot is gone", async () => {
    await install(ledger, KIM_IN_EUROPE);
    const { token, userId = "" } = ledger.installed.all.get(INITECH_EUROPE)?.bot ?? {};
    const client = webClient(workspace, token);
    await client.chat.postMessage({ channel: LEO, text: "hello" });
    const leo = person(workspace.url, LEO, { team: INITECH_EUROPE, app: LEDGER });
    expect(await leo.directMessages()).toHaveLength(1);
    expect(await client.auth.revoke({ test: true })).toMatchObject({ revoked: false });
    const heard: unknown[] = [];
    await using _bolt = await startBolt(
      { ...asLedger(workspace), botToken: "xoxb-sandbox-ledger" },
      (app) => {
        app.event("tokens_revoked", async ({ event }) => void heard.push(event));
        app.event("app_uninstalled", async ({ event }) => void heard.push(event));
      },
    );

    expect(await client.auth.revoke()).toMatchObject({ revoked: true });

    await expect
      .poll(() => heard)
      .toMatchObject([
        { type: "tokens_revoked", tokens: { oauth: [], bot: [userId] } },
        { type: "app_uninstalled" },
      ]);
    await expect(client.auth.test()).rejects.toThrow("token_revoked");
    expect(await leo.directMessages()).toEqual([]);
    await expect(leo.command(EUROPE_TREASURY, "/ledger")).rejects.toThrow("unknown_command");
  });

  it("leaves other workspaces alone, and the app comes back with the same bot", async () => {
    const before = ledger.installed.all.get(INITECH_EUROPE)?.bot;
    expect(await webClient(workspace, "xoxb-sandbox-ledger").auth.test()).toMatchObject({
      ok: true,
    });

    await install(ledger, KIM_IN_EUROPE);

    const after = ledger.installed.all.get(INITECH_EUROPE)?.bot;
    expect(after?.userId).toBe(before?.userId);
    expect(after?.token).not.toBe(before?.token);
    await expect(webClient(workspace, before?.token).auth.test()).rejects.toThrow();
  });

  it("can be done by an administrator, and ends every token", async () => {
    await install(ledger, KIM_IN_EUROPE);
    const client = webClient(workspace, ledger.installed.all.get(INITECH_EUROPE)?.bot?.token);
    const as = (user: string) => person(workspace.url, user, { team: INITECH_EUROPE, app: LEDGER });

    await expect(as(LEO).uninstall()).rejects.toThrow("not_allowed");
    expect(await client.auth.test()).toMatchObject({ ok: true });
    await as(KIM).uninstall();

    await expect(client.auth.test()).rejects.toThrow("account_inactive");
    await expect(as(KIM).uninstall()).rejects.toThrow("app_not_installed");
  });

  it("waits for the last of several tokens", async () => {
    await install(ledger, GIA_AT_GLOBEX);
    const first = webClient(workspace, ledger.installed.all.get(GLOBEX)?.bot?.token);
    await install(ledger, GIA_AT_GLOBEX);
    const second = webClient(workspace, ledger.installed.all.get(GLOBEX)?.bot?.token);

    await first.auth.revoke();

    await expect(first.auth.test()).rejects.toThrow("token_revoked");
    expect(await second.auth.test()).toMatchObject({ ok: true });
  });

  it("is told in the other order as well, is not told where nobody asked, and outlives a restart", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "oauth-"));
    const options = {
      dataDir,
      seed: manyWorkspaces,
      assumptions: { oauth: { uninstalledBeforeRevoked: true } },
    };
    {
      await using many = await startAcme(options);
      const { next, acknowledge } = await openSocket(asLedger(many));
      await next();
      const silentApp = await openSocket(many);
      await silentApp.next();
      await many.client.auth.revoke();
      await webClient(many, "xoxb-sandbox-ledger").auth.revoke();

      const first = await next();
      acknowledge(first);
      const second = await next();
      acknowledge(second);

      expect([first, second].map((each) => each?.payload.event)).toMatchObject([
        { type: "app_uninstalled" },
        { type: "tokens_revoked" },
      ]);
      many.faults.disconnectSockets();
      expect(await silentApp.next()).toMatchObject({ type: "disconnect" });
    }

    await using again = await startAcme(options);

    await expect(webClient(again, "xoxb-sandbox-ledger").auth.test()).rejects.toThrow(
      "token_revoked",
    );
    expect(await webClient(again, "xoxb-sandbox-globex").auth.test()).toMatchObject({ ok: true });
    await rm(dataDir, { recursive: true });
  });
});

const asLedger = (server: SlackWorkspace) => ({ ...server, ...server.app(LEDGER) });
