import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { createSeal } from "../../../src/platform/database/seal.ts";
import { NotInstalled } from "../../../src/platform/slack/bot-tokens.ts";
import { findPolicy } from "../../../src/request/queries/companies.ts";
import { ACME, SIGNALBOX } from "../../../src/sandbox/slack-workspace/seed.ts";
import { GIA, GLOBEX } from "../../../src/sandbox/slack-workspace/seeds/globex.ts";
import {
  INITECH,
  INITECH_ASIA,
  INITECH_EUROPE,
  KIM,
} from "../../../src/sandbox/slack-workspace/seeds/initech.ts";
import { LEDGER } from "../../../src/sandbox/slack-workspace/seeds/ledger.ts";
import { createInstallations } from "../../../src/workspace/install/create-installations.ts";
import { rememberWorkspace } from "../../../src/workspace/install/install-workspace.ts";
import type { Installing } from "../../slack/installations/installing.ts";
import { startInstalling } from "../../slack/installations/installing.ts";
import { NOW, somePolicy } from "../../support/builders.ts";
import { person } from "../../support/person.ts";
import { savePolicy } from "../../support/set-up.ts";
import { signedRequest } from "../../support/signed-request.ts";

const GIA_AT_GLOBEX = "Gia Novak, in Globex";
const BEN_AT_ACME = "Ben Okafor, in Acme";

describe.each([
  { first: "tokens_revoked", uninstalledBeforeRevoked: false },
  { first: "app_uninstalled", uninstalledBeforeRevoked: true },
])("uninstalled, where Slack says $first first", ({ uninstalledBeforeRevoked }) => {
  const started = startInstalling({ assumptions: { oauth: { uninstalledBeforeRevoked } } });
  afterAll(async () => (await started)[Symbol.asyncDispose]());

  it("in a workspace, its token is gone, and that of another workspace is not", async () => {
    const app = await started;
    await app.install(GIA_AT_GLOBEX);
    await app.install(BEN_AT_ACME);

    await person(app.slack.url, GIA, { team: GLOBEX, app: SIGNALBOX }).uninstall();

    await gone(app, GLOBEX);
    expect(await app.tokens.of(ACME)).toMatch(/^xoxe\.xoxb-/);
    expect(await leftAt(app, GLOBEX)).toHaveLength(1);
  });

  it("in an organisation, it is gone from each of its workspaces, and may come back", async () => {
    const app = await started;
    await app.install("Kim Adeyemi, in all of Initech");
    for (const id of [INITECH_EUROPE, INITECH_ASIA]) {
      await rememberWorkspace(app, { id, name: id }, INITECH);
      expect(await app.tokens.of(id)).toBeDefined();
    }

    const kim = person(app.slack.url, KIM, { team: INITECH_EUROPE, app: SIGNALBOX });
    await kim.uninstall();

    for (const id of [INITECH_EUROPE, INITECH_ASIA]) {
      await gone(app, id);
      expect(await leftAt(app, id)).toHaveLength(1);
    }
    await app.install("Kim Adeyemi, in all of Initech");
    expect(await app.tokens.of(INITECH_ASIA)).toBeDefined();
  });
});

describe("an event", () => {
  const started = startInstalling();
  afterAll(async () => (await started)[Symbol.asyncDispose]());

  it.each([
    { what: "signed for another app", secretOf: LEDGER, status: 401 },
    { what: "about another app", body: { api_app_id: LEDGER } },
    { what: "of people's tokens alone", event: { tokens: { oauth: ["U1"], bot: [] } } },
    { what: "of people's tokens, without a word of bots", event: { tokens: { oauth: ["U1"] } } },
    { what: "from before it was installed", body: { event_time: 1_700_000_000 } },
    { what: "about another workspace", body: { team_id: "T0OTHER01" } },
    { what: "about an organisation", body: { enterprise_id: GLOBEX, team_id: null } },
  ])("$what removes nothing", async ({ secretOf = SIGNALBOX, status = 200, body, event }) => {
    const app = await started;
    await app.install(GIA_AT_GLOBEX);

    expect(await revoked(app, secretOf, { ...body }, event)).toBe(status);

    expect(await app.tokens.of(GLOBEX)).toBeDefined();
  });

  it("removes the app when it is about the bot's token", async () => {
    const app = await started;
    await app.install(GIA_AT_GLOBEX);

    expect(await revoked(app, SIGNALBOX)).toBe(200);

    await expect(app.tokens.of(GLOBEX)).rejects.toThrow(NotInstalled);
  });

  it("that takes workspaces out of an organisation removes it from those alone, until they are back", async () => {
    const app = await started;
    await app.install("Kim Adeyemi, in all of Initech");
    await app.install(GIA_AT_GLOBEX);
    const heardOf = (id: string) => rememberWorkspace(app, { id, name: id }, INITECH);
    for (const id of [INITECH_EUROPE, INITECH_ASIA]) await heardOf(id);
    const { length } = await leftAt(app, INITECH_ASIA);
    const from = { team_id: null, enterprise_id: INITECH };
    const event = { type: "team_access_revoked", team_ids: [INITECH_ASIA, GLOBEX, "T0OTHER01"] };

    expect(await revoked(app, SIGNALBOX, { ...from, api_app_id: LEDGER }, event)).toBe(200);
    expect(await app.tokens.of(INITECH_ASIA)).toBeDefined();
    for (const _ of ["once", "and once more"]) {
      expect(await revoked(app, SIGNALBOX, from, event)).toBe(200);
    }

    await expect(app.tokens.of(INITECH_ASIA)).rejects.toThrow(NotInstalled);
    expect(await leftAt(app, INITECH_ASIA)).toHaveLength(length + 1);
    for (const id of [INITECH_EUROPE, GLOBEX]) expect(await app.tokens.of(id)).toBeDefined();
    await heardOf(INITECH_ASIA);
    expect(await app.tokens.of(INITECH_ASIA)).toBeDefined();
  });

  it("that could not be saved is not acknowledged, so that Slack says it again", async () => {
    const app = await started;
    await app.install(GIA_AT_GLOBEX);
    await app.db.schema.alterTable("departures").renameTo("away").execute();

    expect(await revoked(app, SIGNALBOX)).toBe(500);
    expect(await app.tokens.of(GLOBEX)).toBeDefined();
    await app.db.schema.alterTable("away").renameTo("departures").execute();

    expect(await revoked(app, SIGNALBOX)).toBe(200);
    await expect(app.tokens.of(GLOBEX)).rejects.toThrow(NotInstalled);
  });

  it("that never came is made up for when the app is installed again: nobody may approve", async () => {
    const app = await started;
    await app.install(GIA_AT_GLOBEX);
    await savePolicy(app.db, GLOBEX, somePolicy(), NOW);
    const { length } = await leftAt(app, GLOBEX);
    app.slack.sendTo("http://127.0.0.1:9/nobody");
    await person(app.slack.url, GIA, { team: GLOBEX, app: SIGNALBOX }).uninstall();

    await app.install(GIA_AT_GLOBEX);

    expect(await findPolicy(app.db, GLOBEX)).toMatchObject({ rules: [] });
    expect(await leftAt(app, GLOBEX)).toHaveLength(length + 1);
    app.slack.sendTo(`${app.url}/slack/events`);
  });
});

describe("with ENCRYPTION_KEYS that lost their old key", () => {
  it("an installation is not overwritten; once the app was removed it can be made anew", async () => {
    await using app = await startInstalling();
    const lost = createInstallations(app.db, createSeal([Buffer.alloc(32, 1)]));
    const before = { id: GLOBEX, isOrgWide: false, workspace: { id: GLOBEX, name: "Globex" } };
    await lost.save({ ...(await granted(app)), ...before }, app.clock());
    const rows = () => app.db.selectFrom("slack_installations").selectAll().execute();
    const kept = await rows();

    const { status, text } = await app.install(GIA_AT_GLOBEX);

    expect([status, text]).toEqual([503, expect.stringContaining("ENCRYPTION_KEYS")]);
    expect(await rows()).toEqual(kept);
    await person(app.slack.url, GIA, { team: GLOBEX, app: SIGNALBOX }).uninstall();
    await gone(app, GLOBEX);
    expect((await app.install(GIA_AT_GLOBEX)).status).toBe(200);
    expect(await app.tokens.of(GLOBEX)).toBeDefined();
  });

  async function granted(app: Installing) {
    await app.install(BEN_AT_ACME);
    const found = await app.installations.find(ACME);
    if (!found) throw new Error("Acme has just installed it");
    return found;
  }
});

async function gone(app: Installing, workspaceId: string): Promise<void> {
  await expect
    .poll(() => app.tokens.of(workspaceId).catch((error: unknown) => error))
    .toBeInstanceOf(NotInstalled);
}

const leftAt = (app: Installing, id: string) =>
  app.db.selectFrom("departures").selectAll().where("workspace_id", "=", id).execute();

/** As Slack says it, signed. */
async function revoked(app: Installing, secretOf: string, fields: object = {}, event: object = {}) {
  const body = JSON.stringify({
    type: "event_callback",
    team_id: GLOBEX,
    api_app_id: SIGNALBOX,
    event_id: `Ev${randomUUID()}`,
    event_time: Math.floor(Date.now() / 1_000) + 1,
    authorizations: [],
    ...fields,
    event: { type: "tokens_revoked", tokens: { oauth: [], bot: ["U0SIGNAL2"] }, ...event },
  });
  const { signingSecret: secret } = app.slack.app(secretOf);
  const request = signedRequest(body, { secret, contentType: "application/json" });
  const { status } = await fetch(`${app.url}/slack/events`, request);
  return status;
}
