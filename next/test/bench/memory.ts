import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import * as acme from "../../../src/sandbox/slack-workspace/seed.ts";
import { startChildProcess } from "../harness/process.ts";
import { openStage } from "../harness/stage.ts";
import { AT_ONCE } from "./bare.ts";
import { type Figure, rateOf, rounded } from "./figure.ts";

const COMMANDS = 10_000;
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
  await using product = await startChildProcess(stage.env);
  const bare = await memoryOfBareBolt();
  const idle = await memoryOf(product.pid);
  const people = PEOPLE.map(stage.as);
  const lines = Array.from({ length: COMMANDS }, (_, nth) => [nth, nth % 2 ? "help" : "list"]);
  await rateOf(lines, AT_ONCE, async ([nth, word]) => {
    const said = await people[Number(nth) % people.length]?.say(acme.TREASURY, `/rail ${word}`);
    if (!said?.acknowledged) throw new Error(`A command was not taken: ${said?.failure}`);
  });
  const after = await memoryOf(product.pid);
  const beside = `bare @slack/bolt ${rounded(bare)} MB`;
  return [
    ["Memory, idle", "≤ 125 MB", `${rounded(idle)} MB`, beside, idle / bare],
    ["Memory after 10,000 commands", "≤ 150 MB", `${rounded(after)} MB`, beside, after / bare],
  ];
}

/** In megabytes, as Linux counts what a process holds. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return (Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1_024) / 1e6;
}

/** Loaded, and nothing more. */
const BARE = `import "@slack/bolt"; console.log("ready"); process.stdin.resume();`;

async function memoryOfBareBolt(): Promise<number> {
  const args = ["--input-type=module", "--eval", BARE];
  const child = spawn(process.execPath, args, { cwd: import.meta.dirname });
  await once(child.stdout, "data");
  await pause(QUIET_MS);
  const held = await memoryOf(child.pid ?? 0);
  child.stdin.end();
  await once(child, "exit");
  return held;
}
