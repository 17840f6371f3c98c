import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { acmeSeed } from "../src/sandbox/slack-workspace/seed.ts";
import { startSlackWorkspace } from "../src/sandbox/slack-workspace/server.ts";
import { childEnvironment } from "./support/child-environment.ts";
import { skipFirstStart, temporaryDirectory } from "./support/embedded.ts";

const MAIN = fileURLToPath(new URL("../src/main.ts", import.meta.url));
const SOON = { interval: 20 };
const RUNNING = "Ctrl-C stops it.";

/** The process as `npm start` runs it. */
interface Main {
  child: ChildProcess;
  /** All that it has said so far. */
  out(): string;
  err(): string;
  /** The exit code, once it has ended. */
  ended: Promise<number | null>;
}

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
const children: Main[] = [];
beforeEach(async () => {
  directory = await temporaryDirectory();
});
afterEach(async () => {
  for (const { child, ended } of children.splice(0)) {
    child.kill("SIGKILL");
    await ended;
  }
  await directory.remove();
});

describe("the process with wrong settings", () => {
  it("ends with 1 and all faults in words, and no stack trace", async () => {
    const main = start({ PORT: "canary", SLACK_APP_TOKEN: "xoxb-canary", LOG_LEVEL: "canary" });

    expect(await main.ended).toBe(1);
    expect(main.err()).toMatch(/^Signalbox cannot start with these settings:\n- /);
    for (const name of ["PORT", "SLACK_APP_TOKEN", "SLACK_BOT_TOKEN", "LOG_LEVEL", "APPROVERS"]) {
      expect(main.err()).toContain(`\n- ${name} must be`);
    }
    expect(main.err()).not.toMatch(/canary|\n\s+at /);
    expect(main.out()).toBe("");
    expect(await readdir(directory.path)).toEqual([]);
  });

  it("does not start the sandbox in production, or beside a real database", async () => {
    const production = start({ NODE_ENV: "production" });
    const beside = start({ DATABASE_URL: "postgres://canary@127.0.0.1/x" });

    expect([await production.ended, await beside.ended]).toEqual([1, 1]);
    expect(production.err()).toContain("SLACK_BOT_TOKEN must be set");
    expect(beside.err()).toContain("DATABASE_URL is set, but");
    expect(beside.err()).not.toContain("canary");
  });
});

describe("the process in its sandbox", () => {
  it("starts with no settings, names its page first, and keeps others off its directory", async () => {
    const first = start({});
    await expect.poll(first.out, SOON).toContain(RUNNING);

    const second = start({});
    expect(await second.ended).toBe(1);
    expect(second.err()).toMatch(
      /^Signalbox could not start:\n- .*in use by another process.*DATA_DIR/,
    );
    expect(second.err()).not.toMatch(/\n\s+at /);

    const [page = ""] = /http:\/\/\S+/.exec(first.out()) ?? [];
    const answer = await fetch(page);
    expect(answer.headers.get("content-type")).toContain("text/html");
    expect(first.err()).toBe("");
  });

  it("stops on SIGTERM, and starts again", async () => {
    skipFirstStart(join(directory.path, "sandbox", "signalbox"));
    for (let time = 0; time < 2; time += 1) {
      const main = start({});
      await expect.poll(main.out, SOON).toContain(RUNNING);

      main.child.kill("SIGTERM");
      expect(await main.ended).toBe(0);
      expect(main.err()).toBe("");
    }
  });

  it("takes the next port where its own is in use, and says so", async () => {
    skipFirstStart(join(directory.path, "sandbox", "signalbox"));
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const address = taken.address();
    const port = typeof address === "object" ? address?.port : 0;

    const main = start({ PORT: String(port) });
    await expect.poll(main.out, SOON).toContain("The page is at ");
    taken.close();

    expect(main.out()).toContain(
      `\nPort ${port} is in use by another process, so the page has port `,
    );
    expect(main.err()).toBe("");
  });

  it("starts again over what a kill left behind", async () => {
    skipFirstStart(join(directory.path, "sandbox", "signalbox"));
    const first = start({});
    await expect.poll(first.out, SOON).toContain(RUNNING);
    first.child.kill("SIGKILL");
    await first.ended;

    const again = start({});
    await expect.poll(again.out, SOON).toContain(RUNNING);
    again.child.kill("SIGINT");
    expect(await again.ended).toBe(0);
  });
});

describe("the process with Slack's tokens", () => {
  const REAL = {
    SLACK_APP_TOKEN: "xapp-canary",
    SLACK_BOT_TOKEN: "xoxb-canary",
    ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString("base64"),
    RAIL_API_URL: "http://127.0.0.1:9/api/v1",
    RAIL_API_TOKEN: "canary",
    RAIL_API_ENVIRONMENT: "sandbox",
    APPROVALS_CHANNEL: "C0APPROVALS",
    APPROVERS: "U0BEN,U0CAL,U0DEE",
    LOG_LEVEL: "silent",
  };

  it("says that Slack cannot be reached, and ends", async () => {
    const main = start({ ...REAL, SLACK_API_URL: "http://127.0.0.1:9/api/" });

    expect(await main.ended).toBe(1);
    expect(main.err()).toMatch(/Slack cannot be reached.*SLACK_API_URL/);
    expect(main.err()).not.toMatch(/canary|\n\s+at /);
  });

  it("says of an error that nothing caught no more than its words, and ends", async () => {
    // The stack names this very code: the canary must not stand in it.
    const thrown = "Object.assign(new Error('broken'), { detail: ['can', 'ary'].join('') })";
    const sabotage = `process.on("SIGUSR2", () => { throw ${thrown}; })`;
    const silent = createServer((socket) => {
      socket.on("error", () => {});
      main.child.kill("SIGUSR2");
    }).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const address = silent.address();
    const port = typeof address === "object" ? address?.port : 0;
    const main = start({
      ...REAL,
      LOG_LEVEL: "trace",
      SLACK_API_URL: `http://127.0.0.1:${port}/api/`,
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(sabotage)}`,
    });

    expect(await main.ended).toBe(1);
    silent.close();
    expect(main.out()).toContain('"message":"broken"');
    expect(main.out() + main.err()).not.toContain("canary");
  });

  it("says that Slack refuses its token, and ends", async () => {
    const slack = await startSlackWorkspace({ seed: acmeSeed });
    const main = start({ ...REAL, SLACK_API_URL: slack.apiUrl });
    const code = await main.ended;
    await slack.stop();

    expect(code).toBe(1);
    expect(main.err()).toMatch(/Slack refused.*invalid_auth.*SLACK_BOT_TOKEN/);
    expect(main.err()).not.toMatch(/canary|\n\s+at /);
  });

  it("says that the database cannot be reached, and ends", async () => {
    const slack = await startSlackWorkspace({ seed: acmeSeed });
    const main = start({
      ...REAL,
      SLACK_API_URL: slack.apiUrl,
      SLACK_APP_TOKEN: slack.appToken,
      SLACK_BOT_TOKEN: slack.botToken,
      DATABASE_URL: "postgres://canary:canary@localhost:9/x",
    });
    const code = await main.ended;
    await slack.stop();

    expect(code).toBe(1);
    expect(main.err()).toMatch(/- .*ECONNREFUSED/);
    expect(main.err()).not.toMatch(/canary|\n\s+at /);
  });
});

function start(env: Record<string, string>): Main {
  const child = spawn(process.execPath, [MAIN], {
    // Nothing of ours: a variable of this machine must not decide.
    env: { ...childEnvironment(), PORT: "0", DATA_DIR: directory.path, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk: Buffer) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    err += chunk;
  });
  const ended = once(child, "close").then(([code]) => (typeof code === "number" ? code : null));
  const main = { child, out: () => out, err: () => err, ended };
  children.push(main);
  return main;
}
