import { createServer } from "node:http";
import { type Installation, InstallProvider } from "@slack/oauth";
import { expect, it, test } from "vitest";
import { listen } from "../../../src/sandbox/shared/listen.ts";
import {
  ACME,
  ANA,
  APPROVALS,
  BEN,
  SIGNALBOX,
  TREASURY,
} from "../../../src/sandbox/slack-workspace/seed.ts";
import { GIA, GLOBEX } from "../../../src/sandbox/slack-workspace/seeds/globex.ts";
import { twoCompanies } from "../../../src/sandbox/slack-workspace/seeds/two-companies.ts";
import { openAcme, silent, webClient } from "../support/acme.ts";
import { openSocket } from "../support/raw-app.ts";

const BACK = "http://127.0.0.1:1/slack/oauth_redirect";

/** Acme's and Globex's workspaces without the app, and what a browser does there, without one. */
async function openCompanies() {
  const acme = await openAcme({ seed: structuredClone(twoCompanies("/rail")) });
  const { slack } = acme;
  const client = { client_id: slack.clientId, client_secret: slack.clientSecret };
  slack.addRedirectUrl(BACK);

  /** Where a person is asked, unless the app asks for something else. */
  const addressOf = (query: Record<string, string> = {}) => {
    const asked = { client_id: slack.clientId, scope: "chat:write", redirect_uri: BACK, ...query };
    return `${slack.authorizeUrl}?${new URLSearchParams(asked)}`;
  };
  /** `installer` is a workspace and a person; returns where the browser goes. */
  async function answer(page: string, installer: string, decision = "allow") {
    const [, ticket = ""] = /name="ticket" value="(\w+)"/.exec(page) ?? [];
    const body = new URLSearchParams({ ticket, installer, decision });
    const answered = await fetch(slack.authorizeUrl, { method: "POST", body, redirect: "manual" });
    return { status: answered.status, location: answered.headers.get("location") ?? "" };
  }
  const pageAt = async (address: string) => (await fetch(address)).text();

  async function codeFor(query?: { scope: string }): Promise<string> {
    const { location } = await answer(await pageAt(addressOf(query)), `${ACME}/${BEN}`);
    return new URL(location).searchParams.get("code") ?? "";
  }
  const redeem = (code: string, more: object = {}) =>
    webClient(slack, "").oauth.v2.access({ ...client, code, redirect_uri: BACK, ...more });
  return Object.assign(acme, { addressOf, answer, pageAt, codeFor, redeem });
}

type Companies = Awaited<ReturnType<typeof openCompanies>>;

/** The web server of an app that is installed with Slack's own `InstallProvider`. */
async function openInstallable({ slack, answer, pageAt }: Companies) {
  const installed = new Map<string, Installation>();
  const server = createServer();
  const url = `http://127.0.0.1:${await listen(server, 0)}`;
  slack.addRedirectUrl(`${url}/slack/`);
  const provider = new InstallProvider({
    ...{ clientId: slack.clientId, clientSecret: slack.clientSecret, logger: silent },
    ...{ stateSecret: "a secret of the test", directInstall: true },
    authorizationUrl: slack.authorizeUrl,
    clientOptions: { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } },
    installationStore: {
      storeInstallation: async (each) => void installed.set(each.team?.id ?? "", each),
      fetchInstallation: () => Promise.reject(new Error("Nobody asks for it")),
    },
  });
  const how = { scopes: ["chat:write", "commands"], redirectUri: `${url}/slack/oauth_redirect` };
  server.on("request", (request, response) => {
    if (request.url?.startsWith("/slack/install")) {
      void provider.handleInstallPath(request, response, {}, how);
    } else {
      void provider.handleCallback(request, response, {
        success: (_installation, _options, _request, end) => end.end("installed"),
        failure: ({ code }, _options, _request, end) => end.writeHead(400).end(code),
      });
    }
  });
  return {
    installed,
    /** The whole way, from the app's own page and back to it; returns what it says then. */
    async install(installer: string, decision?: string): Promise<string> {
      const begun = await fetch(`${url}/slack/install`, { redirect: "manual" });
      const cookie = begun.headers.getSetCookie()[0]?.split(";")[0] ?? "";
      const page = await pageAt(begun.headers.get("location") ?? "");
      const { location } = await answer(page, installer, decision);
      return (await fetch(location, { headers: { cookie } })).text();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

test("Slack's own InstallProvider installs in two workspaces, and an administrator ends one of them", async () => {
  await using companies = await openCompanies();
  await using app = await openInstallable(companies);
  const { slack, as } = companies;
  expect(await app.install(`${ACME}/${BEN}`, "cancel")).toContain("authorization_error");

  const found = [];
  for (const [team, user] of [
    [ACME, BEN],
    [GLOBEX, GIA],
  ] as const) {
    expect(await app.install(`${team}/${user}`)).toBe("installed");
    const installation = app.installed.get(team);
    const whole = { appId: SIGNALBOX, user: { id: user }, isEnterpriseInstall: false };
    expect(installation).toMatchObject(whole);
    const client = webClient(slack, installation?.bot?.token);
    const { user_id, team_id } = await client.auth.test();
    expect([user_id, team_id]).toEqual([installation?.bot?.userId, team]);
    found.push({ client, bot: user_id });
  }
  const [acme, globex] = found;
  expect(acme?.bot).not.toBe(globex?.bot);

  await expect(as(ANA).call("/uninstall", {})).rejects.toThrow("not_allowed");
  using socket = await openSocket(slack);
  const uninstalling = as(BEN).call("/uninstall", {});
  for (const type of ["tokens_revoked", "app_uninstalled"]) {
    const event = { type };
    expect((await socket.take())?.payload).toMatchObject({ team_id: ACME, event });
  }
  await uninstalling;
  await expect(acme?.client.auth.test()).rejects.toThrow("account_inactive");
  expect(await globex?.client.auth.test()).toMatchObject({ team_id: GLOBEX });
});

test("a new app is in no channel until somebody invites it, and offers what it was granted", async () => {
  await using companies = await openCompanies();
  const code = await companies.codeFor({ scope: "chat:write,users:read" });
  const { access_token } = await companies.redeem(code);
  const client = webClient(companies.slack, access_token);
  const ben = companies.as(BEN);
  const post = () => client.chat.postMessage({ channel: APPROVALS, text: "hello" });

  await expect(post()).rejects.toThrow("not_in_channel");
  await ben.say(APPROVALS, "/invite @signalbox");

  expect(await post()).toMatchObject({ ok: true });
  await expect(ben.say(TREASURY, "/rail")).rejects.toThrow("unknown_command");
});

test("a code works once, for ten minutes, with the secret and the address of its request", async () => {
  await using companies = await openCompanies();
  const { redeem, codeFor, slack } = companies;
  const [code, late] = [await codeFor(), await codeFor()];

  await expect(redeem(code, { client_secret: "x" })).rejects.toThrow("bad_client_secret");
  await expect(redeem(code, { redirect_uri: `${BACK}x` })).rejects.toThrow("bad_redirect_uri");
  expect(await redeem(code)).toMatchObject({ ok: true, scope: "chat:write" });
  await expect(redeem(code)).rejects.toThrow("code_already_used");
  slack.clock.advance(601_000);
  await expect(redeem(late)).rejects.toThrow("invalid_code");
});

test("the authorize page says what is asked for and who may allow it, once, and carries no script", async () => {
  await using companies = await openCompanies();
  const { addressOf, answer } = companies;
  const response = await fetch(addressOf());
  const page = await response.text();

  expect(page).toContain("chat:write");
  expect(page).not.toContain("<script");
  expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  const options = page.matchAll(/<option value="[^"]+">\s*([^<]+?)\s*<\/option>/g);
  const names = [...options].map(([, name]) => name);
  expect(names[0]).toBe("Ben Okafor, in Acme");
  expect(names.join()).not.toMatch(/Gus|Ida|Jon|Ola|Pager/);
  for (const installer of [`${ACME}/U0GUS0001`, `${ACME}/${BEN}`]) {
    expect((await answer(page, installer)).status).toBe(400);
  }
});

it.each([
  { client_id: "x" },
  { scope: "" },
  { user_scope: "chat:write" },
  { redirect_uri: "https://evil.example/" },
  { redirect_uri: "http://127.0.0.1.evil.example/" },
])("the authorize page refuses %j", async (query) => {
  await using companies = await openCompanies();
  expect((await fetch(companies.addressOf(query))).status).toBe(400);
});
