import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { startRailService } from "../../../src/sandbox/rail-service/server.ts";
import * as acme from "../../../src/sandbox/slack-workspace/seed.ts";
import { startSlackWorkspace } from "../../../src/sandbox/slack-workspace/server.ts";
import { createDatabase } from "../harness/postgres.ts";
import { startChildProcess } from "../harness/process.ts";
import { AT_ONCE } from "./bare.ts";
import { type Figure, rateOf, rounded } from "./figure.ts";
import { ENVIRONMENT } from "./world.ts";

/** Nobody may act more than sixty times in a minute. */
const PEOPLE = Array.from({ length: 250 }, (_, nth) => `U0MANY${nth}`);
const COMMANDS = 10_000;
/** Until what a start leaves behind was collected. */
const QUIET_MS = 5_000;

const SEED = {
  ...acme.acmeSeed,
  users: [
    ...acme.acmeSeed.users,
    ...PEOPLE.map((id) => ({ id, name: id.toLowerCase(), realName: id })),
  ],
  channels: acme.acmeSeed.channels.map((each) => ({
    ...each,
    members: [...each.members, ...PEOPLE],
  })),
};

/** What the product holds in a process of its own, over Socket Mode: before and after many commands. */
export async function memory(postgres: string): Promise<Figure[]> {
  await using opened = new AsyncDisposableStack();
  const database = opened.adopt(await createDatabase({ withAppRole: true }, postgres), (each) =>
    each.drop(),
  );
  const slack = opened.adopt(await startSlackWorkspace({ seed: SEED }), (each) => each.stop());
  const companies = [{ name: "Acme", token: ENVIRONMENT.RAIL_API_TOKEN }];
  const rails = opened.adopt(await startRailService({ companies }), (each) => each.stop());
  const product = opened.use(
    await startChildProcess({
      ...ENVIRONMENT,
      SLACK_SIGNING_SECRET: undefined,
      SLACK_APP_TOKEN: slack.appToken,
      SLACK_BOT_TOKEN: slack.botToken,
      SLACK_API_URL: slack.apiUrl,
      APPROVERS: [acme.BEN, acme.CAL, acme.DEE].join(),
      APPROVALS_CHANNEL: acme.APPROVALS,
      RAIL_API_URL: rails.baseUrl,
      DATABASE_URL: database.url,
    }),
  );
  const bare = await memoryOfBareBolt();
  const idle = await memoryOf(product.pid);
  const numbers = Array.from({ length: COMMANDS }, (_, number) => number);
  await rateOf(numbers, AT_ONCE, async (number) => {
    const person = PEOPLE[number % PEOPLE.length];
    const text = `/rail ${number % 2 === 0 ? "list" : "help"}`;
    const answer = await fetch(`${slack.url}/page/people/${person}/send`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ channel: acme.TREASURY, text }),
    });
    const said = await answer.text();
    if (!said.includes('"acknowledged":true')) throw new Error(`${text}: ${said}`);
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
