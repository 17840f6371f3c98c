import { parseArgs } from "node:util";
import type { z } from "zod";
import { WORK } from "./capabilities.ts";
import { dataKeptDays, required } from "./config/fields.ts";
import { readSecrets } from "./config/secret-files.ts";
import { grantTo } from "./platform/database/grant.ts";
import { keepRetention } from "./platform/database/history-rights.ts";
import { openPostgres } from "./platform/database/open-postgres.ts";
import { messageOf } from "./platform/process/error-facts.ts";
import { createLogger } from "./platform/process/logger.ts";
import { startQueue } from "./platform/queue/queue.ts";

/**
 * `npm run migrate`: brings the tables and the job queue of `DATABASE_URL` up to date and says what it did, as the role
 * that owns them. With `-- --grant-to ROLE` another role may run the app on them, and no more. `DATA_KEPT_DAYS` says how long
 * history is kept after a workspace was left; without it, what was said before goes on.
 */
const say = (line: string) => void process.stdout.write(`${line}\n`);

const databaseUrl = required(
  "DATABASE_URL",
  "the address of the PostgreSQL database, as the role that owns its tables",
  /^postgres(ql)?:\/\//,
);

function read<Value>(setting: z.ZodType<Value>, given: string | undefined): Value {
  const found = setting.safeParse(given);
  if (found.success) return found.data;
  throw new Error(found.error.issues.map(({ message }) => message).join("\n"));
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { "grant-to": { type: "string" } } });
  const { env, faults } = readSecrets({
    DATABASE_URL: process.env.DATABASE_URL,
    DATABASE_URL_FILE: process.env.DATABASE_URL_FILE,
  });
  if (faults.length > 0) throw new Error(faults.join("\n"));
  const kept = process.env.DATA_KEPT_DAYS?.trim();
  const days = kept ? read(dataKeptDays, kept) : undefined;
  const database = openPostgres(read(databaseUrl, env.DATABASE_URL), () => {});
  try {
    const applied = await database.migrate();
    for (const name of applied) say(`Applied ${name}.`);
    if (applied.length === 0) say("The tables were up to date.");
    const queue = await startQueue(database.bossOptions, WORK, createLogger("warn"));
    await queue.stop();
    say("The job queue is up to date.");
    if (days !== undefined) {
      await keepRetention(database.db, days);
      say(`History is kept for ${days} days after the app was removed.`);
    }
    const role = values["grant-to"];
    if (role !== undefined) {
      await grantTo(database.db, role);
      say(`${role} may run the app.`);
    }
  } finally {
    await database.close();
  }
}

await main().catch((error: unknown) => {
  process.stderr.write(`The database could not be migrated:\n- ${messageOf(error)}\n`);
  process.exitCode = 1;
});
