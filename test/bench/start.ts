import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { temporaryDirectory } from "../support/embedded.ts";
import { createDatabaseOn, findPrograms, startPostgres } from "../support/postgres-server.ts";
import { startProduction } from "../support/production.ts";

/**
 * From `node src/main.ts` to "Signalbox is running", on PostgreSQL and with the settings of production: the first time on
 * an empty database, then again and again, without and with Node's compile cache. Printed, not judged: `npm run bench:start`.
 */
const { values } = parseArgs({ options: { starts: { type: "string", default: "5" } } });

const programs = findPrograms();
if (programs === undefined) throw new Error("initdb and postgres were not found");
await using open = new AsyncDisposableStack();
const directory = await temporaryDirectory();
open.defer(directory.remove);
const server = await startPostgres(programs);
open.defer(server.stop);
const { url } = await createDatabaseOn(server.url);
const production = await startProduction(url);
open.defer(production.stop);
const cache = join(directory.path, "cache");
await mkdir(cache);

process.stdout.write(`on an empty database ${await startedIn({})} ms\n`);
for (const [how, env] of Object.entries({
  "without a compile cache": {},
  "with NODE_COMPILE_CACHE": { NODE_COMPILE_CACHE: cache },
})) {
  await startedIn(env);
  const times: number[] = [];
  for (let start = 0; start < Number(values.starts); start += 1) times.push(await startedIn(env));
  times.sort((one, other) => one - other);
  process.stdout.write(`${how}: ${times.join(", ")} ms\n`);
}

/** In milliseconds; ends the process again. */
async function startedIn(env: Record<string, string>): Promise<number> {
  const began = performance.now();
  const main = spawn(process.execPath, ["src/main.ts"], {
    env: { PATH: process.env.PATH, DATA_DIR: directory.path, ...production.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(main, "exit");
  let log = "";
  for await (const chunk of main.stdout.setEncoding("utf8")) {
    log += String(chunk);
    if (log.includes("Signalbox is running")) break;
  }
  const time = Math.round(performance.now() - began);
  main.kill("SIGTERM");
  await ended;
  return time;
}
