import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RunningApp } from "../../src/app.ts";
import { startApp } from "../../src/app.ts";
import { readConfig } from "../../src/config/config.ts";
import { createLogger } from "../../src/platform/process/logger.ts";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, BEN, CAL, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import { openSetup, setupReading } from "../e2e/set-up-steps.ts";
import { answerText, approve, ask, cardOf, on } from "../e2e/steps.ts";
import type { LyingServer } from "../support/lying-server.ts";
import { startLyingServer } from "../support/lying-server.ts";
import { createDatabase, hasPostgres } from "../support/postgres.ts";
import type { Production } from "../support/production.ts";
import { startProduction } from "../support/production.ts";
import { sealedFormerly } from "../support/seal.ts";

interface Connection {
  id: string;
  base_url: string;
  sealed_token: string;
}

describe.runIf(hasPostgres)("somebody who can only write to the database", () => {
  const cleanUp = new AsyncDisposableStack();
  let production: Production;
  let app: RunningApp;
  let database: pg.Client;
  /** The attacker's server. */
  let listening: LyingServer;
  /** The server of another service, which the operator lists too. */
  let listed: LyingServer;
  let own: Connection;

  beforeAll(async () => {
    const { url, drop } = await createDatabase("with-tables");
    cleanUp.defer(drop);
    production = await startProduction(url);
    cleanUp.defer(() => production.stop());
    const answer = '{"data":[],"links":{},"meta":{"current_page":1,"last_page":1,"total":0}}';
    listening = cleanUp.use(await startLyingServer((response) => response.end(answer)));
    listed = cleanUp.use(await startLyingServer((response) => response.end(answer)));
    listBoth();
    app = await production.start();
    cleanUp.defer(() => app.stop());
    database = new pg.Client(url);
    await database.connect();
    cleanUp.defer(() => database.end());
    own = await current();
  });
  afterAll(() => cleanUp.disposeAsync());
  beforeEach(() => put(own));

  function listBoth(others = `,sandbox-other=${listed.baseUrl}`): void {
    const { env, rails } = production;
    delete env.RAIL_API_ENVIRONMENT;
    env.RAIL_API_URLS = `sandbox=${rails.baseUrl}${others}`;
  }

  async function current(): Promise<Connection> {
    const { rows } = await database.query<Connection>(
      "select id, base_url, sealed_token from connections where is_current",
    );
    if (!rows[0]) throw new Error("There is one");
    return rows[0];
  }

  const put = ({ id, base_url, sealed_token }: Connection) =>
    database.query("update connections set base_url = $2, sealed_token = $3 where id = $1", [
      id,
      base_url,
      sealed_token,
    ]);

  /** Everything that calls the Rail service for people, and what they read. */
  async function everythingAsked(): Promise<{ list: string; health: string; setUp: string }> {
    const ben = production.as(BEN);
    const list = await answerText(production.as(ANA), "/rail list");
    const health = await answerText(ben, "/rail health");
    await openSetup(ben, TREASURY);
    await ben.click("modal", "Check the token now");
    const setUp = await setupReading(ben, "oken");
    await ben.close("all");
    return { list, health, setUp };
  }

  const arrived = () => [...listening.received, ...listed.received];

  it("does not get the token by giving the connection an address of their own", async () => {
    const card = await ask(production.as(ANA), { name: "Sent elsewhere" });
    await approve(production.as(BEN), card);
    await put({ ...own, base_url: listening.baseUrl });
    await production.as(CAL).click(on(card), "Review");

    const { list, health, setUp } = await everythingAsked();

    expect(list).toContain("no longer lists its address");
    expect(health).toMatch(/🔴 Broken · Token of the Rail service: .*RAIL_API_URLS/);
    expect(setUp).toContain("nothing is sent to this address");
    expect(plainTextOf(await cardOf(production.as(ANA), "Sent elsewhere"))).toContain("WAITING");
    expect(arrived()).toEqual([]);
  });

  it("does not have it sent to another address that the operator lists", async () => {
    await put({ ...own, base_url: listed.baseUrl });

    const { list, health } = await everythingAsked();

    expect(list).toContain("somebody changed its row in the database");
    expect(health).toMatch(/🔴 Broken · Token of the Rail service: \S+ cannot be opened\..+row/);
    expect(arrived()).toEqual([]);
  });

  it("does not have it sent by copying it into the row of another connection", async () => {
    await database.query(
      `insert into connections (id, workspace_id, base_url, environment, sealed_token, is_current, created_at)
       select 'con_copied', workspace_id, $1, environment, sealed_token, false, now()
       from connections where id = $2`,
      [listed.baseUrl, own.id],
    );
    const makeCurrent = (id: string) =>
      database.query("update connections set is_current = (id = $1)", [id]);
    await database.query("update connections set is_current = false");
    await makeCurrent("con_copied");

    const { list } = await everythingAsked();

    await database.query("update connections set is_current = false");
    await makeCurrent(own.id);
    expect(list).toContain("cannot be opened");
    expect(arrived()).toEqual([]);
  });

  it("does not have it opened by putting the text of the former release back", async () => {
    const key = Buffer.from(production.env.ENCRYPTION_KEYS ?? "", "base64");
    const former = sealedFormerly("acme-token", production.slack.teamId, key);
    await put({ ...own, base_url: listed.baseUrl, sealed_token: former });

    const { list } = await everythingAsked();

    expect(list).toContain("cannot be opened");
    expect(arrived()).toEqual([]);
  });

  it("a token that the former release sealed is sealed anew at the start, at a listed address only", async () => {
    const key = Buffer.from(production.env.ENCRYPTION_KEYS ?? "", "base64");
    const sealed_token = sealedFormerly("acme-token", production.slack.teamId, key);
    await put({ ...own, sealed_token });
    await database.query(
      `insert into connections (id, workspace_id, base_url, environment, sealed_token, is_current, created_at)
       select 'con_unlisted', workspace_id, $1, environment, $2, false, now()
       from connections where id = $3`,
      [listening.baseUrl, sealed_token, own.id],
    );

    const second = await production.start();
    await second.stop();

    const { rows } = await database.query<Connection>("select id, sealed_token from connections");
    const textOf = (id: string) => rows.find((row) => row.id === id)?.sealed_token ?? "";
    expect(textOf(own.id)).toMatch(/^v2\./);
    expect(textOf("con_unlisted")).toBe(sealed_token);
    expect(await answerText(production.as(BEN), "/rail health")).toContain("was accepted just now");
    expect(arrived()).toEqual([]);
  });

  it.each([
    ["has taken out of the list", () => `other=${listed.baseUrl}`],
    ["lists for production since it was connected as a sandbox", () => `live=${own.base_url}`],
  ])("a service that the operator %s is not called, and people are told", async (_, urls) => {
    await app.stop();
    const { env, rails } = production;
    const kept = { ...env };
    const { RAIL_API_URL: __, RAIL_API_TOKEN: ___, ...others } = kept;
    for (const name of Object.keys(env)) delete env[name];
    Object.assign(env, others, { RAIL_API_URLS: urls() });
    const calls = rails.calls().length;
    const read = readConfig(env);
    if (!read.ok || read.config.mode !== "slack") throw new Error(JSON.stringify(read));
    app = await startApp(read.config, createLogger("silent"));

    const { list, setUp } = await everythingAsked();

    expect(list).toContain("no longer lists its address");
    expect(setUp).toContain("nothing is sent to this address");
    expect(rails.calls()).toHaveLength(calls);
    expect(arrived()).toEqual([]);
  });
});
