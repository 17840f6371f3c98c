import { setTimeout as pause } from "node:timers/promises";
import { ANA, BEN, CAL } from "../../src/sandbox/slack-workspace/seed.ts";
import { cardOf, cardReading, openReview, review } from "../e2e/steps.ts";
import { startBotProcess } from "../support/bot-process.ts";
import { findPrograms, query, startPostgres } from "../support/postgres-server.ts";
import type { Figure } from "./figure.ts";
import { median } from "./figure.ts";
import { withProduction } from "./with-production.ts";

const RAILS = 5;
const IDLE_MS = 10_000;
/** Until all that comes of a press is done, and long enough for chores to even out. */
const QUIET_MS = 3_000;
/** The channel's pace lets all messages of a Rail through without a wait. */
const PACE_MS = 4_000;

const COUNT = `
  select coalesce(sum(calls), 0)::int as count from pg_stat_statements
  where query !~ 'pg_stat_statements'`;

/** How many statements and calls of Slack one press takes, with all that comes of it; idle processes are left out. */
export async function statements(): Promise<Figure[]> {
  const programs = findPrograms();
  if (programs === undefined) throw new Error("PostgreSQL's initdb and postgres were not found");
  await using postgres = await startPostgres(programs, { survives: true, counts: true });
  await query(postgres.url, "create extension if not exists pg_stat_statements");
  await using open = new AsyncDisposableStack();
  const { slack, as, env } = open.use(await withProduction(postgres.url));
  const bot = await startBotProcess(env);
  open.defer(async () => void (await bot.stop()));
  const counted = async () => Number((await query(postgres.url, COUNT))[0]?.count);

  const presses = new Map<string, { statements: number; ms: number; calls: number }[]>();
  const press = async (what: string, work: () => Promise<unknown>) => {
    await pause(PACE_MS);
    const [start, began, calls] = [await counted(), performance.now(), slack.traffic().length];
    await work();
    await pause(QUIET_MS);
    const found = {
      statements: (await counted()) - start,
      ms: performance.now() - began,
      calls: slack.traffic().length - calls,
    };
    presses.set(what, [...(presses.get(what) ?? []), found]);
  };
  const [ana, ben, cal] = [as(ANA), as(BEN), as(CAL)];
  for (let nth = 1; nth <= RAILS; nth += 1) {
    const name = `Float ${nth}.`;
    await review(ana, { name });
    await press("Asking for approval", () => ana.submit());
    await openReview(ben, await cardOf(ana, name));
    await press("The first approval", () => ben.submit());
    await openReview(cal, await cardReading(cal, name, "WAITING 1 of 2"));
    await press("The last approval, up to a Rail that is done", () => cal.submit());
    await cardReading(cal, name, "DONE");
  }
  // Last: the chores of the start are over.
  const before = await counted();
  await pause(IDLE_MS);
  const idle = ((await counted()) - before) / IDLE_MS;
  return [...presses].map(([what, found]) => ({
    what,
    measured: `${median(found.map((each) => each.statements - idle * each.ms)).toFixed(0)} statements, ${median(found.map(({ calls }) => calls))} calls of Slack`,
    baseline: `an idle process: ${(idle * 1_000).toFixed(1)} statements a second`,
  }));
}
