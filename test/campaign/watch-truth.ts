import { setTimeout as pause } from "node:timers/promises";
import type { SeenMessage } from "../../src/sandbox/slack-workspace/page-routes/page-state.ts";
import { ANA, APPROVALS } from "../../src/sandbox/slack-workspace/seed.ts";
import { query } from "../support/postgres-server.ts";
import type { Company } from "./company.ts";
import type { Shown, Untrue } from "./truth.ts";
import { createStopwatch, untrueOf } from "./truth.ts";

const LOOKS_EVERY_MS = 200;
/** As long as Slack usually takes. */
const IS_SLOW_MS = 100;
/** A look that comes later than this had no processor, and the bots have had none either. */
const COUNTS_AT_MOST_MS = 400;

export interface TruthWatch {
  /** For how long each was untrue that is no more, in milliseconds. */
  over(): readonly number[];
  /** Stops looking; what was untrue for the longest. */
  end(): Promise<Untrue>;
}

/**
 * Holds what stands in Slack against what PostgreSQL has committed, all the time. The time counts only while Slack is not
 * slow, PostgreSQL answers and a bot lives. Nothing is seen of the embedded engine, which only its bot can read.
 */
export function watchTruth(company: Company, everyMs = LOOKS_EVERY_MS): TruthWatch {
  const stopwatch = createStopwatch();
  const ana = company.as(ANA);
  let isOver = false;
  const isHealthy = () =>
    company.slack.faults.slowMs <= IS_SLOW_MS && company.bots.some((bot) => bot.isUp());

  async function look(databaseUrl: string) {
    const shown = bySubject(await ana.messages(APPROVALS));
    return (await requestsIn(databaseUrl)).flatMap((request) =>
      untrueOf(request, shown.get(request.number) ?? {}),
    );
  }

  async function watch(): Promise<void> {
    const { databaseUrl } = company;
    let [last, counted] = [Date.now(), 0];
    while (!isOver && databaseUrl !== undefined) {
      await pause(everyMs);
      const untrue = await look(databaseUrl).catch(() => undefined);
      const passed = isHealthy() ? Math.min(Date.now() - last, COUNTS_AT_MOST_MS) : 0;
      last = Date.now();
      if (untrue) stopwatch.passes(untrue, counted, counted + passed);
      counted += passed;
    }
  }

  const watching = watch();
  return {
    over: stopwatch.over,
    async end() {
      isOver = true;
      await watching;
      return stopwatch.longest();
    },
  };
}

/** Each request's newest card and newest alarm. */
function bySubject(messages: readonly SeenMessage[]): Map<number, Shown> {
  const shown = new Map<number, Shown>();
  for (const { text, blocks, ephemeral, thread_ts } of messages) {
    const [, number, says] = /^R-(\d+): (.+)$/.exec(text ?? "") ?? [];
    if (number === undefined || ephemeral || thread_ts !== undefined) continue;
    const known = shown.get(Number(number)) ?? {};
    // An alarm begins with what it says, and a card with the name of its request.
    const isAlarm =
      blocks?.[0]?.type === "header" && JSON.stringify(blocks[0]).includes(`R-${number}: `);
    shown.set(Number(number), { ...known, [isAlarm ? "alarm" : "card"]: says });
  }
  return shown;
}

async function requestsIn(databaseUrl: string) {
  const statement = "select number, status, approvals, version from requests";
  const rows = await query(databaseUrl, statement);
  return rows.map(({ number, status, approvals, version }) => ({
    number: Number(number),
    status,
    approvals: JSON.parse(approvals).length,
    version,
  }));
}
