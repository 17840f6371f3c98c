import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { acmeSeed } from "../../src/sandbox/slack-workspace/seed.ts";
import { startSlackWorkspace } from "../../src/sandbox/slack-workspace/server.ts";
import { startBotProcess } from "../support/bot-process.ts";
import { temporaryDirectory } from "../support/embedded.ts";
import { createDatabaseOn } from "../support/postgres-server.ts";
import { startProduction } from "../support/production.ts";
import { AS_SHIPPED } from "./as-shipped.ts";
import { bareBolt } from "./bare-process.ts";
import type { Figure } from "./figure.ts";
import { inMb, inMs, median } from "./figure.ts";
import { memoryOf } from "./memory-of.ts";
import { sandboxProcess } from "./sandbox-process.ts";

const STARTS = 5;
/** What is made at the start is thrown away again by then. */
const IDLE_MS = 5_000;

/**
 * From `node src/main.ts` to "Signalbox is running", on PostgreSQL and with the settings of production: the first time on
 * an empty database, then again and again, without and with Node's compile cache; and the memory of one that has nothing
 * to do. Beside it a Bolt app that only acknowledges.
 */
export async function startUp(postgresUrl: string): Promise<Figure[]> {
  await using open = new AsyncDisposableStack();
  const directory = await temporaryDirectory();
  open.defer(directory.remove);
  const { url, drop } = await createDatabaseOn(postgresUrl);
  open.defer(drop);
  const production = await startProduction(url);
  open.defer(production.stop);
  const cache = join(directory.path, "cache");
  await mkdir(cache);

  const bot = async (env: Record<string, string> = {}) => {
    const { pid, stop } = await startBotProcess(
      { ...production.env, ...env },
      { flags: AS_SHIPPED },
    );
    return { pid, [Symbol.asyncDispose]: async () => void (await stop()) };
  };
  const bare = await timesOf(bareBolt);
  const cold = await timeOf(bot);
  const warm = await timesOf(bot);
  const cached = () => bot({ NODE_COMPILE_CACHE: cache });
  await timeOf(cached);
  const withCache = await timesOf(cached);
  const baseline = `a bare Bolt app ${inMs(bare)}`;
  return [
    {
      what: "Start on an empty PostgreSQL",
      measured: inMs(cold),
      baseline,
      ratio: cold / bare,
    },
    {
      what: "Start on PostgreSQL",
      measured: inMs(warm),
      baseline,
      ratio: warm / bare,
      aim: "< 1.5 s",
    },
    {
      what: "Start on PostgreSQL, with Node's compile cache",
      measured: inMs(withCache),
      baseline,
      ratio: withCache / bare,
      aim: "< 1.5 s",
    },
    ...(await workspaceUp(join(directory.path, "workspace"))),
    await idle(bot),
  ];
}

/** The sandbox Slack workspace alone: as a process, beside one that does nothing, and within a process that has its code. */
async function workspaceUp(dataDir: string): Promise<Figure[]> {
  const asProcess = await timesOf(() => sandboxProcess("slack-workspace", dataDir));
  const within = await timesOf(async () => {
    const { stop } = await startSlackWorkspace({ seed: acmeSeed });
    return { pid: process.pid, [Symbol.asyncDispose]: stop };
  });
  const nothing = await timesOf(async () => {
    await promisify(execFile)(process.execPath, ["--eval", ""]);
    return { pid: process.pid, [Symbol.asyncDispose]: async () => {} };
  });
  return [
    {
      what: "Sandbox Slack workspace up",
      measured: inMs(asProcess),
      baseline: `a Node that does nothing ${inMs(nothing)}`,
      ratio: asProcess / nothing,
      aim: "< 300 ms",
    },
    {
      what: "Sandbox Slack workspace up, in a process that has its code",
      measured: inMs(within),
      baseline: `as a process ${inMs(asProcess)}`,
      ratio: within / asProcess,
      aim: "< 300 ms",
    },
  ];
}

type Start = () => Promise<{ pid: number } & AsyncDisposable>;

async function timesOf(start: Start): Promise<number> {
  const times: number[] = [];
  for (let nth = 0; nth < STARTS; nth += 1) times.push(await timeOf(start));
  return median(times);
}

/** In milliseconds; ends it again. */
async function timeOf(start: Start): Promise<number> {
  const began = performance.now();
  await using _ = await start();
  return performance.now() - began;
}

async function idle(start: Start): Promise<Figure> {
  await using bot = await start();
  await using bare = await bareBolt();
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  const [ours, least] = [(await memoryOf(bot.pid)).now, (await memoryOf(bare.pid)).now];
  return {
    what: "Memory with nothing to do",
    measured: inMb(ours),
    baseline: `a bare Bolt app ${inMb(least)}`,
    ratio: ours / least,
  };
}
