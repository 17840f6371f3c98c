import { describe, expect, it } from "vitest";
import type { Delivery } from "../../../src/platform/slack/delivery.ts";
import * as bodies from "./bodies.ts";

const { bolt } = bodies;

/** What the listener hears of a body. */
async function heardOf(body: object): Promise<Delivery | undefined> {
  const { deliver, heard } = bolt();
  expect(await deliver({ ...body })).toEqual({ payload: null });
  return heard[0];
}

describe("a delivery", () => {
  it("of a button names no message that only one person sees", async () => {
    const container = { type: "message", message_ts: "1.2", channel_id: "C1", is_ephemeral: true };
    expect(await heardOf(bodies.press({}, { container }))).toMatchObject({ message: null });
  });

  it.each([
    ["first", null, false],
    ["second", "V1", false],
    ["third", "V2", true],
  ])("of the %s view of a stack says whether it is the last that fits", async (_, below, isTop) => {
    const heard = await heardOf(bodies.submission({ previous_view_id: below }));
    expect(heard).toMatchObject({ kind: "submit", channel: null, message: null });
    expect(heard?.view).toEqual({
      ...{ id: "V1", hash: "1.a", surface: "modal", callbackId: "new_rail", metadata: "kept" },
      ...{ isTop, values: {} },
    });
  });

  it("of a shortcut has all that people read in the message, and nothing else", async () => {
    const leaves = ["GB81 SBOX", " 0049"].map((text) => ({ type: "text", text }));
    const elements = [{ type: "rich_text_section", elements: leaves }];
    const message = {
      text: "Pay here",
      blocks: [{ type: "actions", elements: [{ type: "button", value: "unread" }] }],
      attachments: [
        { message_blocks: [{ message: { blocks: [{ type: "rich_text", elements }] } }] },
        { fields: [{ title: "IBAN", value: "DE89 3704" }] },
      ],
    };
    expect(await heardOf(bodies.shortcut(message))).toMatchObject({
      ...{ kind: "shortcut", action: { id: "check_payment_details", value: null } },
      text: ["Pay here", "GB81 SBOX 0049", "IBAN", "DE89 3704"].join("\n\n"),
    });
  });

  it.each([
    ["the tab of messages", bodies.homeOpened({ tab: "messages" })],
    ["a message of a bot", bodies.directMessage({ bot_id: "B1" })],
    ["an edited message", bodies.directMessage({ subtype: "message_changed" })],
    ["a message in a channel", bodies.directMessage({ channel_type: "channel" })],
    ["an event that nobody asked for", bodies.event("team_join", { user: "U1" })],
    ["Slack's own limit", { type: "app_rate_limited", api_app_id: bodies.APP }],
  ])("of %s is acknowledged, and nobody hears it", async (_, body) => {
    const { deliver, heard } = bolt();
    expect(await deliver({ ...body })).toEqual({ payload: null });
    expect(heard).toEqual([]);
  });

  const elsewhere = { app_installed_team_id: "T0GLOBEX1" };
  const served = { serves: async (workspace: string) => workspace === "T0GLOBEX1" };
  it.each([
    ["an event of another app", { ...bodies.directMessage(), api_app_id: "A0OTHER01" }],
    ["a workspace that is not served", bodies.command(), served],
    ["another command", bodies.command({ command: "/rails" })],
    ["an organisation", bodies.command({ team_id: "E0ACME001" })],
    ["a form of another workspace", bodies.submission(elsewhere)],
    ["a click in one", bodies.press({}, { view: bodies.view(elsewhere) })],
    ["a form without its view", bodies.submission({}, { view: undefined })],
    ["an unknown kind", { type: "block_suggestion", api_app_id: bodies.APP, name: "x" }],
  ])("of %s is refused without an acknowledgement", async (_, body, parts?: typeof served) => {
    const { deliver, heard } = bolt(parts);
    expect(await deliver({ ...body })).toBeNull();
    expect(heard).toEqual([]);
  });
});
