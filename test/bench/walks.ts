import { randomUUID } from "node:crypto";
import { ACME, ANA, BEN, CAL } from "../../src/sandbox/slack-workspace/seed.ts";
import { answerTo, approve, ask, cardReading, openReview } from "../e2e/steps.ts";
import { startBotProcess } from "../support/bot-process.ts";
import type { Figure } from "./figure.ts";
import { inMb, inMs, inSeconds } from "./figure.ts";
import { withManyRails } from "./many-rails.ts";
import { forgetPeak, memoryOf } from "./memory-of.ts";
import { prepare } from "./prepared.ts";

const MANY = 100_000;
const FEW = 1_000;
const LONG_MS = 1_200_000;

interface Walked {
  /** Bytes at most, and milliseconds. */
  read: { peak: number; ms: number };
  list: { peak: number; ms: number };
  create: { peak: number; ms: number };
}

/**
 * What walking over all Rails costs a bot in memory and time: reading them at its start, `/rail list`, and the look before
 * a Rail is made; beside it the same with a hundredth as many.
 */
export async function walks(postgresUrl: string): Promise<Figure[]> {
  const few = await walkedOver(postgresUrl, FEW);
  const many = await walkedOver(postgresUrl, MANY);
  const figure = (what: string, which: "read" | "list" | "create"): Figure => ({
    what: `${what}, ${MANY} Rails at the service`,
    measured: `at most ${inMb(many[which].peak)}, ${inSeconds(many[which].ms)}`,
    baseline: `${FEW} Rails: at most ${inMb(few[which].peak)}, ${inMs(few[which].ms)}`,
    ratio: many[which].peak / few[which].peak,
    aim: "memory bounded",
  });
  return [
    figure("Reading all Rails", "read"),
    figure("`/rail list`", "list"),
    figure("Last approval until DONE, with a look over all", "create"),
  ];
}

async function walkedOver(postgresUrl: string, count: number): Promise<Walked> {
  await using company = await withManyRails(postgresUrl, count);
  await using prepared = await prepare(company.databaseUrl, ACME);
  await prepared.forgetReading();
  const bot = await startBotProcess(company.env);
  const measured = async (work: () => Promise<unknown>) => {
    await forgetPeak(bot.pid);
    const start = performance.now();
    await work();
    return { peak: (await memoryOf(bot.pid)).peak, ms: performance.now() - start };
  };
  const [ana, ben, cal] = [company.as(ANA), company.as(BEN), company.as(CAL)];
  try {
    const read = await measured(() =>
      ana.waitFor(prepared.isAllRead, "the first reading", { withinMs: LONG_MS }),
    );
    const list = await measured(() => answerTo(ana, "/rail list"));
    const name = `Float ${randomUUID().slice(0, 8)}`;
    await approve(ben, await ask(ana, { name }));
    await openReview(cal, await cardReading(cal, name, "WAITING 1 of 2"));
    const create = await measured(async () => {
      await cal.submit();
      await cardReading(ana, name, "DONE", LONG_MS);
    });
    return { read, list, create };
  } finally {
    await bot.stop();
  }
}
