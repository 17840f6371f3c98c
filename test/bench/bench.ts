import { execFileSync } from "node:child_process";
import { setup } from "../harness/global-setup.ts";
import { atHand } from "./at-hand.ts";
import { measureBare } from "./bare.ts";
import { tableOf } from "./figure.ts";
import { memory } from "./memory.ts";
import { oneRail } from "./one-rail.ts";
import { throughput } from "./throughput.ts";

/** `node test/bench/bench.ts`: what things cost, each beside something of the same run. */
const stopPostgres = await setup();
try {
  const bare = await measureBare();
  const figures = [
    ...(await oneRail(bare)),
    ...(await atHand()),
    ...(await throughput(bare)),
    ...(await memory()),
  ];
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" });
  process.stdout.write(`${tableOf(figures)}\n\nCommit ${commit}`);
} finally {
  await stopPostgres();
}
