import { pino } from "pino";
import { WORK } from "../../src/capabilities.ts";
import { openPostgres } from "../../src/platform/database/open-postgres.ts";
import { startQueue } from "../../src/platform/queue/queue.ts";
import { doing } from "./handlers.ts";

/** A process that begins every job it gets, says so, and never ends it: to be killed. */
const [url = ""] = process.argv.slice(2);
const queue = await startQueue(
  openPostgres(url, () => {}).bossOptions,
  WORK,
  pino({ level: "silent" }),
);
await queue.work(
  doing(async ({ requestId }) => {
    process.stdout.write(`${requestId}\n`);
    await new Promise(() => {});
  }),
);
