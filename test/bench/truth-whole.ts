import { loadavg } from "node:os";
import { ANA, BEN, CAL } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Company } from "../campaign/company.ts";
import { startCompany } from "../campaign/company.ts";
import { watchTruth } from "../campaign/watch-truth.ts";
import { approve, ask, cardReading } from "../e2e/steps.ts";
import type { Person } from "../support/person.ts";
import { query } from "../support/postgres-server.ts";
import { busyDuring } from "./busy.ts";
import type { Figure } from "./figure.ts";
import { inMs, quantile } from "./figure.ts";
import { percent } from "./throughput.ts";

const BOTS = 3;
const SLACK_MS = 100;
const RAILS = 6;
const LOOKS_EVERY_MS = 50;
const PATIENCE_MS = 120_000;

/**
 * For how long what stands in Slack contradicts what PostgreSQL has committed: three real bots, a Slack workspace that takes
 * 100 ms a call and its own rates, and a Rail service. One workspace has one approvals channel, so Rail follows Rail.
 */
export async function truthOfWholeBots(postgresUrl: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  const company = await startCompany({ postgresUrl, bots: BOTS });
  try {
    company.slack.faults.slowMs = SLACK_MS;
    for (const [when, strike] of Object.entries(STRIKES)) {
      figures.push(await measured(company, when, strike));
    }
  } finally {
    await company.stop();
  }
  return figures;
}

/** Done to the second of each two Rails, once its last approval is acknowledged. */
const STRIKES: Record<string, (company: Company) => Promise<void>> = {
  "when all is calm": async () => {},
  "and a bot is killed and started again": async ({ bots }) => {
    const [bot] = bots;
    await bot?.kill();
    await bot?.start();
  },
  "and PostgreSQL cuts all connections": async ({ databaseUrl = "" }) => {
    await query(
      databaseUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
  },
};

/** On a busy machine a form may come too late for its press: the person presses again. */
async function approveUntil(approver: Person, name: string, reading: string): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const card = await cardReading(approver, name, reading, PATIENCE_MS);
    try {
      return void (await approve(approver, card));
    } catch (error) {
      if (Date.now() > until) throw error;
      await approver.close("all");
    }
  }
}

async function measured(
  company: Company,
  when: string,
  strike: (company: Company) => Promise<void>,
): Promise<Figure> {
  const [ana, ben, cal] = [company.as(ANA), company.as(BEN), company.as(CAL)];
  const watch = watchTruth(company, LOOKS_EVERY_MS);
  const busy = await busyDuring(async () => {
    for (let nth = 1; nth <= RAILS; nth += 1) {
      const name = `Float ${when} ${nth}.`;
      await ask(ana, { name });
      await approveUntil(ben, name, "WAITING 0 of 2");
      await approveUntil(cal, name, "WAITING 1 of 2");
      if (nth % 2 === 0) await strike(company);
      await cardReading(cal, name, "DONE", PATIENCE_MS);
    }
  });
  const { what, ms } = await watch.end();
  const lags = watch.over();
  const [load = 0] = loadavg();
  return {
    what: `What Slack shows is right after a commit, ${BOTS} whole bots, ${when}`,
    measured: `p50 ${inMs(quantile(lags, 0.5))}, p99 ${inMs(quantile(lags, 0.99))}, most ${inMs(ms)} (${what})`,
    baseline: `${RAILS} Rails in ${busy.seconds.toFixed(0)} s, seen wrong ${lags.length} times, looked at every ${LOOKS_EVERY_MS} ms; machine ${percent(busy.machine)} busy, load ${load.toFixed(1)}`,
    aim: when === "when all is calm" ? "p99 < 2 s" : "most < 5 s",
  };
}
