import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import * as acme from "../../src/sandbox/slack-workspace/seed.ts";
import { openStage } from "../harness/stage.ts";
import { type Figure, inTurns, rounded } from "./figure.ts";

const MAIN = join(import.meta.dirname, "../../src/main.ts");
const PACKAGE = join(import.meta.dirname, "../../package.json");
/** As `npm start` has them. */
const FLAGS = readFileSync(PACKAGE, "utf8").match(/--[a-z-]+=?\w*(?=.*src\/main\.ts")/g) ?? [];

const COMMANDS = 10_000;
const AT_ONCE = 5;
/** Nobody may act more than sixty times in a minute. */
const PEOPLE = Array.from({ length: 250 }, (_, nth) => `U0MANY${nth}`);
/** Until what a start leaves behind was collected. */
const QUIET_MS = 5_000;

const SEED = {
  ...acme.acmeSeed,
  users: [...acme.acmeSeed.users, ...PEOPLE.map((id) => ({ id, name: id, realName: id }))],
  channels: acme.acmeSeed.channels.map((each) => ({
    ...each,
    members: [...each.members, ...PEOPLE],
  })),
};

/** What the product holds in a process of its own, over Socket Mode: before and after commands. */
export async function memory(): Promise<Figure[]> {
  await using stage = await openStage({ transport: "socket", processes: 0, seed: SEED });
  const DATA_DIR = mkdtempSync(join(tmpdir(), "signalbox-"));
  const product = await run([...FLAGS, MAIN], { ...stage.env, DATA_DIR, PORT: "0" });
  const bolt = await run(["--input-type=module", "--eval", BARE], {});
  const [idle, bare] = [memoryOf(product), memoryOf(bolt)];
  const people = PEOPLE.map(stage.as);
  const lines = Array.from({ length: COMMANDS }, (_, nth) => [nth, nth % 2 ? "help" : "list"]);
  await inTurns(lines, AT_ONCE, async ([nth, word]) => {
    const person = people[Number(nth) % people.length];
    while (!(await person?.say(acme.TREASURY, `/rail ${word}`))?.acknowledged);
  });
  const after = memoryOf(product);
  for (const child of [product, bolt]) {
    child.kill();
    await once(child, "exit");
  }
  rmSync(DATA_DIR, { recursive: true });
  const beside = `bare @slack/bolt ${rounded(bare)} MB`;
  return [
    ["Memory, idle", "≤ 125 MB", `${rounded(idle)} MB`, beside, idle / bare],
    ["Memory after 10,000 commands", "≤ 150 MB", `${rounded(after)} MB`, beside, after / bare],
  ];
}

/** In megabytes, as Linux counts what a process holds. */
function memoryOf({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return (Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1_024) / 1e6;
}

/** Loaded, and nothing more. */
const BARE = `import "@slack/bolt"; console.log("running"); setInterval(() => {}, 1_000);`;

/** Resolves a while after it says that it runs. */
async function run(args: readonly string[], env: Record<string, string | undefined>) {
  const { PATH } = process.env;
  const options = { env: { PATH, ...env }, cwd: import.meta.dirname } as const;
  const child = spawn(process.execPath, args, { ...options, stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  await pause(QUIET_MS);
  return child;
}
