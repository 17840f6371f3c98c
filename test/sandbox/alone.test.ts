import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { startRailService } from "../../src/sandbox/rail-service/server.ts";
import {
  ACME,
  aRailService,
  as,
  BIRCH,
  idIn,
  onRamp,
  whitelistWallet,
} from "./rail-service/support.ts";
import { openAcme } from "./support/acme.ts";
import { aDirectory } from "./support/directory.ts";

const RAILS = "rail-service";
const SLACK = "slack-workspace";
const mainOf = (part: string) => join(import.meta.dirname, "../../src/sandbox", part, "main.ts");

/** `npm run rail-service` or `npm run slack-workspace` in a process of its own, ended with the test. */
function startMain(part: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [mainOf(part)], {
    env: { PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** What it prints when it listens, until this has come. */
async function printed({ stdout }: ReturnType<typeof startMain>, end: string): Promise<string> {
  let said = "";
  while (!said.includes(end)) said += (await once(stdout, "data"))[0];
  return said;
}

test("each part answers alone at the addresses and with the tokens that it prints, and stops on a signal", async () => {
  const rails = startMain(RAILS, { DATA_DIR: await aDirectory() });
  const slack = startMain(SLACK, { DATA_DIR: await aDirectory() });
  const [, base = ""] = /(http:\S+\/api\/v1)/.exec(await printed(rails, "chain")) ?? [];
  expect((await as({ token: "sandbox-token" }, base).get("/rails")).status).toBe(200);
  const said = await printed(slack, "client secret");
  const [, page] = /Slack workspace +(http:\S+)/.exec(said) ?? [];
  expect(await (await fetch(`${page}/`)).text()).toContain("<title>");
  expect(said).toContain(`SLACK_API_URL=${page}/api/`);
  expect(said).toMatch(/SLACK_BOT_TOKEN=xoxb-\S+\n +SLACK_APP_TOKEN=xapp-/);

  for (const child of [rails, slack]) {
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  }
});

test("workspaces without the app say no token of its bot, and where a browser may return", async () => {
  const REQUEST_URL = "http://127.0.0.1:3999/slack/events";
  const env = { DATA_DIR: await aDirectory(), WORLD: "many", REQUEST_URL };
  const said = await printed(startMain(SLACK, env), "REQUEST_URL if");
  expect(said).not.toContain("SLACK_BOT_TOKEN");
  const [, page = ""] = /begins at (\S+)/.exec(said) ?? [];
  const asked = { client_id: "1111.signalbox", scope: "chat:write" };
  const statusFor = async (redirect_uri: string) =>
    (await fetch(`${page}?${new URLSearchParams({ ...asked, redirect_uri })}`)).status;
  expect(await statusFor("http://127.0.0.1:3999/slack/oauth_redirect")).toBe(200);
  expect(await statusFor("http://127.0.0.1:3998/slack/oauth_redirect")).toBe(400);
});

test("each part says in a line why it does not start", async () => {
  await using acme = await openAcme();
  const [DATA_DIR, inUse, old] = [await aDirectory(), await aDirectory(), await aDirectory()];
  const { port } = new URL((await aRailService({ dataDir: inUse })).baseUrl);
  using database = new DatabaseSync(join(old, "rail-service.sqlite"));
  database.exec("PRAGMA user_version = 4");

  const wrong = { PORT: "65536", RAIL_SERVICE_TOKEN: "two words", DATA_DIR: "" };
  const ended = (
    [
      [RAILS, wrong, /^PORT must .*\nRAIL_SERVICE_TOKEN must .*\nDATA_DIR must .*\n$/],
      [RAILS, { DATA_DIR: inUse }, /^Another Rail service is using .*\n$/],
      [RAILS, { DATA_DIR: old }, /^\S+ is of another release. Remove it to begin anew.\n$/],
      [RAILS, { DATA_DIR: mainOf(RAILS) }, /^Cannot keep data in .*\n$/],
      [RAILS, { DATA_DIR, PORT: port }, /^Port \d+ cannot be used: another program.*\n$/],
      [SLACK, { DATA_DIR, WORLD: "two" }, /^The Slack .* WORLD must be "many".*\n$/],
      [SLACK, { DATA_DIR, PORT: "eighty" }, /^The Slack .* PORT is "eighty".*\n$/],
      [SLACK, { DATA_DIR: mainOf(SLACK) }, /^The Slack .* Cannot keep data in .*\n$/],
      [
        SLACK,
        { DATA_DIR, PORT: new URL(acme.slack.url).port },
        /^The Slack .* another program.*\n$/,
      ],
    ] as const
  ).map(async ([part, env, words]) => {
    const child = startMain(part, env);
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
    expect(said).toMatch(words);
    expect(code).toBe(1);
  });
  await Promise.all(ended);
  const companies = [ACME, { ...BIRCH, token: ACME.token }];
  await expect(startRailService({ companies })).rejects.toThrow("the same token");
});

test("a Rail service that is killed while it works has all that it acknowledged, and starts again at once", async () => {
  const dataDir = await aDirectory();
  const child = startMain(RAILS, { DATA_DIR: dataDir, RAIL_SERVICE_TOKEN: ACME.token });
  const [, base = ""] = /(http:\S+\/api\/v1)/.exec(await printed(child, "chain")) ?? [];
  const caller = as(ACME, base);
  const ids: string[] = [];
  const wallet = await whitelistWallet(caller);
  const creating = (async () => {
    for (;;) ids.push(idIn(await caller.post("/rails", onRamp(wallet))));
  })();
  await expect.poll(() => ids.length, { interval: 1, timeout: 30_000 }).toBeGreaterThan(20);
  child.kill("SIGKILL");
  await Promise.all([once(child, "exit"), expect(creating).rejects.toThrow("fetch failed")]);

  const companies = [{ name: "Sandbox company", token: ACME.token }];
  const service = await aRailService({ dataDir, companies });
  const kept = service.rails("Sandbox company").map(({ id }) => id);
  expect(kept.slice(0, ids.length)).toEqual(ids);
  expect(kept.length - ids.length).toBeLessThanOrEqual(1);
});
