import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { ANA, acmeSeed, TREASURY } from "../../../../src/sandbox/slack-workspace/seed.ts";
import {
  type SlackWorkspace,
  startSlackWorkspace,
} from "../../../../src/sandbox/slack-workspace/server.ts";
import { type Person, person } from "../../../../test/support/person.ts";
import type { AckAnswer } from "../../../src/platform/slack/delivery.ts";
import { openSocket, type Socket } from "../../../src/platform/slack/socket.ts";
import { silent } from "./logs.ts";

// A rejection that nobody handles, which would end the process, fails the run here.
let slack: SlackWorkspace;
let ana: Person;
let socket: Socket;
const delivered: object[] = [];
let deliver = async (): Promise<AckAnswer> => ({ payload: null });
beforeAll(async () => {
  slack = await startSlackWorkspace({ seed: acmeSeed, ackWindowMs: 1_000 });
  ana = person(slack.url, ANA);
  socket = open();
  await isHeard();
});
afterEach(() => {
  slack.faults.clear();
  deliver = async () => ({ payload: null });
});
afterAll(async () => {
  await socket.stop();
  await slack.stop();
});

const open = () =>
  openSocket({
    ...{ appToken: slack.appToken, apiUrl: slack.apiUrl, log: silent },
    deliver: (body) => {
      delivered.push(body);
      return deliver();
    },
  });

const connections = () =>
  slack.traffic().filter(({ method }) => method === "apps.connections.open");

const isHeard = () =>
  ana.waitFor(async () => (await ana.command(TREASURY, "/rail help")).acknowledged, "a command");

it("delivers a command, and tells Slack the answer", async () => {
  const text = "Here is the help";
  deliver = async () => ({ payload: { response_type: "ephemeral", text } });

  expect(await ana.command(TREASURY, "/rail help")).toEqual({ acknowledged: true });
  expect(delivered.at(-1)).toMatchObject({ command: "/rail", text: "help", user_id: ANA });
  expect((await ana.messages(TREASURY)).at(-1)).toMatchObject({ text });
});

it("tells Slack nothing where there is no acknowledgement", async () => {
  deliver = async () => null;
  const before = delivered.length;

  expect(await ana.command(TREASURY, "/rail help")).not.toMatchObject({ acknowledged: true });
  expect(delivered).toHaveLength(before + 1);
});

it("says how many connections Slack counts", async () => {
  expect(socket.connections()).toBe(1);
  const other = open();
  await ana.waitFor(() => other.connections() === 2, "Slack's count");
  await other.stop();
  expect(other.connections()).toBeNull();
});

it.each(["refresh_requested", "link_disabled"] as const)(
  "is opened again after %s",
  async (why) => {
    const before = connections().length;
    slack.faults.disconnectSockets(why);

    await ana.waitFor(() => connections().length > before, "a new connection");
    await isHeard();
  },
);

const isDown = () => Object.assign(slack.faults, { isDown: true });
const refuses = () => slack.faults.failNext("apps.connections.open", { error: "invalid_auth" }, 9);
it.each([
  ["is back", isDown],
  ["takes its token again", refuses],
])("is opened again after a cut, once Slack %s", async (_, fault) => {
  const before = connections().length;
  fault();
  slack.faults.cutSockets();
  await ana.waitFor(() => connections().length >= before + 2, "two tries");
  expect(connections().at(-1)).toMatchObject({ ok: false });
  expect(socket.connections()).toBeNull();

  slack.faults.clear();
  await isHeard();
});

it("waits for as long as Slack asks", async () => {
  slack.faults.failNext("apps.connections.open", { retryAfterSeconds: 2 });
  const before = connections().length;
  slack.faults.cutSockets();

  await isHeard();
  const [refused, taken] = connections().slice(before);
  expect((taken?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(2_000);
});

it("survives what Slack says about its own limits", async () => {
  const before = connections().length;
  slack.faults.limitEvents();

  await isHeard();
  expect(connections()).toHaveLength(before);
});

it("ends once Slack has been told of the last delivery", async () => {
  const answer = Promise.withResolvers<AckAnswer>();
  deliver = () => answer.promise;
  const before = delivered.length;
  const outcome = ana.command(TREASURY, "/rail help");
  await ana.waitFor(() => delivered.length > before, "the delivery");

  const stopped = socket.stop();
  answer.resolve({ payload: null });
  expect(await outcome).toEqual({ acknowledged: true });
  await stopped;
  expect(socket.connections()).toBeNull();
});
