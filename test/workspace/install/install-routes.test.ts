import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { NotInstalled } from "../../../src/platform/slack/bot-tokens.ts";
import { BOT_SCOPES } from "../../../src/platform/slack/scopes.ts";
import { plainTextOf } from "../../../src/sandbox/slack-workspace/plain-text.ts";
import { ACME, SIGNALBOX } from "../../../src/sandbox/slack-workspace/seed.ts";
import { GIA, GLOBEX } from "../../../src/sandbox/slack-workspace/seeds/globex.ts";
import {
  INITECH,
  INITECH_ASIA,
  INITECH_EUROPE,
  KIM,
} from "../../../src/sandbox/slack-workspace/seeds/initech.ts";
import { LEDGER } from "../../../src/sandbox/slack-workspace/seeds/ledger.ts";
import { installedPage } from "../../../src/workspace/install/install-pages.ts";
import { rememberWorkspace } from "../../../src/workspace/install/install-workspace.ts";
import { webClient } from "../../sandbox/slack-workspace/bolt-app.ts";
import type { Installing } from "../../slack/installations/installing.ts";
import { startInstalling } from "../../slack/installations/installing.ts";
import { person } from "../../support/person.ts";

const BEN_AT_ACME = "Ben Okafor, in Acme";
const GIA_AT_GLOBEX = "Gia Novak, in Globex";
const KIM_ORG_WIDE = "Kim Adeyemi, in all of Initech";

let app: Installing;
beforeAll(async () => {
  app = await startInstalling();
});
afterAll(() => app[Symbol.asyncDispose]());

const states = () => app.db.selectFrom("install_states").selectAll().execute();
const rows = () => app.db.selectFrom("slack_installations").selectAll().orderBy("id").execute();

describe("our page", () => {
  it("begins nothing by being looked at, and takes nothing from elsewhere", async () => {
    const got = await app.open("/slack/install");
    const looked = await app.open("/slack/install", { method: "HEAD" });

    expect([got.status, looked.status]).toEqual([200, 200]);
    const text = await got.text();
    expect(text).toContain("Add to Slack");
    expect(text).not.toMatch(/<script|<link|<img|https?:\/\//);
    expect(got.headers.getSetCookie()).toEqual([]);
    expect(await states()).toEqual([]);
    expect(Object.fromEntries(got.headers)).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'self' http:\/\/127\.0\.0\.1:\d+; frame-ancestors 'none'$/,
      ),
    });
    expect((await app.open("/slack/install", { method: "PUT" })).status).toBe(405);
    expect((await app.open("/slack/oauth_redirect", { method: "POST" })).status).toBe(405);
  });

  it("leads to Slack with the scopes of the manifest, and gives the browser a cookie for the way back", async () => {
    const { status, location, setCookie } = await app.begin();
    const { searchParams } = new URL(location);

    expect(status).toBe(303);
    expect(location.startsWith(`${app.slack.authorizeUrl}?`)).toBe(true);
    expect(searchParams.get("scope")?.split(",")).toEqual(BOT_SCOPES);
    expect(parse(readFileSync("manifest.yml", "utf8")).oauth_config.scopes.bot).toEqual(BOT_SCOPES);
    expect(searchParams.get("redirect_uri")).toBe(`${app.url}/slack/oauth_redirect`);
    expect(setCookie).toMatch(
      /^__Host-signalbox-install=[\w-]{32}\.[\w-]{43}; Secure; HttpOnly; SameSite=Lax; Path=\/; Max-Age=600$/,
    );
    const state = searchParams.get("state") ?? "";
    expect(setCookie).toContain(state);
    expect(JSON.stringify(await states())).not.toContain(state.slice(0, 20));
  });
});

describe("an installation", () => {
  it("is kept sealed, says what to do next, and welcomes who did it", async () => {
    const { status, text, headers } = await app.install(GIA_AT_GLOBEX);

    expect(status).toBe(200);
    expect(text).toContain("installed in the workspace Globex");
    expect(text).toContain("<code>/rail setup</code>");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.getSetCookie()).toEqual([expect.stringContaining("=deleted;")]);
    expect(await app.installations.find(GLOBEX)).toMatchObject({
      isOrgWide: false,
      workspace: { id: GLOBEX, name: "Globex" },
      enterprise: null,
      appId: SIGNALBOX,
      botId: "B0SIGNAL2",
      botUserId: "U0SIGNAL2",
      installedBy: GIA,
      scopes: BOT_SCOPES,
      renewal: { refreshToken: expect.stringMatching(/^xoxe-1-/) },
    });
    const token = await app.tokens.of(GLOBEX);
    expect(await webClient(app.slack, token).auth.test()).toMatchObject({ team_id: GLOBEX });
    expect(JSON.stringify(await rows())).not.toMatch(/xox/);
    const gia = person(app.slack.url, GIA, { team: GLOBEX });
    const said = await gia.waitFor(async () => (await gia.directMessages()).at(-1), "a welcome");
    expect(plainTextOf(said)).toContain("/rail setup");
  });

  it("changes only the tokens and scopes of a workspace that is served", async () => {
    await app.install(BEN_AT_ACME);
    const [before] = await app.db
      .selectFrom("workspaces")
      .selectAll()
      .where("id", "=", ACME)
      .execute();
    const earlier = await app.installations.find(ACME);

    await app.install(BEN_AT_ACME);

    const later = await app.installations.find(ACME);
    expect(later?.botToken).not.toBe(earlier?.botToken);
    expect(later?.version).toBe((earlier?.version ?? 0) + 1);
    expect(
      await app.db.selectFrom("workspaces").selectAll().where("id", "=", ACME).execute(),
    ).toMatchObject([{ ...before, last_audit_sequence: 2, last_audit_hash: expect.any(String) }]);
  });

  it("org-wide serves each workspace from its first delivery on", async () => {
    const { text } = await app.install(KIM_ORG_WIDE);

    expect(text).toContain("in the organisation Initech");
    await expect(app.tokens.of(INITECH_EUROPE)).rejects.toThrow(NotInstalled);
    for (const [id, name] of [
      [INITECH_EUROPE, "Initech Europe"],
      [INITECH_ASIA, ""],
    ] as const) {
      await rememberWorkspace(app, { id, name }, INITECH);
      const client = webClient(app.slack, await app.tokens.of(id));
      expect(await client.auth.test()).toMatchObject({ is_enterprise_install: true });
    }
    await expect(app.tokens.of("T0OTHER01")).rejects.toThrow(NotInstalled);
    const kim = person(app.slack.url, KIM, { team: INITECH_EUROPE });
    const said = await kim.waitFor(async () => (await kim.directMessages()).at(-1), "a welcome");
    expect(plainTextOf(said)).toContain("in each workspace that will use it");
  });
});

describe("a way back that is refused", () => {
  const again = 'href="/slack/install"';

  it("is told plainly where somebody cancels", async () => {
    const { status, text } = await app.install();

    expect([status, text]).toEqual([400, expect.stringContaining("was not installed")]);
    expect(text).toContain(again);
  });

  it("is one that was gone before, and one of another browser or of none", async () => {
    const { cookie, location } = await app.begin();
    const back = await app.allow(location, GIA_AT_GLOBEX);
    const other = await app.begin();
    const before = await rows();

    const preview = await app.open(back);
    const byOther = await app.open(back, { headers: { cookie: other.cookie } });
    const looked = await app.open(back, { method: "HEAD", headers: { cookie } });
    expect([preview.status, byOther.status, looked.status]).toEqual([400, 400, 400]);
    expect(await byOther.text()).toContain("cannot be finished");
    expect(await rows()).toEqual(before);

    const [first, second] = await Promise.all([
      app.open(back, { headers: { cookie } }),
      app.open(back, { headers: { cookie } }),
    ]);
    expect([first.status, second.status].sort()).toEqual([200, 400]);
    const replayed = await app.open(back, { headers: { cookie } });
    expect(replayed.status).toBe(400);
    expect(await replayed.text()).toContain(again);
    const kept = await rows();
    const withFreshCode = await app.allow(location, GIA_AT_GLOBEX);
    const fresh = await app.open(withFreshCode, { headers: { cookie } });
    expect([fresh.status, await fresh.text()]).toEqual([
      400,
      expect.stringContaining("cannot be finished"),
    ]);
    expect(await rows()).toEqual(kept);
  });

  it("is one that took too long, and one whose state is none of ours", async () => {
    const { cookie, location } = await app.begin();
    const back = await app.allow(location, GIA_AT_GLOBEX);
    await app.db
      .updateTable("install_states")
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute();
    expect((await app.open(back, { headers: { cookie } })).status).toBe(400);

    for (const state of ["guessed", `${"a".repeat(32)}.${"b".repeat(43)}`, "", "a.b.c"]) {
      const forged = await app.open(`/slack/oauth_redirect?code=1&state=${state}`, {
        headers: { cookie: `__Host-signalbox-install=${state}` },
      });
      expect(forged.status).toBe(400);
    }
  });

  it("echoes nothing of its address", async () => {
    const hostile = encodeURIComponent("<script>alert(1)</script>");
    const { cookie } = await app.begin();

    for (const query of [
      `error=${hostile}`,
      `error=access_denied&error_description=${hostile}`,
      `code=${hostile}&state=${hostile}`,
      `code=${hostile}&state=${cookie.split("=")[1]}`,
      "",
    ]) {
      const said = await app.open(`/slack/oauth_redirect?${query}`, { headers: { cookie } });
      expect(said.status).toBe(400);
      expect(await said.text()).not.toContain("alert");
    }
  });

  it("is a code that was used, and one that was given to another app", async () => {
    const { cookie, location } = await app.begin();
    const back = new URL(await app.allow(location, GIA_AT_GLOBEX));
    const state = back.searchParams.get("state") ?? "";
    const { clientId = "", addRedirectUrl } = app.slack.app(LEDGER);
    addRedirectUrl(`${app.url}/slack/`);
    const toLedger = new URL(location);
    toLedger.searchParams.set("client_id", clientId);
    const before = await rows();

    const ofLedger = await app.allow(toLedger.href, GIA_AT_GLOBEX);
    const said = await app.open(ofLedger, { headers: { cookie } });

    expect(said.status).toBe(400);
    expect(await said.text()).toContain("did not confirm");
    expect(await rows()).toEqual(before);

    const other = await app.begin();
    const { searchParams } = new URL(await app.allow(other.location, GIA_AT_GLOBEX));
    const code = searchParams.get("code");
    const with_ = (each: string, withCookie: string) =>
      app.open(`/slack/oauth_redirect?code=${code}&state=${each}`, {
        headers: { cookie: withCookie },
      });
    expect((await with_(searchParams.get("state") ?? "", other.cookie)).status).toBe(200);
    const third = await app.begin();
    const used = await with_(new URL(third.location).searchParams.get("state") ?? "", third.cookie);
    expect([used.status, await used.text()]).toEqual([
      400,
      expect.stringContaining("used already"),
    ]);
    expect(state).not.toBe("");
  });
});

it("shows the name of a workspace as it is, never as markup", async () => {
  const workspace = { id: "T1", name: "<img src=x onerror=alert(1)>" };

  const page = String(
    await installedPage(
      { isOrgWide: false, workspace, enterprise: null },
      "/rail",
      "https://slack.com",
    ),
  );

  expect(page).toContain("&lt;img src=x");
  expect(page).not.toContain("<img");
});
