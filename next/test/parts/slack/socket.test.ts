import { afterAll, afterEach, expect, it } from "vitest";
import { ANA, acmeSeed, TREASURY } from "../../../../src/sandbox/slack-workspace/seed.ts";
import { startSlackWorkspace } from "../../../../src/sandbox/slack-workspace/server.ts";
import type { AckAnswer } from "../../../src/platform/slack/delivery.ts";
import { openSocket } from "../../../src/platform/slack/socket.ts";
import { createPerson } from "../../../src/sandbox/person.ts";
import { until } from "../../../src/sandbox/register.ts";
import { silent } from "./logs.ts";

// A rejection that nobody handles, which would end the process, fails the run here.
const slack = await startSlackWorkspace({ seed: acmeSeed, ackWindowMs: 1_000 });
const ana = createPerson(slack.url, ANA);
const delivered: object[] = [];
const NOTHING = { payload: null };
let deliver = async (): Promise<AckAnswer> => NOTHING;
const socket = openSocket({
  ...{ appToken: slack.appToken, apiUrl: slack.apiUrl, log: silent },
  deliver(body) {
    delivered.push(body);
    return deliver();
  },
});
afterEach(() => {
  slack.faults.clear();
  deliver = async () => NOTHING;
});
afterAll(async () => {
  await socket.stop();
  await slack.stop();
});

const asked = () => slack.traffic().filter(({ method }) => method === "apps.connections.open");
const isHeard = () =>
  until("a command", async () => (await ana.say(TREASURY, "/rail help")).acknowledged);

it("delivers a command, and tells Slack the answer, if there is one", async () => {
  await isHeard();
  const text = "Here is the help";
  deliver = async () => ({ payload: { response_type: "ephemeral", text } });

  expect(await ana.say(TREASURY, "/rail help")).toEqual({ acknowledged: true });
  expect(delivered.at(-1)).toMatchObject({ command: "/rail", text: "help", user_id: ANA });
  expect((await ana.messages(TREASURY)).at(-1)).toMatchObject({ text });
  deliver = async () => null;
  expect(await ana.say(TREASURY, "/rail help")).not.toMatchObject({ acknowledged: true });
});

const REASONS = ["refresh_requested", "link_disabled"] as const;
it.each(REASONS)("is opened again after %s", async (reason) => {
  const before = asked().length;
  slack.faults.disconnectSockets(reason);

  await until("a new connection", async () => asked().length > before);
  await isHeard();
});

const isDown = () => Object.assign(slack.faults, { isDown: true });
const refuses = () => slack.faults.failNext("apps.connections.open", { error: "invalid_auth" }, 9);
it.each([
  ["is back", isDown],
  ["takes its token again", refuses],
])("is opened again after a cut, once Slack %s", async (_, fault) => {
  const before = asked().length;
  fault();
  slack.faults.cutSockets();
  await until("two tries", async () => asked().length >= before + 2);
  expect(asked().at(-1)).toMatchObject({ ok: false });
  expect(socket.isOpen()).toBe(false);

  slack.faults.clear();
  await isHeard();
});

it("waits for as long as Slack asks", async () => {
  slack.faults.failNext("apps.connections.open", { retryAfterSeconds: 2 });
  const before = asked().length;
  slack.faults.cutSockets();

  await isHeard();
  const [refused, taken] = asked().slice(before);
  expect((taken?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(2_000);
});

it("survives what Slack says about its own limits", async () => {
  const before = asked().length;
  slack.faults.limitEvents();

  await isHeard();
  expect(asked()).toHaveLength(before);
});

it("ends once Slack has been told of the last delivery", async () => {
  const answer = Promise.withResolvers<AckAnswer>();
  deliver = () => answer.promise;
  const before = delivered.length;
  const outcome = ana.say(TREASURY, "/rail help");
  await until("the delivery", async () => delivered.length > before);

  const stopped = socket.stop();
  answer.resolve({ payload: null });
  expect(await outcome).toEqual({ acknowledged: true });
  await stopped;
  expect(socket.isOpen()).toBe(false);
});
