import { describe, expect, it } from "vitest";
import type { AckAnswer } from "../../../src/platform/slack/delivery.ts";
import { openSocket } from "../../../src/platform/slack/socket.ts";
import { until } from "../../../src/sandbox/register.ts";
import { createPerson } from "../../../src/sandbox/slack-workspace/page-routes/person.ts";
import { ANA, acmeSeed, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { startSlackWorkspace } from "../../../src/sandbox/slack-workspace/server.ts";
import { silent } from "./logs.ts";

const NOTHING: AckAnswer = { payload: null };

/** A workspace with one connection, once a command has come through it. */
async function openWorkspace() {
  await using opening = new AsyncDisposableStack();
  const slack = opening.adopt(
    await startSlackWorkspace({ seed: acmeSeed, ackWindowMs: 1_000 }),
    (each) => each.stop(),
  );
  const ana = createPerson(slack.url, ANA);
  const delivered: object[] = [];
  const app = { answer: async (): Promise<AckAnswer> => NOTHING };
  const socket = opening.adopt(
    openSocket({
      ...{ appToken: slack.appToken, apiUrl: slack.apiUrl, log: silent },
      greeted() {},
      deliver(body) {
        delivered.push(body);
        return app.answer();
      },
    }),
    (each) => each.stop(),
  );
  const say = () => ana.say(TREASURY, "/rail help");
  const isHeard = () => until("a command", async () => (await say()).acknowledged);
  await isHeard();
  const opened = opening.move();
  return {
    ...{ slack, ana, delivered, app, socket, say, isHeard },
    /** What became of each call for a connection. */
    asked: () => slack.traffic().filter(({ method }) => method === "apps.connections.open"),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

type Workspace = Awaited<ReturnType<typeof openWorkspace>>;

// A rejection that nobody handles, which would end the process, fails the run here. Its pauses are
// real, so that the cases wait beside each other.
describe.concurrent("a connection", () => {
  it("delivers a command, and tells Slack the answer, if there is one", async () => {
    await using on = await openWorkspace();
    const text = "Here is the help";
    on.app.answer = async () => ({ payload: { response_type: "ephemeral", text } });

    expect(await on.say()).toEqual({ acknowledged: true });
    expect(on.delivered.at(-1)).toMatchObject({ command: "/rail", text: "help", user_id: ANA });
    expect((await on.ana.messages(TREASURY)).at(-1)).toMatchObject({ text });
    on.app.answer = async () => null;
    expect(await on.say()).not.toMatchObject({ acknowledged: true });
  });

  it.each<[string, (faults: Workspace["slack"]["faults"]) => void, tries: number]>([
    [
      "is opened again when Slack wants another one",
      (faults) => faults.disconnectSockets("refresh_requested"),
      1,
    ],
    [
      "is opened again when Slack disables it",
      (faults) => faults.disconnectSockets("link_disabled"),
      1,
    ],
    [
      "is opened again after a cut, once Slack is back",
      (faults) => Object.assign(faults, { isDown: true }),
      2,
    ],
    [
      "is opened again after a cut, once Slack takes its token again",
      (faults) => faults.failNext("apps.connections.open", { error: "invalid_auth" }, 9),
      2,
    ],
    ["survives what Slack says about its own limits", (faults) => faults.limitEvents(), 0],
  ])("%s", async (_, fault, tries) => {
    await using on = await openWorkspace();
    const { slack, asked, socket } = on;
    fault(slack.faults);
    if (tries === 2) {
      slack.faults.cutSockets();
      await until("a try", async () => asked().at(-1)?.ok === false);
      expect(socket.isOpen()).toBe(false);
      slack.faults.clear();
    }
    await until("the tries", async () => asked().length === 1 + tries);
    await on.isHeard();
    expect(asked()).toHaveLength(1 + tries);
  });

  it("waits for as long as Slack asks", async () => {
    await using on = await openWorkspace();
    on.slack.faults.failNext("apps.connections.open", { retryAfterSeconds: 3 });
    on.slack.faults.cutSockets();
    await until("a refusal and a connection", async () => on.asked().length === 3);
    const [, refused, taken] = on.asked();
    expect((taken?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(3_000);
  });

  it("ends once Slack has been told of the last delivery", async () => {
    await using on = await openWorkspace();
    const answer = Promise.withResolvers<AckAnswer>();
    on.app.answer = () => answer.promise;
    const before = on.delivered.length;
    const outcome = on.say();
    await until("the delivery", async () => on.delivered.length > before);

    const stopped = on.socket.stop();
    answer.resolve(NOTHING);
    expect(await outcome).toEqual({ acknowledged: true });
    await stopped;
    expect(on.socket.isOpen()).toBe(false);
  });
});
