import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningApp } from "../../src/app.ts";
import { startApp } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";
import { createLogger } from "../../src/logger.ts";
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
  TREASURY,
} from "../../src/sandbox/slack-workspace/seed.ts";
import type { SlackWorkspace } from "../../src/sandbox/slack-workspace/server.ts";
import { startSlackWorkspace } from "../../src/sandbox/slack-workspace/server.ts";
import { createInstallations } from "../../src/store/create-installations.ts";
import { migrate } from "../../src/store/migrate.ts";
import { openPostgres } from "../../src/store/open-postgres.ts";
import { createSeal } from "../../src/store/seal.ts";
import { anInstallation } from "../support/an-installation.ts";
import { temporaryDirectory } from "../support/embedded.ts";
import { person } from "../support/person.ts";
import { createDatabase, hasPostgres } from "../support/postgres.ts";
import { signedRequest } from "../support/signed-request.ts";
import { answerTo } from "./steps.ts";

describe.runIf(hasPostgres)("with installations in the store, over signed HTTP", () => {
  const cleanUp = new AsyncDisposableStack();
  const key = randomBytes(32);
  let slack: SlackWorkspace;
  let app: RunningApp;
  let port: number;

  beforeAll(async () => {
    const directory = await temporaryDirectory();
    cleanUp.defer(() => directory.remove());
    const database = await createDatabase();
    cleanUp.defer(() => database.drop());
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
      RAIL_API_URL: rails.baseUrl,
      RAIL_API_TOKEN: "acme-token",
      RAIL_API_ENVIRONMENT: "sandbox",
      APPROVALS_CHANNEL: APPROVALS,
      APPROVERS: [BEN, CAL, DEE].join(","),
      STOP_GRACE_SECONDS: "3",
    });
    if (!read.ok || read.config.mode !== "slack") throw new Error(JSON.stringify(read));
    await expect(startApp(read.config, createLogger("silent"))).rejects.toMatchObject({
      code: "not-one-installation",
    });

    await install(database.url);
    app = await startApp(read.config, createLogger("silent"));
    cleanUp.defer(() => app.stop());
    port = app.port;
    slack.sendTo(`http://127.0.0.1:${port}/slack/events`);
  });
  afterAll(() => cleanUp.disposeAsync());

  /** As OAuth leaves it behind. */
  async function install(url: string): Promise<void> {
    const { db, close } = openPostgres(url, () => {});
    await migrate(db);
    const installation = anInstallation(ACME, { botToken: slack.botToken, botUserId: BOT });
    await createInstallations(db, createSeal([key])).save(installation, "2026-03-02T10:00:00.000Z");
    await close();
  }

  it("the installed workspace is served with the token from the store", async () => {
    const ana = person(slack.url, ANA);

    expect(plainTextOf(await answerTo(ana, "/rail pending"))).toContain("Nothing");
    await ana.command(TREASURY, "/rail new");
    expect(await ana.waitFor(() => ana.modal(), "the New Rail form")).toBeDefined();
  });

  it("another workspace is not, although its request is signed", async () => {
    const help = async (team_id: string) => {
      const fields = { command: "/rail", text: "help", team_id, user_id: ANA };
      const body = String(new URLSearchParams({ ...fields, trigger_id: `${team_id}.1` }));
      const request = signedRequest(body, { secret: slack.signingSecret });
      const answer = await fetch(`http://127.0.0.1:${port}/slack/events`, request);
      return { status: answer.status, said: await answer.text() };
    };

    expect(await help(ACME)).toEqual({ status: 200, said: expect.stringContaining("/rail new") });
    expect(await help("T0OTHER01")).toEqual({ status: 404, said: "" });
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
