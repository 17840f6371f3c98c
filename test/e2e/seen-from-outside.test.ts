import { readFile } from "node:fs/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { RailService } from "../../src/sandbox/rail-service/server.ts";
import { startRailService } from "../../src/sandbox/rail-service/server.ts";
import {
  ACME,
  ANA,
  APPROVALS,
  acmeSeed,
  BEN,
  CAL,
  DEE,
  EVE,
  TREASURY,
} from "../../src/sandbox/slack-workspace/seed.ts";
import type { SlackWorkspace } from "../../src/sandbox/slack-workspace/server.ts";
import { startSlackWorkspace } from "../../src/sandbox/slack-workspace/server.ts";
import type { BotProcess } from "../support/bot-process.ts";
import { startBotProcess } from "../support/bot-process.ts";
import { temporaryDirectory } from "../support/embedded.ts";
import type { Person } from "../support/person.ts";
import { person } from "../support/person.ts";
import type { TestDatabase } from "../support/postgres.ts";
import { createDatabase, hasPostgres } from "../support/postgres.ts";
import { answerText, approve, ask, askToWhitelist, cardReading, fillForm, on } from "./steps.ts";

/** Canaries: nothing else says any of these. */
const SECRETS = {
  botToken: "xoxb-canary-7f3a9c",
  appToken: "xapp-canary-51b0de",
  railToken: "canary-c93e41",
  encryptionKey: Buffer.from("canary-encryption-key-of-32-byte").toString("base64"),
  metricsToken: "canary-metrics-0a1b2c",
};
const VALUES = {
  address: "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM",
  iban: "GB33BUKB20201555555555",
};
const TEXTS = {
  walletName: "Quokka vault",
  walletReason: "Quokka reason",
  bankName: "Wombat account",
  bankReason: "Wombat reason",
  refusedName: "Numbat wallet",
  railName: "Bilby float",
  railReason: "Bilby reason",
  unclearName: "Potoroo float",
  deniedName: "Dingo float",
  denial: "Dingo denial",
  freeze: "Platypus freeze",
  search: "Echidna search",
  crashed: "Kowari float",
  crashedReason: "Kowari reason",
};

let database: TestDatabase | undefined;
let slack: SlackWorkspace;
let rails: RailService;
let bot: BotProcess;
let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let ana: Person;
let ben: Person;
let cal: Person;
/** The place to pay into, as the Rail service made it up. */
let shown: string[] = [];
let exposed = "";

beforeAll(async () => {
  directory = await temporaryDirectory();
  if (hasPostgres) database = await createDatabase("with-tables");
  const { botToken, appToken } = SECRETS;
  slack = await startSlackWorkspace({
    seed: { ...acmeSeed, app: { ...acmeSeed.app, botToken, appToken } },
  });
  rails = await startRailService({ companies: [{ name: "Acme", token: SECRETS.railToken }] });
  bot = await startBotProcess({
    LOG_LEVEL: "trace",
    ...(database && { DATABASE_URL: database.url }),
    DATA_DIR: directory.path,
    SLACK_APP_TOKEN: appToken,
    SLACK_BOT_TOKEN: botToken,
    SLACK_API_URL: slack.apiUrl,
    ENCRYPTION_KEYS: SECRETS.encryptionKey,
    RAIL_API_URL: rails.baseUrl,
    RAIL_API_TOKEN: SECRETS.railToken,
    RAIL_API_ENVIRONMENT: "sandbox",
    RAIL_LOOK_PAUSES: "1,2,3",
    RAIL_NETWORKS: "SOLANA_DEVNET:solana,NO_SUCH_NETWORK",
    APPROVALS_CHANNEL: APPROVALS,
    APPROVERS: [BEN, CAL, DEE].join(","),
    METRICS_TOKEN: SECRETS.metricsToken,
  });
  [ana, ben, cal] = [ANA, BEN, CAL].map((id) => person(slack.url, id)) as [Person, Person, Person];
  await succeed();
  await fail();
  exposed = await (await metrics(SECRETS.metricsToken)).text();
});
afterAll(async () => {
  await bot?.kill();
  await rails?.stop();
  await slack?.stop();
  await database?.drop();
  await directory?.remove();
});

async function succeed(): Promise<void> {
  const { address, iban } = VALUES;
  const wallet = { network: "SOLANA_DEVNET", address };
  await decided(
    await askToWhitelist(ana, { name: TEXTS.walletName, reason: TEXTS.walletReason, ...wallet }),
  );
  await cardReading(ana, TEXTS.walletName, "WHITELISTED");
  await decided(
    await askToWhitelist(ana, { name: TEXTS.bankName, reason: TEXTS.bankReason, iban }),
  );
  await cardReading(ana, TEXTS.bankName, "WHITELISTED");
  await decided(
    await ask(ana, {
      name: TEXTS.railName,
      reason: TEXTS.railReason,
      destination: TEXTS.walletName,
    }),
  );
  await cardReading(ana, TEXTS.railName, "DONE");
  shown = rails.rails("Acme").flatMap(entryPointOf);
  await answerText(ana, `/rail show ${TEXTS.railName}`);
  await answerText(ana, `/rail check ${iban}`);
  await answerText(ana, `/rail check ${address}`);
}

async function fail(): Promise<void> {
  const destination = TEXTS.walletName;

  // The Rail service refuses, and quotes what it was sent.
  const refused = { name: TEXTS.refusedName, network: "NO_SUCH_NETWORK", address: VALUES.address };
  await decided(await askToWhitelist(ana, refused));
  await cardReading(ana, TEXTS.refusedName, "FAILED");

  // It fails after it has done what was asked; Slack limits, and says something else than its codes.
  rails.faults.add({ operation: "POST /rails", fault: { kind: "500-after-commit" } });
  const card = await ask(ana, { name: TEXTS.unclearName, destination });
  slack.faults.failNext("chat.update", { retryAfterSeconds: 1 });
  slack.faults.failNext("chat.update", {
    error: `<p>${Object.values({ ...SECRETS, ...VALUES, ...TEXTS })}`,
  });
  await decided(card);
  await cardReading(ana, TEXTS.unclearName, "DONE", 25_000);

  const denied = await ask(ana, { name: TEXTS.deniedName, destination });
  await ben.click(on(denied), "Deny");
  await ben.waitFor(() => ben.modal(), "the form for a denial");
  await ben.fill("Reason", TEXTS.denial);
  await ben.submit();
  await cardReading(ana, TEXTS.deniedName, "DENIED");
  await answerText(ben, `/rail freeze ${TEXTS.freeze}`);

  rails.faults.add({ operation: "GET /rails", fault: { kind: "cut-json" } });
  await answerText(ana, "/rail list");
  slack.faults.failNext("users.info", { error: "fatal_error" });
  await answerText(person(slack.url, EVE), "/rail pending");

  // Listeners: Slack refuses a form, and PostgreSQL a text that somebody typed.
  slack.faults.failNext("views.open", { error: "internal_error" }, 5);
  await answerText(ana, "/rail new");
  slack.faults.clear();
  await answerText(ana, `/rail show ${TEXTS.search}\u0000`);
  if (database) await crash(database.url);
}

/** PostgreSQL refuses what a listener saves, and shows the whole row. */
async function crash(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("alter table drafts add constraint none check (false) not valid");
  await client.end();
  const { crashed: name, crashedReason: reason } = TEXTS;
  await fillForm(ana, { name, reason, destination: TEXTS.walletName });
  await ana.submit();
  await ana.choose("Create a second Rail?", ["another"]);
  await ana.submit();
  await ana.waitFor(async () => (await ana.modal())?.callback_id === "notice", "the failure told");
}

async function decided(card: Awaited<ReturnType<typeof ask>>): Promise<void> {
  for (const approver of [ben, cal]) await approve(approver, card);
}

function entryPointOf(rail: unknown): string[] {
  const found: string[] = [];
  JSON.stringify(rail, (key, value) => {
    if (["iban", "account_number", "address"].includes(key)) found.push(String(value));
    return value;
  });
  return found;
}

const metrics = (token: string) =>
  fetch(`${bot.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });

describe("Prometheus", () => {
  it("is answered only with its token", async () => {
    expect((await fetch(`${bot.url}/metrics`)).status).toBe(401);
    expect((await metrics("canary-metrics-0a1b2d")).status).toBe(401);
    expect((await metrics(SECRETS.metricsToken)).headers.get("content-type")).toContain(
      "version=0.0.4",
    );
  });

  it.each([
    ['signalbox_acknowledgement_seconds_count{listener="command"}', 5],
    ['signalbox_acknowledgement_seconds_count{listener="action review_request"}', 8],
    ['signalbox_acknowledgement_seconds_count{listener="view review_request"}', 8],
    ['signalbox_listener_failures_total{listener="command"}', 1],
    ['signalbox_rail_api_call_seconds_count{operation="POST /rails",outcome="ok"}', 1],
    ['signalbox_rail_api_call_seconds_count{operation="POST /rails",outcome="unavailable"}', 1],
    ['signalbox_rail_api_call_seconds_count{operation="POST /wallets",outcome="invalid"}', 1],
    ['signalbox_rail_api_call_seconds_count{operation="POST /bank-accounts",outcome="ok"}', 1],
    ['signalbox_rail_api_call_seconds_count{operation="GET /rails/{rail}",outcome="ok"}', 1],
    ['signalbox_rail_api_call_seconds_count{operation="GET /rails",outcome="ok"}', 1],
    [
      'signalbox_rail_api_call_seconds_count{operation="GET /rails",outcome="unexpected-response"}',
      1,
    ],
    ['signalbox_slack_api_call_seconds_count{method="chat.postMessage",outcome="ok"}', 5],
    ['signalbox_slack_api_call_seconds_count{method="chat.update",outcome="rate-limited"}', 1],
    ['signalbox_slack_api_call_seconds_count{method="users.info",outcome="refused"}', 1],
    ['signalbox_slack_api_call_seconds_count{method="apps.connections.open",outcome="ok"}', 1],
    ['signalbox_requests{kind="create-rail",state="done"}', 2],
    ['signalbox_requests{kind="create-rail",state="denied"}', 1],
    ['signalbox_requests{kind="whitelist-destination",state="in-force"}', 2],
    ['signalbox_requests{kind="whitelist-destination",state="failed"}', 1],
    ["signalbox_frozen", 1],
    ["signalbox_store_up", 1],
  ])("is told %s", (sample, atLeast) => {
    expect(samples(exposed).get(sample)).toBeGreaterThanOrEqual(atLeast);
  });

  it.each([
    'signalbox_requests{kind="create-rail",state="needs-a-person"}',
    'signalbox_dead_letters{job="create-rail"}',
  ])("is told of none as %s", (sample) => {
    expect(samples(exposed).get(sample)).toBe(0);
  });

  it("is told no id, address, name or text", () => {
    for (const canary of canaries()) expect(exposed).not.toContain(canary);
    for (const id of [ACME, TREASURY, APPROVALS, ANA, BEN, CAL]) expect(exposed).not.toContain(id);
    expect(exposed).not.toMatch(/https?:/);
    expect(exposed).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|(rail|con|wal|bka)_[0-9a-f]{12}/);
  });

  it.each(["alerts.yml", "grafana-dashboard.json"])(
    "is told all that docs/%s asks for",
    async (file) => {
      const asked = metricsIn(
        await readFile(new URL(`../../docs/${file}`, import.meta.url), "utf8"),
      );

      expect(asked.length).toBeGreaterThan(5);
      const told = new Set(
        [...samples(exposed).keys()].map((sample) => sample.replace(/\{.*/, "")),
      );
      expect(asked.filter((name) => !told.has(name))).toEqual([]);
    },
  );
});

describe("the process", () => {
  it("is ready, and no more so once it is told to stop", async () => {
    const isReady = async () =>
      (await fetch(`${bot.url}/readyz`).catch(() => undefined))?.ok === true;
    expect(await isReady()).toBe(true);

    // Somebody's click is under way: it is waited for.
    rails.faults.add({ operation: "GET /rails", fault: { kind: "delay", ms: 60_000 } });
    const before = rails.calls().length;
    await ana.command(TREASURY, "/rail list");
    await ana.waitFor(() => rails.calls().length > before, "the list to be asked for");
    const stopped = bot.stop();
    await ana.waitFor(async () => !(await isReady()), "it not to be ready");
    await rails.stop();
    expect(await stopped).toBe(0);
  });

  it("has said what happened and what failed, and nothing that is not for the log", () => {
    const said = bot.said();
    const folded = said.replaceAll(/\s/g, "");

    expect(said).toContain("job done");
    expect(said).toContain("a listener failed");
    expect(said).toContain("Slack limits the rate of calls");
    expect(said).toContain("Slack answered without a code");
    if (database) expect(said).toContain("violates check constraint");
    for (const canary of canaries()) {
      expect(said).not.toContain(canary);
      expect(folded).not.toContain(canary.replaceAll(" ", ""));
    }
  });
});

/** Ids are for the log; none of these is. */
function canaries(): string[] {
  return [...Object.values({ ...SECRETS, ...VALUES, ...TEXTS }), ...shown];
}

/** Value by name and labels, as they stand there. */
function samples(text: string): Map<string, number> {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const space = line.lastIndexOf(" ");
      return [line.slice(0, space), Number(line.slice(space + 1))];
    }),
  );
}

/** Every metric that an expression in the file names. */
function metricsIn(file: string): string[] {
  const expressions: string[] = [];
  JSON.stringify(parse(file), (key, value) => {
    if (key === "expr") expressions.push(value);
    return value;
  });
  const names = expressions.join(" ").match(/\b(signalbox|nodejs|process)_[a-z0-9_]+/g) ?? [];
  return [...new Set(names)];
}
