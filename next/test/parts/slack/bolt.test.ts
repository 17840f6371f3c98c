import { describe, expect, it } from "vitest";
import { header, input } from "../../../src/platform/slack/blocks/blocks.ts";
import { textInput } from "../../../src/platform/slack/blocks/elements.ts";
import { message, modal } from "../../../src/platform/slack/blocks/views.ts";
import * as bodies from "./bodies.ts";
import { bolt } from "./heard.ts";

describe("an acknowledgement", () => {
  const reason = input("reason", "Reason", textInput("value"));
  const view = modal({ id: "deny", title: "Deny R-142", submit: "Deny", blocks: [reason] });
  const said = message("Sent for approval", header("R-142 sent for approval"));
  const errors = { name: "Taken" };

  it.each([
    ["nothing", undefined, null],
    ["a private message", said, { response_type: "ephemeral", ...said }],
    ["errors", { errors }, { response_action: "errors", errors }],
    ["another view", { update: view }, { response_action: "update", view }],
    ["a view on top", { push: view }, { response_action: "push", view }],
    ["the end of all views", { clear: true } as const, { response_action: "clear" }],
  ])("can be %s", async (_, payload, expected) => {
    const { deliver } = bolt({ listener: async (_, answer) => answer.ack(payload) });

    expect(await deliver(bodies.submission())).toEqual({ payload: expected });
  });

  it("counts once", async () => {
    const { deliver } = bolt({
      async listener(_, answer) {
        answer.ack({ errors });
        answer.ack({ clear: true });
      },
    });

    expect(await deliver(bodies.submission())).toMatchObject({ payload: { errors } });
  });

  it("of an event comes when the listener has saved it, and not before", async () => {
    const saved = Promise.withResolvers<void>();
    const { deliver } = bolt({ listener: (_, { ack }) => saved.promise.then(() => ack()) });
    let answer: unknown = "none yet";
    const delivered = deliver(bodies.uninstalled()).then((given) => {
      answer = given;
    });

    await new Promise(setImmediate);
    expect(answer).toBe("none yet");
    saved.resolve();
    await delivered;
    expect(answer).toEqual({ payload: null });
  });

  it("does not wait for the work behind it, which idle does", async () => {
    const work = Promise.withResolvers<void>();
    const { deliver, idle } = bolt({
      async listener(_, answer) {
        answer.ack();
        await work.promise;
      },
    });
    let isIdle = false;

    expect(await deliver(bodies.command())).toEqual({ payload: null });
    const idled = idle().then(() => {
      isIdle = true;
    });
    await new Promise(setImmediate);
    expect(isIdle).toBe(false);
    work.resolve();
    await idled;
  });
});

describe("what a listener throws", () => {
  it.each([new Error("broken"), Object.assign(new Error("coded"), { code: "remedy" })])(
    "reaches the one place that catches it, as it was thrown: %s",
    async (thrown) => {
      const caught: unknown[] = [];
      const { deliver } = bolt({
        listener: () => Promise.reject(thrown),
        async onError({ key }, error, answer) {
          caught.push(key, error, answer.isAcknowledged);
          answer.ack();
        },
      });

      expect(await deliver(bodies.homeOpened())).toEqual({ payload: null });
      expect(caught).toEqual(["home:Ev0001", thrown, false]);
      expect(caught[1]).toBe(thrown);
    },
  );

  it("includes a view that Slack would refuse, which was not told", async () => {
    const update = modal({ id: "deny", title: "x".repeat(25), blocks: [] });
    const caught: unknown[] = [];
    const { deliver } = bolt({
      listener: async (_, answer) => answer.ack({ update }),
      async onError(_, error, answer) {
        caught.push(error);
        answer.ack({ errors: { reason: "Failed" } });
      },
    });

    expect(await deliver(bodies.submission())).toMatchObject({ payload: { errors: {} } });
    expect(caught).toMatchObject([{ code: "over-limit", path: "title" }]);
  });

  it("includes that nobody can say whether the workspace is served", async () => {
    const caught: unknown[] = [];
    const down = new Error("the database is down");
    const { deliver, heard } = bolt({
      serves: () => Promise.reject(down),
      onError: async (_, error) => void caught.push(error),
    });

    expect(await deliver(bodies.command())).toBeNull();
    expect([caught, heard]).toEqual([[down], []]);
  });

  it("leaves Slack without an acknowledgement where even that place fails", async () => {
    const { deliver, idle } = bolt({ listener: () => Promise.reject(new Error("broken")) });

    expect(await deliver(bodies.command())).toBeNull();
    await idle();
  });
});
