import { randomBytes } from "node:crypto";
import { openPostgres } from "../../src/platform/database/open-postgres.ts";
import { createSeal } from "../../src/platform/database/seal.ts";
import { createInstallations } from "../../src/workspace/install/create-installations.ts";
import { anInstallation } from "../support/an-installation.ts";
import { startBotProcess } from "../support/bot-process.ts";
import { temporaryDirectory } from "../support/embedded.ts";
import { createDatabaseOn } from "../support/postgres-server.ts";
import { SIGNING_SECRET } from "../support/signed-request.ts";
import { AS_SHIPPED } from "./as-shipped.ts";
import type { Figure } from "./figure.ts";
import { inMb, inMs } from "./figure.ts";
import { memoryOf } from "./memory-of.ts";
import { command } from "./payloads.ts";
import type { Load } from "./signed-load.ts";
import { load } from "./signed-load.ts";

const HOW_MANY = [1, 100, 1_000, 5_000];
const PER_SECOND = 50;
const IN_TIME = 1_000;
const AT_ONCE = 4_000;
/** One workspace sends so many beside all others. */
const CROWD_PER_SECOND = 500;
const APP = "A0BENCH01";

interface Measured {
  workspaces: number;
  load: Load;
  /** The same commands while the first workspace sends many more. */
  beside: Load;
  /** In bytes: when it has started, after the first commands, and after as many again. */
  memory: { idle: number; warm: number; after: number };
}

/**
 * One replica for 1, 100, 1,000 and 5,000 workspaces that have installed the app: how soon `/rail help` is acknowledged, spread over
 * all of them at a bounded rate, and what the process holds of memory then and after as many commands again.
 */
export async function workspaces(postgresUrl: string): Promise<Figure[]> {
  await using open = new AsyncDisposableStack();
  const directory = await temporaryDirectory();
  open.defer(directory.remove);
  const { url, drop } = await createDatabaseOn(postgresUrl);
  open.defer(drop);
  const key = randomBytes(32);
  const env = {
    NODE_ENV: "production",
    DATABASE_URL: url,
    DATA_DIR: directory.path,
    ENCRYPTION_KEYS: key.toString("base64"),
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
    SLACK_CLIENT_ID: "1.1",
    SLACK_CLIENT_SECRET: "bench",
    SLACK_STATE_SECRET: randomBytes(32).toString("hex"),
    // Nobody listens there: nothing that is measured calls Slack or a Rail service.
    SLACK_API_URL: "http://127.0.0.1:9/api/",
    PUBLIC_URL: "http://127.0.0.1:9",
    RAIL_API_URLS: "sandbox=http://127.0.0.1:9/api/v1",
    LOG_LEVEL: "info",
  };
  // Makes the tables.
  await (await startBotProcess(env, { flags: AS_SHIPPED })).stop();
  const measured: Measured[] = [];
  for (const [nth, count] of HOW_MANY.entries()) {
    await install(url, key, HOW_MANY[nth - 1] ?? 0, count);
    measured.push(await withBot(env, count));
  }
  const [one] = measured;
  if (!one) throw new Error("Nothing was measured");
  return measured.flatMap((each) => figures(each, one));
}

const teamOf = (nth: number) => `T0BENCH${String(nth).padStart(5, "0")}`;

async function install(url: string, key: Buffer, from: number, to: number): Promise<void> {
  const { db, close } = openPostgres(url, () => {});
  const installations = createInstallations(db, createSeal([key]));
  for (let nth = from; nth < to; nth += 1) {
    const installation = anInstallation(teamOf(nth), { appId: APP });
    await installations.save(installation, "2026-03-02T10:00:00.000Z");
  }
  await close();
}

async function withBot(env: Record<string, string>, count: number): Promise<Measured> {
  const app = await startBotProcess(env, { flags: AS_SHIPPED });
  try {
    const commands = (many: number) =>
      Array.from({ length: many }, (_, nth) => command("help", teamOf(nth % count)));
    const send = (many: number, perSecond?: number, bodies = commands(many)) =>
      load(app.url, {
        bodies,
        secret: SIGNING_SECRET,
        ...(perSecond && { perSecond }),
      });
    const memory = async () => (await memoryOf(app.pid)).now;
    const idle = await memory();
    // Each workspace is heard of before anything is measured.
    await send(Math.max(AT_ONCE, count));
    const inTime = await send(IN_TIME, PER_SECOND);
    const warm = await memory();
    await send(AT_ONCE);
    const after = await memory();
    const crowd = Array.from({ length: (IN_TIME * CROWD_PER_SECOND) / PER_SECOND }, () =>
      command("help", teamOf(0)),
    );
    const [beside] = await Promise.all([
      send(IN_TIME, PER_SECOND),
      send(crowd.length, CROWD_PER_SECOND, crowd),
    ]);
    return { workspaces: count, load: inTime, beside, memory: { idle, warm, after } };
  } finally {
    await app.stop();
  }
}

function figures(each: Measured, one: Measured): Figure[] {
  const many = `${each.workspaces} ${each.workspaces === 1 ? "workspace" : "workspaces"}`;
  return [
    {
      what: `\`/rail help\` from ${many}, ${PER_SECOND} a second`,
      measured: `p50 ${inMs(each.load.p50)}, p99 ${inMs(each.load.p99)}`,
      baseline: `from one p50 ${inMs(one.load.p50)}, p99 ${inMs(one.load.p99)}`,
      ratio: each.load.p99 / one.load.p99,
      aim: "p99 < 100 ms",
    },
    {
      what: `The same, beside ${CROWD_PER_SECOND} a second from one of them`,
      measured: `p50 ${inMs(each.beside.p50)}, p99 ${inMs(each.beside.p99)}`,
      baseline: `without them p50 ${inMs(each.load.p50)}, p99 ${inMs(each.load.p99)}`,
      ratio: each.beside.p99 / each.load.p99,
      aim: "p99 ≤ 2 ×",
    },
    {
      what: `Memory with ${many}, after ${AT_ONCE + IN_TIME} commands`,
      measured: `${inMb(each.memory.warm)}, at the start ${inMb(each.memory.idle)}`,
      baseline: `with one ${inMb(one.memory.warm)}`,
      ratio: each.memory.warm / one.memory.warm,
    },
    {
      what: `Memory with ${many}, after ${AT_ONCE} more`,
      measured: inMb(each.memory.after),
      baseline: `before them ${inMb(each.memory.warm)}`,
      ratio: each.memory.after / each.memory.warm,
    },
  ];
}
