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

  it("comes when the listener has saved, counts once, and does not wait for the rest", async () => {
    const saved = Promise.withResolvers<void>();
    const work = Promise.withResolvers<void>();
    const { deliver, idle } = bolt({
      async listener(_, answer) {
        await saved.promise;
        answer.ack({ errors });
        answer.ack({ clear: true });
        await work.promise;
      },
    });
    const said: unknown[] = [];
    // Bolt's own acknowledgement of an event comes at once.
    const delivered = deliver(bodies.uninstalled()).then((answer) => said.push(answer));
    await new Promise(setImmediate);
    expect(said).toEqual([]);
    saved.resolve();
    await delivered;
    expect(said).toMatchObject([{ payload: { errors } }]);
    const idled = idle().then(() => said.push("idle"));
    await new Promise(setImmediate);
    expect(said).toHaveLength(1);
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
    const down = new Error("the database is down");
    const caught: unknown[] = [];
    const { deliver, heard } = bolt({
      serves: () => Promise.reject(down),
      async onError(_, error) {
        caught.push(error);
        throw new Error("even that place fails");
      },
    });

    expect(await deliver(bodies.command())).toBeNull();
    expect([caught, heard]).toEqual([[down], []]);
  });
});
