import pg from "pg";
import type { Clock } from "../../../src/sandbox/slack-workspace/control/clock.ts";

/** One clock for the workspace, the Rail service, the database and every process. */
export interface MovableClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Rejects when aborted. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  /** At once: every wait in between ends, and all of it is late. */
  jump(ms: number): Promise<void>;
}

/** Has the product's `clock()` run ahead as well; `url` is that of the schema's owner. */
const AHEAD = `
  create schema if not exists harness;
  create table harness.clock as select 0::bigint as ahead_ms;
  grant usage on schema harness to public;
  grant select on harness.clock to public;
  create or replace function signalbox.clock() returns timestamptz language sql stable as $$
    select date_trunc('milliseconds', clock_timestamp() + ahead_ms * interval '1 millisecond')
    from harness.clock $$`;

export async function createMovableClock(slack: Clock, databaseUrl: string): Promise<MovableClock> {
  await asOwner(databaseUrl, AHEAD);
  return {
    now: slack.now,
    wait: (ms, signal) => wait(slack, slack.now() + ms, signal),
    async jump(ms) {
      await asOwner(databaseUrl, `update harness.clock set ahead_ms = ahead_ms + ${Math.ceil(ms)}`);
      slack.advance(Math.ceil(ms));
    },
  };
}

async function asOwner(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function wait({ now, onMove }: Clock, until: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const end = (tell: () => void) => {
      clearTimeout(timer);
      forget();
      signal?.removeEventListener("abort", abort);
      tell();
    };
    const abort = () => end(() => reject(signal?.reason));
    const look = () => {
      clearTimeout(timer);
      const left = until - now();
      if (left <= 0) end(resolve);
      else timer = setTimeout(look, Math.min(left, 2 ** 31 - 1)).unref();
    };
    const forget = onMove(look);
    signal?.addEventListener("abort", abort);
    if (signal?.aborted) abort();
    else look();
  });
}
