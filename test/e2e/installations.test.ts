import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningApp } from "../../src/app.ts";
import { startApp } from "../../src/app.ts";
import { readConfig } from "../../src/config/config.ts";
import { openPostgres } from "../../src/platform/database/open-postgres.ts";
import { createSeal } from "../../src/platform/database/seal.ts";
import { createLogger } from "../../src/platform/process/logger.ts";
import {
  railTokenOf,
  saveCurrentConnection,
  savePolicy,
} from "../../src/request/queries/companies.ts";
import { saveApprovalsChannel } from "../../src/request/queries/setups.ts";
import { usualPolicy } from "../../src/request/rules/approval/policy.ts";
import { startRailService } from "../../src/sandbox/rail-service/server.ts";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import {
  ACME,
  ANA,
  APPROVALS,
  acmeSeed,
  BEN,
  BOT,
  CAL,
  DEE,
  SIGNALBOX,
  TREASURY,
} from "../../src/sandbox/slack-workspace/seed.ts";
import type { SlackWorkspace } from "../../src/sandbox/slack-workspace/server.ts";
import { startSlackWorkspace } from "../../src/sandbox/slack-workspace/server.ts";
import { createInstallations } from "../../src/workspace/install/create-installations.ts";
import { anInstallation } from "../support/an-installation.ts";
import { NOW } from "../support/builders.ts";
import { temporaryDirectory } from "../support/embedded.ts";
import { person } from "../support/person.ts";
import { createDatabase, hasPostgres } from "../support/postgres.ts";
import { signedRequest } from "../support/signed-request.ts";
import { openSetup, setupReading } from "./set-up-steps.ts";
import { answerTo } from "./steps.ts";

const REFUSED = { status: 404, said: "" };

describe.runIf(hasPostgres)("with installations in the store, over signed HTTP", () => {
  const cleanUp = new AsyncDisposableStack();
  const key = randomBytes(32);
  let databaseUrl: string;
  let slack: SlackWorkspace;
  let app: RunningApp;
  let port: number;
  let install: () => Promise<void>;

  beforeAll(async () => {
    const directory = await temporaryDirectory();
    cleanUp.defer(() => directory.remove());
    const database = await createDatabase();
    cleanUp.defer(() => database.drop());
    databaseUrl = database.url;
    slack = await startSlackWorkspace({ seed: acmeSeed });
    cleanUp.defer(() => slack.stop());
    const rails = await startRailService({ companies: [{ name: "Acme", token: "acme-token" }] });
    cleanUp.defer(() => rails.stop());
    const read = readConfig({
      NODE_ENV: "production",
      PORT: "0",
      DATA_DIR: directory.path,
      DATABASE_URL: database.url,
      SLACK_SIGNING_SECRET: slack.signingSecret,
      SLACK_CLIENT_ID: "123.456",
      SLACK_CLIENT_SECRET: "client-secret",
      SLACK_STATE_SECRET: randomBytes(32).toString("hex"),
      PUBLIC_URL: "https://bot.example",
      SLACK_API_URL: slack.apiUrl,
      ENCRYPTION_KEYS: key.toString("base64"),
      RAIL_API_URLS: `sandbox=${rails.baseUrl}`,
      STOP_GRACE_SECONDS: "3",
    });
    if (!read.ok || read.config.mode !== "slack") throw new Error(JSON.stringify(read));
    app = await startApp(read.config, createLogger("silent"));
    cleanUp.defer(() => app.stop());
    port = app.port;
    slack.sendTo(`http://127.0.0.1:${port}/slack/events`);
    // Of another replica, perhaps: this one learns of nothing.
    install = () => installAndSetUp(database.url, rails.baseUrl);
  });
  afterAll(() => cleanUp.disposeAsync());

  /** As OAuth and the set-up leave it behind. */
  async function installAndSetUp(url: string, baseUrl: string): Promise<void> {
    const { db, close } = openPostgres(url, () => {});
    const seal = createSeal([key]);
    const installation = anInstallation(ACME, { botToken: slack.botToken, botUserId: BOT });
    await createInstallations(db, seal).save(installation, "2026-03-02T10:00:00.000Z");
    const connection = { id: "con_acme", baseUrl, environment: "sandbox" as const };
    await saveCurrentConnection(db, seal, ACME, connection, "acme-token", NOW);
    await saveApprovalsChannel(db, ACME, APPROVALS);
    const rule = { approvers: [BEN, CAL, DEE], approvalsRequired: 2 };
    await savePolicy(
      db,
      ACME,
      usualPolicy({ rails: rule, destinations: rule, coolDownHours: 0 }),
      NOW,
    );
    await close();
  }

  const help = async (origin: object, secret = slack.signingSecret) => {
    const fields = { command: "/rail", text: "help", user_id: ANA, ...origin };
    const body = String(new URLSearchParams({ ...fields, trigger_id: randomUUID() }));
    const answer = await fetch(
      `http://127.0.0.1:${port}/slack/events`,
      signedRequest(body, { secret }),
    );
    return { status: answer.status, said: await answer.text() };
  };
  const ours = { team_id: ACME, api_app_id: SIGNALBOX };

  it("nobody is served before the app is installed anywhere, and it is ready all the same", async () => {
    expect(await help(ours)).toEqual(REFUSED);
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  });

  it("the installed workspace is served with the token from the store", async () => {
    await install();
    const ana = person(slack.url, ANA);

    expect(plainTextOf(await answerTo(ana, "/rail pending"))).toContain("Nothing");
    await ana.command(TREASURY, "/rail new");
    expect(await ana.waitFor(() => ana.modal(), "the New Rail form")).toBeDefined();
  });

  it.each([
    ["another workspace", { team_id: "T0OTHER01" }],
    ["no workspace", { team_id: "" }],
    ["an organisation", { team_id: "E0INITECH", enterprise_id: "E0INITECH" }],
    [
      "a workspace of an organisation that has not installed it",
      { team_id: "T0OTHER01", enterprise_id: "E0INITECH", is_enterprise_install: "true" },
    ],
    ["another app", { api_app_id: "A0OTHER01" }],
    ["an app that does not say which", { api_app_id: "" }],
  ])("%s is not, although its request is signed", async (_, other) => {
    expect(await help(ours)).toEqual({ status: 200, said: expect.stringContaining("/rail new") });
    expect(await help({ ...ours, ...other })).toEqual(REFUSED);
  });

  it("a Rail token that no key opens is told of, to whom it concerns, and stays as it is", async () => {
    const { db, close } = openPostgres(databaseUrl, () => {});
    cleanUp.defer(close);
    const { base_url: baseUrl } = await db
      .selectFrom("connections")
      .select("base_url")
      .executeTakeFirstOrThrow();
    const place = railTokenOf(ACME, { id: "con_acme", baseUrl });
    const sealed_token = createSeal([randomBytes(32)]).seal("acme-token", place);
    await db.updateTable("connections").set({ sealed_token }).execute();
    const ana = person(slack.url, ANA);
    const ben = person(slack.url, BEN);

    expect(plainTextOf(await answerTo(ana, "/rail list"))).toContain(
      "put the key that sealed it back into ENCRYPTION_KEYS",
    );
    expect(plainTextOf(await answerTo(ben, "/rail health"))).toMatch(
      /🔴 Broken · Token of the Rail service: \S+ cannot be opened\. .+ENCRYPTION_KEYS/,
    );
    await openSetup(ben, TREASURY);
    await ben.click("modal", "Check the token now");
    await setupReading(ben, "The token that is kept cannot be opened.");

    const rows = await db.selectFrom("connections").select("sealed_token").execute();
    expect(rows).toEqual([{ sealed_token }]);
  });

  it("asked to stop it says at /readyz that it is not ready, and takes in what comes all the same", async () => {
    const ready = () => fetch(`http://127.0.0.1:${port}/readyz`);
    expect((await ready()).status).toBe(200);

    const stopping = app.stop();
    const last = await ready();
    const answer = await answerTo(person(slack.url, ANA), "/rail pending");

    expect(last.status).toBe(503);
    expect(last.headers.get("connection")).toBe("close");
    expect(plainTextOf(answer)).toContain("Nothing");
    await stopping;
    await expect(ready()).rejects.toThrow();
  });
});
