import { spawn } from "node:child_process";
import { once } from "node:events";
import { WebAPIPlatformError } from "@slack/web-api";
import { describe, expect, it } from "vitest";
import { slackLogger } from "../../../src/platform/log/logger.ts";
import { readableLog } from "./logs.ts";

const SECRET = 'canary-"quoted"-token';

describe("a line of the log", () => {
  it.each([
    ["a secret, wherever it stands", { note: `sent ${SECRET} on` }],
    ["a Slack token that nobody listed", { note: "xoxb-1-canary and xapp-1-canary" }],
    ["a field with a secret's name", { token: "canary", deeper: { still: { iban: "canary" } } }],
  ])("never holds %s", (_, fields) => {
    const { log, lines } = readableLog([SECRET, "short"]);

    log.info(fields, "short words stay");

    expect(lines.join("")).toContain("[redacted]");
    expect(lines.join("")).not.toContain("canary");
    expect(lines.join("")).toContain("short words stay");
  });

  const answer = { ok: false, error: '{"ok":true,"access_token":"canary' };
  it.each([
    ["a database", Object.assign(new Error('"canary"'), { code: "22P02", row: "canary" })],
    ["JSON's parser", new SyntaxError('Unexpected token, "canary" is not valid JSON')],
    ["Slack's client", new WebAPIPlatformError(answer)],
    ["several", new AggregateError([new Error("down", { cause: new SyntaxError('"canary"') })])],
  ])("quotes no data of an error of %s", (_, err) => {
    const { log, lines } = readableLog();

    log.error({ err }, "it failed");

    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ err: { message: expect.any(String) } });
    expect(lines[0]).not.toContain("canary");
  });

  it("comes from Slack's packages without their payloads", () => {
    const { log, lines } = readableLog();
    const slack = slackLogger(log);

    slack.debug("canary");
    slack.warn("a warning", new Error("of Slack's"));

    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      from: "slack",
      msg: "a warning of Slack's",
    });
  });
});

it.each([
  ["stops it, and ends it with 0", "async () => {}", 0, ""],
  ["ends it with 1 where that fails", "async () => { throw new Error('stuck') }", 1, "stuck"],
  ["ends it with 1 where that takes too long", "() => new Promise(() => {})", 1, "within 9"],
])("a signal to the process %s", async (_, stop, code, said) => {
  const module = new URL("../../../src/platform/log/stop-on-signal.ts", import.meta.url);
  const script = `import { stopOnSignal } from ${JSON.stringify(module.href)};
    const fail = (...words) => { console.log(words.join(" ")); process.exit(1); };
    const wait = () => new Promise((resolve) => setTimeout(resolve, 100));
    stopOnSignal({ stop: ${stop}, fail, wait, now: () => 0 });
    setTimeout(() => {}, 30_000);
    console.log("ready");`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script]);
  const exit = once(child, "exit");
  let text = "";
  for await (const chunk of child.stdout) {
    text += chunk;
    if (text === "ready\n") child.kill("SIGTERM");
  }

  expect(await exit).toEqual([code, null]);
  expect(text).toContain(said);
});
