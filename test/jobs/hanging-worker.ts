import { pino } from "pino";
import { openPostgres } from "../../src/platform/database/open-postgres.ts";
import { startQueue } from "../../src/platform/queue/queue.ts";
import { handlers } from "./handlers.ts";

/** A process that begins every job it gets, says so, and never ends it: to be killed. */
const [url = ""] = process.argv.slice(2);
const queue = await startQueue(openPostgres(url, () => {}).bossOptions, pino({ level: "silent" }));
await queue.work(
  handlers(async ({ requestId }) => {
    process.stdout.write(`${requestId}\n`);
    await new Promise(() => {});
  }),
  {
    sweep: async () => {},
    "watch-cards": async () => {},
    "read-rails": async () => {},
    "announce-freeze": async () => {},
    "announce-changes": async () => {},
    "watch-quorums": async () => {},
    "verify-audits": async () => {},
  },
);
