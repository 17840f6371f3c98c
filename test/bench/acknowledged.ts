import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { acmeSeed } from "../../src/sandbox/slack-workspace/seed.ts";
import { createDatabaseOn, findPrograms, startPostgres } from "../support/postgres-server.ts";
import { startProduction } from "../support/production.ts";
import { SIGNING_SECRET } from "../support/signed-request.ts";
import type { Load } from "./signed-load.ts";
import { command, load } from "./signed-load.ts";

/**
 * Signed commands acknowledged a second: of a Bolt app that does nothing else, and of `/rail help`, which also keeps the
 * delivery and answers. Turn by turn on the same machine, so that the ratio counts. Printed, not judged:
 * `npm run bench:acknowledged`.
 */
const { values } = parseArgs({
  options: {
    commands: { type: "string", default: "2000" },
    rounds: { type: "string", default: "5" },
  },
});
const count = Number(values.commands);
const programs = findPrograms();
if (programs === undefined) throw new Error("PostgreSQL's initdb and postgres were not found");

await using postgres = await startPostgres(programs, { survives: true });
await using open = new AsyncDisposableStack();
const { url, drop } = await createDatabaseOn(postgres.url);
const production = await startProduction(url);
open.defer(production.stop);
open.defer(drop);
/** Takes what is answered over a response URL. */
let answers = 0;
const answered = createServer((request, response) => {
  answers += 1;
  request.resume();
  response.end("ok");
}).listen(0, "127.0.0.1");
await once(answered, "listening");
open.defer(() => void answered.close());
const responseUrl = `http://127.0.0.1:${(answered.address() as AddressInfo).port}/`;

const { SLACK_APP_TOKEN: _, ...env } = production.env;
const app = await startProcess("src/main.ts", { ...env, SLACK_SIGNING_SECRET: SIGNING_SECRET });
const bare = await startProcess("test/bench/bare-bolt.ts", {
  SLACK_SIGNING_SECRET: SIGNING_SECRET,
});
const bodyOf = () => command("help", acmeSeed.team.id, responseUrl);
const measured = (origin: string) => load(origin, { count, secret: SIGNING_SECRET, bodyOf });
await measured(bare);
await measured(app);

const ratios: number[] = [];
for (let round = 1; round <= Number(values.rounds); round += 1) {
  const least = await measured(bare);
  const before = answers;
  const ours = await measured(app);
  const behind = count - (answers - before);
  ratios.push(ours.perSecond / least.perSecond);
  console.log(
    `bare Bolt ${told(least)}; /rail help ${told(ours)}, ${behind} answers still to come`,
  );
}
ratios.sort((one, other) => one - other);
const median = ratios[Math.floor(ratios.length / 2)] ?? 0;
console.log(
  `/rail help is acknowledged ${median.toFixed(2)} times as often as bare Bolt acknowledges`,
);

function told({ perSecond, p50, p99 }: Load): string {
  return `${Math.round(perSecond)} a second (p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms)`;
}

/** Where it listens, as the first line of its log with a port says. */
async function startProcess(file: string, env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [file], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  open.defer(() => ended(child));
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    const { port } = JSON.parse(line) as { port?: number };
    if (port !== undefined) {
      child.stdout.resume();
      return `http://127.0.0.1:${port}`;
    }
  }
  throw new Error(`${file} did not start`);
}

async function ended(child: ChildProcess): Promise<void> {
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  await gone;
}
