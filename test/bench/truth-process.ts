import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { pino } from "pino";
import { WORK } from "../../src/capabilities.ts";
import { openPostgres } from "../../src/platform/database/open-postgres.ts";
import { startQueue } from "../../src/platform/queue/queue.ts";
import type { JobName } from "../../src/request/rules/next-step.ts";
import { doing } from "../jobs/handlers.ts";

/**
 * One process of `truth.ts`: changes requests as Rails do on their way, does the jobs of all of them, and says what was
 * changed and shown, a line each: `changed` or `shown`, request, version, time in milliseconds.
 */

const [url = "", own = "", count = "0", everyMs = "1000"] = process.argv.slice(2);
/** The jobs of each change that a Rail goes through, beside its card. */
const CHANGES: readonly (readonly JobName[])[] = [
  [],
  [],
  ["create-rail"],
  [],
  ["verify-rail"],
  ["post-instructions"],
  [],
];
const PAUSE_MS = 250;
const SLACK_MS = 100;

const { db, bossOptions } = openPostgres(url, () => {});
const queue = await startQueue(bossOptions, WORK, pino({ level: "silent" }));
const say = (what: string, request: string, version: number) =>
  process.stdout.write(`${what} ${request} ${version} ${Date.now()}\n`);

await queue.work(
  doing(async ({ requestId }, name) => {
    if (name !== "update-approval-card") return pause(SLACK_MS);
    const { rows } = await sql<{ version: number }>`
      select max(version) as version from truth where request = ${requestId}`.execute(db);
    await pause(SLACK_MS);
    say("shown", requestId, rows[0]?.version ?? 0);
  }),
);

async function rail(requestId: string): Promise<void> {
  const request = { workspaceId: "T1", requestId };
  for (const [version, names] of CHANGES.entries()) {
    await db.transaction().execute(async (trx) => {
      await sql`insert into truth values (${requestId}, ${version})`.execute(trx);
      for (const name of names) await queue.enqueue(trx, { name, request });
      await queue.enqueue(trx, { name: "update-approval-card", request });
    });
    queue.wake();
    say("changed", requestId, version);
    await pause(PAUSE_MS);
  }
}

const rails: Promise<void>[] = [];
for (let nth = 0; nth < Number(count); nth += 1) {
  rails.push(rail(`${own}-${nth}`));
  await pause(Number(everyMs));
}
await Promise.all(rails);
process.stdout.write("asked\n");
