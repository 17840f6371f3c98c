import type { JobWithMetadata, PgBoss } from "pg-boss";
import type { Logger } from "pino";
import type { DeadLetter, JobSettings, QueueHealth } from "./job.ts";
import { DEAD_LETTERS } from "./queues.ts";
import type { RequestRef } from "./request-ref.ts";

/** The jobs of one workspace that were given up, and those that wait. */
export function queueHealth(boss: PgBoss, jobs: readonly JobSettings[]): QueueHealth {
  const names = jobs.map(({ name }) => name);
  return {
    async deadLetters(workspaceId) {
      const byJob = await lettersByJob(boss, workspaceId);
      const letters = byJob.flatMap((each) => toDeadLetter(each, jobs));
      return letters.sort((one, other) => other.failedAt.localeCompare(one.failedAt));
    },

    async retryDeadLetters(workspaceId) {
      let tried = 0;
      for (const letters of await lettersByJob(boss, workspaceId)) {
        const [newest, ...others] = letters.map(({ id }) => id).reverse();
        if (newest === undefined) continue;
        tried += await boss.redrive(DEAD_LETTERS, { ids: [newest] });
        if (others.length > 0) await boss.deleteJob(DEAD_LETTERS, others);
      }
      return tried;
    },

    async oldestWaiting(workspaceId) {
      const { rows } = await boss.getDb().executeSql(
        `select min(start_after) as since from jobs.job
         where state < 'active' and name = any($1) and data->>'workspaceId' = $2
           and start_after <= now()`,
        [names, workspaceId],
      );
      const [{ since }] = rows as [{ since: Date | string | null }];
      return since === null ? null : new Date(since).toISOString();
    },

    async waiting(workspaceId) {
      const { rows } = await boss.getDb().executeSql(
        `select count(*)::int as jobs from jobs.job
         where state < 'active' and name = any($1) and data->>'workspaceId' = $2
           and start_after <= now()`,
        [names, workspaceId],
      );
      const [{ jobs }] = rows as [{ jobs: number }];
      return jobs;
    },
  };
}

/** In the words of pg-boss's index of what waits. */
export const LETTERS_OF =
  "name = $1 and source_name = $2 and group_id = $3 and state < 'active' and not blocked";

/** Says loudly, once in every process, that a job was given up, however that came about. */
export function tellingOfLetters(boss: PgBoss, logger: Logger): () => Promise<void> {
  let told = new Set<string>();
  return async () => {
    const letters = await boss.findJobs<RequestRef>(DEAD_LETTERS, { queued: true });
    for (const { id, sourceName, sourceOutput, data } of letters) {
      if (told.has(id)) continue;
      const because = messageIn(sourceOutput);
      logger.fatal({ job: sourceName, ...data, because }, "a job was given up: a dead letter");
    }
    told = new Set(letters.map(({ id }) => id));
  };
}

type Letter = JobWithMetadata<RequestRef>;

/** Groups jobs of one name and request, the oldest first. */
async function lettersByJob(boss: PgBoss, workspaceId: string): Promise<Letter[][]> {
  const letters = await boss.findJobs<RequestRef>(DEAD_LETTERS, {
    data: { workspaceId },
    queued: true,
  });
  letters.sort((one, other) => one.createdOn.getTime() - other.createdOn.getTime());
  const byJob = Map.groupBy(letters, ({ sourceName, data }) => `${sourceName} ${data.requestId}`);
  return [...byJob.values()];
}

/** Since the first of them, for the reason of the last. */
function toDeadLetter(letters: readonly Letter[], jobs: readonly JobSettings[]): DeadLetter[] {
  const [first, last] = [letters.at(0), letters.at(-1)];
  const job = jobs.find(({ name }) => name === first?.sourceName);
  if (!first || !last || !job) return [];
  const { workspaceId, requestId } = first.data;
  return [
    {
      job: job.name,
      does: job.does,
      request: { workspaceId, requestId },
      failedAt: first.createdOn.toISOString(),
      because: messageIn(last.sourceOutput) ?? "It is not known why",
    },
  ];
}

/** pg-boss wraps what it says itself in a `value`. */
function messageIn(output: unknown): string | undefined {
  if (typeof output !== "object" || output === null) return undefined;
  if ("message" in output && typeof output.message === "string") return output.message;
  return "value" in output ? messageIn(output.value) : undefined;
}
