import { parseArgs } from "node:util";
import { z } from "zod";
import { WORK } from "./capabilities.ts";
import { parsed } from "./config/config.ts";
import { readSecrets } from "./config/secret-files.ts";
import { databaseUrl } from "./config/settings/process.ts";
import { slackSettings } from "./config/settings/slack.ts";
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

const settings = z.object({
  DATABASE_URL: databaseUrl(
    "the address of the PostgreSQL database, as the role that owns its tables",
  ),
  DATA_KEPT_DAYS: slackSettings.DATA_KEPT_DAYS.read.optional(),
});

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { "grant-to": { type: "string" } } });
  const { DATABASE_URL, DATABASE_URL_FILE, DATA_KEPT_DAYS } = process.env;
  const { env, faults } = readSecrets({ DATABASE_URL, DATABASE_URL_FILE, DATA_KEPT_DAYS });
  if (faults.length > 0) throw new Error(faults.join("\n"));
  const read = parsed(settings, env);
  if (!read.ok) throw new Error(read.faults.join("\n"));
  const { DATABASE_URL: url, DATA_KEPT_DAYS: days } = read.config;
  const database = openPostgres(url, () => {});
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
