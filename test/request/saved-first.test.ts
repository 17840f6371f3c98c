import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { note } from "../../src/platform/slack/blocks/note.ts";
import { savedFirst } from "../../src/request/clicks/remember-click.ts";

it("an emergency stop is saved before Slack is told that it has arrived, and answered after that", async () => {
  const order: string[] = [];
  const happens = (what: string) => async () => void order.push(what);
  const saving = setImmediate().then(happens("saved"));
  const answer = async () => {
    order.push("answered");
    return note("Sending is frozen");
  };
  const args = { body: {}, ack: happens("acknowledged"), respond: happens("told") };

  await savedFirst({} as never, "freeze", saving, answer, args as never);

  expect(order).toEqual(["saved", "acknowledged", "answered", "told"]);
});
