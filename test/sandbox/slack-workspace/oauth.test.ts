import { describe, expect, it } from "vitest";
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
import { person } from "../support/person.ts";
import { openSocket } from "../support/raw-socket.ts";
import { useOne } from "../support/use-one.ts";
import { startAcme, webClient } from "./bolt-app.ts";
import { install, openAuthorizePage, startOAuthApp } from "./oauth-app.ts";

const workspace = useOne(
  () => startAcme({ seed: twoCompanies("/rail") }),
  (each) => each.stop(),
);
const app = useOne(
  () => startOAuthApp(workspace),
  (each) => each[Symbol.asyncDispose](),
);

const authorize = (query: Record<string, string> = {}) => {
  const all = { client_id: workspace.clientId, scope: "chat:write", redirect_uri: app.redirectUri };
  return `${workspace.authorizeUrl}?${new URLSearchParams({ ...all, ...query })}`;
};

/** A code for Acme, as an app gets it. */
async function codeOf(scope = "chat:write"): Promise<string> {
  const page = await openAuthorizePage(authorize({ scope }));
  const { location } = await page.answer("allow", `${ACME}/${BEN}`);
  return new URL(location).searchParams.get("code") ?? "";
}

const redeem = (code: string, more: object = {}) =>
  webClient(workspace, "").oauth.v2.access({
    ...{ client_id: workspace.clientId, client_secret: workspace.clientSecret, code },
    ...{ redirect_uri: app.redirectUri, ...more },
  });

describe("Slack's own InstallProvider", () => {
  it("installs the app in two workspaces, each with its own token and bot", async () => {
    expect(await install(app, "Ben Okafor, in Acme")).toBe("installed");
    expect(await install(app, "Gia Novak, in Globex")).toBe("installed");
    const bots = new Set<string>();
    for (const [team, user] of [
      [ACME, BEN],
      [GLOBEX, GIA],
    ] as const) {
      const found = app.installed.all.get(team);
      expect(found).toMatchObject({
        appId: SIGNALBOX,
        user: { id: user },
        isEnterpriseInstall: false,
      });
      const answer = await webClient(workspace, found?.bot?.token).auth.test();
      expect(answer).toMatchObject({ team_id: team, user_id: found?.bot?.userId });
      bots.add(answer.user_id ?? "");
    }
    expect(bots.size).toBe(2);
  });

  it("hears that the person cancels", async () => {
    expect(await install(app, "nobody")).toBe("slack_oauth_installer_authorization_error");
  });
});

describe("an app that was just installed", () => {
  it("is in no channel until somebody invites it, and offers what it was granted", async () => {
    const { access_token } = await redeem(await codeOf("chat:write,users:read"));
    const client = webClient(workspace, access_token);
    const ben = person(workspace.url, BEN);
    const post = () => client.chat.postMessage({ channel: APPROVALS, text: "hello" });
    await expect(post()).rejects.toThrow("not_in_channel");
    await ben.command(APPROVALS, "/invite @signalbox");
    expect(await post()).toMatchObject({ ok: true });
    await expect(ben.command(TREASURY, "/rail")).rejects.toThrow("unknown_command");
  });
});

describe("a code", () => {
  it("works once, for ten minutes, with the secret and the address of its request", async () => {
    const code = await codeOf();
    await expect(redeem(code, { client_secret: "x" })).rejects.toThrow("bad_client_secret");
    await expect(redeem(code, { redirect_uri: `${app.url}/x` })).rejects.toThrow(
      "bad_redirect_uri",
    );
    expect(await redeem(code)).toMatchObject({ ok: true, scope: "chat:write" });
    await expect(redeem(code)).rejects.toThrow("code_already_used");
    const late = await codeOf();
    workspace.clock.advance(601_000);
    await expect(redeem(late)).rejects.toThrow("invalid_code");
    workspace.clock.reset();
  });
});

describe("the authorize page", () => {
  it("says what is asked for and who may allow it, once, and carries no script", async () => {
    const page = await openAuthorizePage(authorize());
    expect(page.text).toContain("chat:write");
    expect(page.text).not.toContain("<script");
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    const names = page.installers.map(({ name }) => name);
    expect(names[0]).toBe("Ben Okafor, in Acme");
    expect(names.join()).not.toMatch(/Gus|Ida|Jon|Ola|Pager/);
    expect((await page.answer("allow", `${ACME}/U0GUS0001`)).status).toBe(400);
    expect((await page.answer("allow", `${ACME}/${BEN}`)).status).toBe(400);
  });

  it.each([
    { client_id: "x" },
    { scope: "" },
    { user_scope: "chat:write" },
    { redirect_uri: "https://evil.example/" },
    { redirect_uri: "http://127.0.0.1.evil.example/" },
  ])("refuses %j", async (query) => {
    expect((await openAuthorizePage(authorize(query))).status).toBe(400);
  });
});

describe("an uninstallation", () => {
  it("is an administrator's, ends every token, is told, and leaves other workspaces alone", async () => {
    await install(app, "Ben Okafor, in Acme");
    await install(app, "Gia Novak, in Globex");
    const tokens = [ACME, GLOBEX].map((team) => app.installed.all.get(team)?.bot?.token);
    const [acme, globex] = tokens.map((token) => webClient(workspace, token));
    await expect(person(workspace.url, ANA).uninstall()).rejects.toThrow("not_allowed");
    const socket = await openSocket(workspace);
    await socket.next();
    const uninstalling = person(workspace.url, BEN).uninstall();
    for (const type of ["tokens_revoked", "app_uninstalled"]) {
      const envelope = await socket.next();
      socket.acknowledge(envelope);
      expect(envelope?.payload).toMatchObject({ team_id: ACME, event: { type } });
    }
    await uninstalling;
    socket.socket.terminate();
    await expect(acme?.auth.test()).rejects.toThrow("account_inactive");
    expect(await globex?.auth.test()).toMatchObject({ team_id: GLOBEX });
  });
});
