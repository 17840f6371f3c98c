import type { PgBoss } from "pg-boss";
import type { Logger } from "pino";
import { handBackOfEnded } from "./hand-back.ts";
import type { Attempt, Holds } from "./holds.ts";
import { keyOf } from "./holds.ts";

interface UnderWay extends Attempt {
  name: string;
}

/**
 * Takes up what killed processes had under way, so that it neither waits nor holds up anyone until it would have
 * expired. What nobody holds twice running has lost its process: one look alone may fall between the fetching of a job
 * and its hold, or into another process's change of connections.
 */
export function takingUp(
  boss: PgBoss,
  names: readonly string[],
  holds: Holds,
  logger: Logger,
): () => Promise<void> {
  let suspected = new Set<string>();
  return async () => {
    const unheld = await holds.unheld(await underWay(boss, names));
    const abandoned = unheld.filter((attempt) => suspected.has(keyOf(attempt)));
    suspected = new Set(unheld.map(keyOf));
    await tryAgain(boss, abandoned, logger);
  };
}

/** The embedded engine has one process: what is under way at its start belongs to one that was killed. */
export async function takeUpAll(
  boss: PgBoss,
  names: readonly string[],
  logger: Logger,
): Promise<void> {
  await tryAgain(boss, await underWay(boss, names), logger);
}

async function underWay(boss: PgBoss, names: readonly string[]): Promise<UnderWay[]> {
  // Every job has a group, and by that there is an index of those under way.
  const { rows } = await boss.getDb().executeSql(
    `select name, id, retry_count as "retryCount" from jobs.job
     where state = 'active' and group_id is not null and name = any($1)`,
    [names],
  );
  return rows;
}

async function tryAgain(
  boss: PgBoss,
  attempts: readonly UnderWay[],
  logger: Logger,
): Promise<void> {
  for (const attempt of attempts) {
    const { name, id } = attempt;
    logger.warn({ job: name, id }, "the process of a job has died; the job is taken up");
    await handBackOfEnded(boss, attempt, "Its process has died");
  }
}
