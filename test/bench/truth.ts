import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { ANA, BEN, CAL } from "../../src/sandbox/slack-workspace/seed.ts";
import { approve, ask, cardReading } from "../e2e/steps.ts";
import { startBotProcess } from "../support/bot-process.ts";
import {
  createDatabaseOn,
  findPrograms,
  query,
  startPostgres,
} from "../support/postgres-server.ts";
import { busyDuring } from "./busy.ts";
import type { Figure } from "./figure.ts";
import { inMs, quantile } from "./figure.ts";
import { percent } from "./throughput.ts";
import { withProduction } from "./with-production.ts";

const PROCESSES = 3;
const RAILS_A_SECOND = 10;
const SECONDS = 20;
const COUNTED_RAILS = 6;

/**
 * How long after a commit its card is right, and how many statements the queue takes. The first through the queue alone,
 * with 100 ms for what Slack would take: no channel's pace stands in the way. The second through the whole product.
 */
export async function truth(): Promise<Figure[]> {
  const programs = findPrograms();
  if (programs === undefined) throw new Error("PostgreSQL's initdb and postgres were not found");
  await using postgres = await startPostgres(programs, { survives: true, counts: true });
  return [await lag(postgres.url), await statements(postgres.url)];
}

async function lag(postgresUrl: string): Promise<Figure> {
  const { url, drop } = await createDatabaseOn(postgresUrl);
  await query(url, "create table truth (request text, version int)");
  await query(url, "create index on truth (request)");
  const changed = new Map<string, number>();
  const shown: { request: string; version: number; at: number }[] = [];
  // pg-boss makes its tables before more than one process wants them.
  await truthProcess(url, "none", 0, () => {});
  const busy = await busyDuring(async () => {
    const each = (RAILS_A_SECOND * SECONDS) / PROCESSES;
    await Promise.all(
      Array.from({ length: PROCESSES }, (_, nth) =>
        truthProcess(url, String(nth), Math.round(each), (what, request, version, at) => {
          if (what === "changed") changed.set(`${request} ${version}`, at);
          else shown.push({ request, version, at });
        }),
      ),
    );
  });
  await drop();
  const lags = [...changed].map(([key, at]) => {
    const [request, version] = key.split(" ");
    const first = shown.find((each) => each.request === request && each.version >= Number(version));
    return first === undefined ? Number.POSITIVE_INFINITY : first.at - at;
  });
  return {
    what: `A card right after a commit, ${RAILS_A_SECOND} Rails a second, ${PROCESSES} processes`,
    measured: `p50 ${inMs(quantile(lags, 0.5))}, p99 ${inMs(quantile(lags, 0.99))}, most ${inMs(Math.max(...lags))}`,
    baseline: `${changed.size} changes, ${shown.length} redraws; machine ${percent(busy.machine)} busy`,
    aim: "p99 < 2 s",
  };
}

type Heard = (what: string, request: string, version: number, at: number) => void;

/** Settled when it has changed all its requests, and a few seconds have passed for their cards. */
async function truthProcess(url: string, own: string, count: number, heard: Heard): Promise<void> {
  const main = fileURLToPath(new URL("truth-process.ts", import.meta.url));
  const everyMs = String((1_000 * PROCESSES) / RAILS_A_SECOND);
  const child = spawn(process.execPath, [main, url, own, String(count), everyMs], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  for await (const line of createInterface({ input: child.stdout })) {
    const [what = "", request = "", version, at] = line.split(" ");
    if (what === "asked") {
      setTimeout(() => child.kill("SIGKILL"), count === 0 ? 0 : LAST_CARDS_MS);
    } else {
      heard(what, request, Number(version), Number(at));
    }
  }
  await ended;
}

/** Longer than pg-boss's worst, so that a card that is late is counted as late and not as lost. */
const LAST_CARDS_MS = 15_000;

async function statements(postgresUrl: string): Promise<Figure> {
  await query(postgresUrl, "create extension if not exists pg_stat_statements");
  await using production = await withProduction(postgresUrl);
  await using bots = new AsyncDisposableStack();
  for (let nth = 0; nth < PROCESSES; nth += 1) {
    const bot = await startBotProcess(production.env);
    bots.defer(async () => void (await bot.stop()));
  }
  const counted = async () => {
    const [row] = await query(postgresUrl, COUNT);
    return Number(row?.count);
  };
  const before = await counted();
  await pause(IDLE_MS);
  const idle = ((await counted()) - before) / (IDLE_MS / 1_000);

  const start = await counted();
  const began = performance.now();
  const [ana, ben, cal] = [ANA, BEN, CAL].map(production.as);
  if (!ana || !ben || !cal) throw new Error("Nobody is there");
  for (let nth = 1; nth <= COUNTED_RAILS; nth += 1) {
    const name = `Float ${nth}.`;
    await approve(ben, await ask(ana, { name }));
    await approve(cal, await cardReading(cal, name, "WAITING 1 of 2", 120_000));
    await cardReading(cal, name, "DONE", 120_000);
  }
  const seconds = (performance.now() - began) / 1_000;
  const all = (await counted()) - start;
  const each = (all - idle * seconds) / COUNTED_RAILS;
  return {
    what: "Queue statements for each Rail created, beside those of idle processes",
    measured: `${each.toFixed(0)} (${COUNTED_RAILS} Rails in ${seconds.toFixed(0)} s)`,
    baseline: `${PROCESSES} idle processes: ${idle.toFixed(1)} a second; all of it ${(all / COUNTED_RAILS).toFixed(0)} for each Rail`,
  };
}

const IDLE_MS = 15_000;
/** The tables of pg-boss, and the locks that tell which jobs a living process has. */
const COUNT = `
  select coalesce(sum(calls), 0)::int as count from pg_stat_statements
  where (query ~ 'jobs[.]' or query ~ 'advisory') and query !~ 'pg_stat_statements'`;
