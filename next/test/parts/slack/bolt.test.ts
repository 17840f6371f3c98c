import { describe, expect, it } from "vitest";
import { header, input } from "../../../src/platform/slack/blocks/blocks.ts";
import { textInput } from "../../../src/platform/slack/blocks/elements.ts";
import { message, modal } from "../../../src/platform/slack/blocks/views.ts";
import * as bodies from "./bodies.ts";
import { bolt } from "./heard.ts";

describe("an acknowledgement", () => {
  const form = modal({
    ...{ id: "deny", title: "Deny R-142", submit: "Deny" },
    blocks: [input("reason", "Reason", textInput("value"))],
  });
  const said = message("Sent for approval", header("R-142 sent for approval"));

  it.each([
    ["nothing", undefined, null],
    ["a message", said, { response_type: "ephemeral", ...said }],
    [
      "errors",
      { errors: { name: "Taken" } },
      { response_action: "errors", errors: { name: "Taken" } },
    ],
    ["another view", { update: form }, { response_action: "update", view: form }],
    ["a view on top", { push: form }, { response_action: "push", view: form }],
    ["the end of all views", { clear: true } as const, { response_action: "clear" }],
  ])("can be %s", async (_, payload, expected) => {
    const { deliver } = bolt({ listener: async (_, answer) => answer.ack(payload) });

    expect(await deliver(bodies.submission())).toEqual({ payload: expected });
  });

  it("counts once", async () => {
    const { deliver } = bolt({
      async listener(_, answer) {
        answer.ack({ errors: { name: "Taken" } });
        answer.ack({ clear: true });
      },
    });

    expect(await deliver(bodies.submission())).toMatchObject({
      payload: { response_action: "errors" },
    });
  });

  it("of an event comes when the listener has saved it, and not before", async () => {
    const saved = Promise.withResolvers<void>();
    const { deliver } = bolt({
      async listener(_, answer) {
        await saved.promise;
        answer.ack();
      },
    });
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

  it("does not come where the listener ends without one", async () => {
    const { deliver } = bolt({ listener: async () => {} });

    expect(await deliver(bodies.command())).toBeNull();
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
    },
  );

  it("is a message that Slack would refuse, which was not told", async () => {
    const long = modal({ id: "deny", title: "x".repeat(25), blocks: [] });
    const codes: unknown[] = [];
    const { deliver } = bolt({
      listener: async (_, answer) => answer.ack({ update: long }),
      async onError(_, error, answer) {
        codes.push(error);
        answer.ack({ clear: true });
      },
    });

    expect(await deliver(bodies.submission())).toMatchObject({
      payload: { response_action: "clear" },
    });
    expect(codes).toMatchObject([{ code: "over-limit", path: "title" }]);
  });

  it("is caught too where nobody can say whether the workspace is served", async () => {
    const caught: unknown[] = [];
    const { deliver } = bolt({
      serves: () => Promise.reject(new Error("the database is down")),
      onError: async (_, error) => void caught.push(error),
    });

    expect(await deliver(bodies.command())).toBeNull();
    expect(caught).toMatchObject([{ message: "the database is down" }]);
  });

  it("leaves Slack without an acknowledgement where even that place fails", async () => {
    const { deliver, idle } = bolt({ listener: () => Promise.reject(new Error("broken")) });

    expect(await deliver(bodies.command())).toBeNull();
    await idle();
  });
});
