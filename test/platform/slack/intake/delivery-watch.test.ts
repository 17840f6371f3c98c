import { expect, it } from "vitest";
import { listenerOf } from "../../../../src/platform/slack/intake/delivery-watch.ts";

it.each([
  ["command", { command: "/rail", text: "show canary" }],
  ["action new_rail", { type: "block_actions", actions: [{ action_id: "new_rail" }] }],
  [
    "action choose_type",
    { actions: [{ action_id: "choose_type" }], view: { callback_id: "new_rail" } },
  ],
  ["view new_rail", { type: "view_submission", view: { callback_id: "new_rail" } }],
  [
    "shortcut check_payment_details",
    { type: "message_action", callback_id: "check_payment_details" },
  ],
  ["other", { type: "block_actions", actions: [{ action_id: "canary" }] }],
  ["other", { type: "view_submission", view: { callback_id: "canary" } }],
  ["other", { callback_id: "toString" }],
  ["other", { type: "event_callback", event: { type: "canary" } }],
  ["other", null],
])("names the listener %s", (name, body) => {
  expect(listenerOf(body)).toBe(name);
});
