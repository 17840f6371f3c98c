import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ACME, ANA } from "../../src/sandbox/slack-workspace/seed.ts";
import { answerTo } from "../e2e/steps.ts";
import { startBotProcess } from "../support/bot-process.ts";
import { AS_SHIPPED } from "./as-shipped.ts";
import type { Figure } from "./figure.ts";
import { inMb, inMs, inSeconds } from "./figure.ts";
import { withManyRails } from "./many-rails.ts";
import { forgetPeak, memoryOf } from "./memory-of.ts";
import { prepare } from "./prepared.ts";

const MANY = 100_000;
const FEW = 1_000;
const LONG_MS = 1_200_000;

const RECONCILE = fileURLToPath(new URL("reconcile.ts", import.meta.url));
const run = promisify(execFile);

interface Cost {
  /** Bytes at most. */
  peak: number;
  ms: number;
}

interface Look extends Cost {
  idle: number;
  /** How many pages a short look read, and how long it took; absent where it was not enough. */
  pages: number;
  shortMs?: number;
}

type Walked = Record<"read" | "list", Cost> & { look: Look };

/**
 * What walking over all Rails costs in memory and time: a bot that reads them at its start, its `/rail list`, and the look
 * for the Rail of one request, in a process of its own; beside it the same with a hundredth as many.
 */
export async function walks(postgresUrl: string): Promise<Figure[]> {
  const few = await walkedOver(postgresUrl, FEW);
  const many = await walkedOver(postgresUrl, MANY);
  const above = ({ look }: Walked) => inMb(look.peak - look.idle);
  const short = ({ look: { shortMs, pages } }: Walked) =>
    shortMs === undefined ? "not enough" : `${pages} requests, ${inMs(shortMs)}`;
  const figure = (what: string, which: keyof Walked): Figure => ({
    what: `${what}, ${MANY} Rails at the service`,
    measured: `at most ${inMb(many[which].peak)}, ${inSeconds(many[which].ms)}`,
    baseline: `${FEW} Rails: at most ${inMb(few[which].peak)}, ${inMs(few[which].ms)}`,
    ratio: many[which].peak / few[which].peak,
    aim: "memory bounded",
  });
  return [
    figure("Reading all Rails", "read"),
    figure("`/rail list`", "list"),
    figure("Looking for the Rail of a request", "look"),
    {
      what: `The same, above idle, ${MANY} Rails`,
      measured: above(many),
      baseline: `${FEW} Rails: ${above(few)}`,
      ratio: (many.look.peak - many.look.idle) / (64 * 1024 * 1024),
      aim: "at most 64 MB",
    },
    {
      what: `The look before a first POST, ${MANY} Rails`,
      measured: short(many),
      baseline: `${FEW} Rails: ${short(few)}`,
      ratio: (many.look.shortMs ?? Number.NaN) / (few.look.shortMs ?? Number.NaN),
      aim: "at most 3 requests",
    },
  ];
}

async function walkedOver(postgresUrl: string, count: number): Promise<Walked> {
  await using company = await withManyRails(postgresUrl, count);
  const { databaseUrl, env, as } = company;
  await using prepared = await prepare(databaseUrl, ACME);
  await prepared.forgetReading();
  const ana = as(ANA);
  const bot = await startBotProcess(env);
  const measured = async (work: () => Promise<unknown>) => {
    await forgetPeak(bot.pid);
    const start = performance.now();
    await work();
    return { peak: (await memoryOf(bot.pid)).peak, ms: performance.now() - start };
  };
  try {
    const read = await measured(() =>
      ana.waitFor(prepared.isAllRead, "the first reading", { withinMs: LONG_MS }),
    );
    const list = await measured(() => answerTo(ana, "/rail list"));
    const { stdout } = await run(process.execPath, [
      ...AS_SHIPPED,
      RECONCILE,
      databaseUrl,
      env.RAIL_API_URL ?? "",
    ]);
    return { read, list, look: JSON.parse(stdout) as Look };
  } finally {
    await bot.stop();
  }
}
