import { execFileSync } from "node:child_process";
import { startPostgres } from "../harness/postgres.ts";
import { measureBare } from "./bare.ts";
import { tableOf } from "./figure.ts";
import { memory } from "./memory.ts";
import { oneRail } from "./one-rail.ts";
import { throughput } from "./throughput.ts";

/**
 * `node next/test/bench/bench.ts`: what things cost and how fast they are, each beside something that is measured in the
 * same run, so that the table says the same on every machine. Printed, not judged.
 */
const postgres = await startPostgres();
try {
  const bare = await measureBare(postgres.url);
  const figures = [
    ...(await oneRail(postgres.url, bare)),
    ...(await throughput(postgres.url, bare)),
    ...(await memory(postgres.url)),
  ];
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" });
  process.stdout.write(`${tableOf(figures)}\n\nCommit ${commit}`);
} finally {
  await postgres.stop();
}
