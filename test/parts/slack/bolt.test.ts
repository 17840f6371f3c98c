import { expect, it } from "vitest";
import { header } from "../../../src/platform/slack/blocks/blocks.ts";
import { modal } from "../../../src/platform/slack/blocks/views.ts";
import * as bodies from "./bodies.ts";

const { bolt } = bodies;
const errors = { name: "Taken" };

it("acknowledges with another view in the place of the one that was submitted", async () => {
  const view = modal({ id: "deny", title: "Deny R-142", blocks: [header("R-142")] });
  const { deliver } = bolt({ listener: async (_, answer) => answer.ack({ update: view }) });
  const payload = { response_action: "update", view };
  expect(await deliver(bodies.submission())).toEqual({ payload });
});

it("acknowledges once, when the listener has saved, and does not wait for the rest", async () => {
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
  const seen: unknown[] = [];
  // Bolt's own acknowledgement of an event comes at once.
  const delivered = deliver(bodies.directMessage()).then((answer) => seen.push(answer));
  await new Promise(setImmediate);
  expect(seen).toEqual([]);
  saved.resolve();
  await delivered;
  expect(seen).toMatchObject([{ payload: { errors } }]);
  const idled = idle().then(() => seen.push("idle"));
  await new Promise(setImmediate);
  expect(seen).toHaveLength(1);
  work.resolve();
  await idled;
});

const broken = new Error("broken");
const coded = Object.assign(new Error("coded"), { code: "remedy" });
const tooLong = modal({ id: "deny", title: "x".repeat(25), blocks: [] });
it.each<[string, Parameters<typeof bolt>[0], object]>([
  ["as it was thrown", { listener: () => Promise.reject(broken) }, broken],
  ["with its own code", { listener: () => Promise.reject(coded) }, coded],
  [
    "of a view that Slack would refuse",
    { listener: async (_, answer) => answer.ack({ update: tooLong }) },
    { path: "title" },
  ],
  [
    "where nobody can say whether the workspace is served",
    { serves: () => Promise.reject(broken) },
    broken,
  ],
])("an error reaches the one place that catches it, %s", async (_, parts, error) => {
  const caught: unknown[] = [];
  const { deliver } = bolt({
    ...parts,
    async onError({ key }, thrown, answer) {
      caught.push(key, thrown, answer.isAcknowledged);
      answer.ack({ errors });
    },
  });

  expect(await deliver(bodies.directMessage())).toEqual({
    payload: { response_action: "errors", errors },
  });
  expect(caught).toMatchObject(["direct-message:Ev0001", error, false]);
  if (error instanceof Error) expect(caught[1]).toBe(error);
});

it("acknowledges nothing where even that place fails", async () => {
  const { deliver } = bolt({ listener: () => Promise.reject(broken) });
  expect(await deliver(bodies.command())).toBeNull();
});
