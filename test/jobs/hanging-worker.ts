import { pino } from "pino";
import { startQueue } from "../../src/jobs/queue.ts";
import { openPostgres } from "../../src/store/open-postgres.ts";
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
    "read-rails": async () => {},
    "announce-freeze": async () => {},
    "watch-quorums": async () => {},
  },
);
