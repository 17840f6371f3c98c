import { App } from "@slack/bolt";
import { expect, it, test } from "vitest";
import { ANA, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import type { SlackWorkspace } from "../../../src/sandbox/slack-workspace/server.ts";
import { openAcme, silent } from "../support/acme.ts";
import { actions, section } from "../support/blocks.ts";
import { type Heard, openRequestUrl, openSocket } from "../support/raw-app.ts";

const isEvent = ({ headers }: Heard) => headers["content-type"] === "application/json";
const retriesIn = (heard: readonly Heard[]) =>
  heard.map(({ headers }) => [headers["x-slack-retry-num"], headers["x-slack-retry-reason"]]);
const FIRST = [undefined, undefined];

test("an event that the app does not take comes again three times, and a command never", async () => {
  let ahead = 0;
  await using acme = await openAcme({ now: () => Date.now() + ahead });
  await using app = await openRequestUrl(() => ({ status: 500 }));
  acme.slack.sendTo(app.url);
  const ana = acme.as(ANA);
  const events = () => app.heard.filter(isEvent);

  await ana.call("/home", {});
  const times: number[] = [];
  await expect
    .poll(
      () => {
        while (times.length < events().length) times.push(ahead);
        // The second comes by itself.
        if (times.length > 1) ahead += 10_000;
        return times.length;
      },
      { interval: 5 },
    )
    .toBe(4);
  const [first = 0, second = 0, third = 0, fourth = 0] = times;
  expect(second - first).toBe(0);
  expect(third - second).toBeGreaterThanOrEqual(60_000);
  expect(fourth - third).toBeGreaterThanOrEqual(300_000);
  for (const line of ["/rail one", "/rail two"]) {
    ahead += 3_600_000;
    await ana.say(TREASURY, line);
  }

  const again = ["1", "2", "3"].map((retry) => [retry, "http_error"]);
  expect(retriesIn(events())).toEqual([FIRST, ...again]);
  expect(new Set(events().map(({ body }) => JSON.parse(body).event_id)).size).toBe(1);
  const typed = app.heard.filter((each) => !isEvent(each));
  const texts = typed.map(({ body }) => new URLSearchParams(body).get("text"));
  expect(texts).toEqual(["one", "two"]);
});

test("an event comes again over Socket Mode too, until it is acknowledged", async () => {
  await using acme = await openAcme({ ackWindowMs: 50 });
  using app = await openSocket(acme.slack);
  const ana = acme.as(ANA);

  const opening = ana.call("/home", {});
  const first = await app.next();
  const second = await app.take();
  await opening;
  const saying = ana.say(TREASURY, "/rail");
  const third = await app.take();
  await saying;

  expect(first).toMatchObject({ type: "events_api", retry_attempt: 0, retry_reason: "" });
  expect(second).toMatchObject({ retry_attempt: 1, retry_reason: "timeout" });
  expect(second?.payload.event_id).toBe(first?.payload.event_id);
  expect(third).toMatchObject({ type: "slash_commands" });
});

/** Bolt with its own web server: a reading of Slack's requests that is not ours. */
async function openHttpBolt(slack: SlackWorkspace, signingSecret = slack.signingSecret) {
  const app = new App({
    ...{ signingSecret, token: slack.botToken, logger: silent },
    clientOptions: { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } },
  });
  const heard: string[] = [];
  app.command("/rail", async ({ command, ack }) => {
    heard.push(command.text);
    const text = `You said ${command.text}`;
    await ack({ text, blocks: [section(text), actions(["Press", "press"])] });
  });
  app.action("press", async ({ ack }) => {
    heard.push("press");
    await ack();
  });
  app.event("app_home_opened", async () => void heard.push("home"));
  const server = await app.start({ port: 0, host: "127.0.0.1" });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    ...{ heard, url: `http://127.0.0.1:${port}/slack/events` },
    async [Symbol.asyncDispose]() {
      await app.stop();
    },
  };
}

test("signed HTTP brings commands, presses and events to a real Bolt app, and its answers back", async () => {
  await using acme = await openAcme();
  await using bolt = await openHttpBolt(acme.slack);
  const ana = acme.as(ANA);
  await acme.slack.verifyUrl(bolt.url);
  acme.slack.sendTo(bolt.url);

  expect(await ana.say(TREASURY, "/rail one & two £")).toEqual({ acknowledged: true });
  const [answer] = await ana.messages(TREASURY);
  expect(answer).toMatchObject({ ephemeral: true, text: "You said one & two £" });
  await ana.press({ channel: TREASURY, ts: answer?.ts ?? "" }, "Press");
  await ana.call("/home", {});
  await acme.until(() => bolt.heard.length === 3, "the event");

  expect(bolt.heard).toEqual(["one & two £", "press", "home"]);
  await using deaf = await openHttpBolt(acme.slack, "another-signing-secret");
  acme.slack.sendTo(deaf.url);
  const failure = expect.stringContaining("dispatch_failed");
  expect(await ana.say(TREASURY, "/rail")).toMatchObject({ failure });
  expect(deaf.heard).toEqual([]);
  await expect(acme.slack.verifyUrl(deaf.url)).rejects.toThrow("does not give the challenge");
});

test("over HTTP an app may take too long, or be gone", async () => {
  await using acme = await openAcme({ ackWindowMs: 100 });
  const say = () => acme.as(ANA).say(TREASURY, "/rail");
  const app = await openRequestUrl(() => new Promise(() => {}));
  acme.slack.sendTo(app.url);
  const late = await say();
  await app[Symbol.asyncDispose]();

  expect(late.failure).toContain("operation_timeout");
  expect((await say()).failure).toContain("dispatch_failed");
  await expect(acme.slack.verifyUrl(app.url)).rejects.toThrow("does not give the challenge");
});

it.each([
  ["refuses it", () => ({ status: 401 })],
  ["says something else", () => ({ body: "hello" })],
])("an address is not accepted that is asked for its challenge, and %s", async (_, answer) => {
  await using acme = await openAcme();
  await using app = await openRequestUrl(answer);
  await expect(acme.slack.verifyUrl(app.url)).rejects.toThrow("does not give the challenge");
});
