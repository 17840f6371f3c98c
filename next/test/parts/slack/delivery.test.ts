import { describe, expect, it } from "vitest";
import type { Delivery } from "../../../src/platform/slack/delivery.ts";
import * as bodies from "./bodies.ts";
import { bolt } from "./heard.ts";

/** What the listener hears of a body. */
async function heardOf(body: object): Promise<Delivery | undefined> {
  const { deliver, heard } = bolt();
  expect(await deliver({ ...body })).toEqual({ payload: null });
  return heard[0];
}

describe("a delivery", () => {
  it("of a command says who typed what where", async () => {
    expect(await heardOf(bodies.command())).toEqual({
      ...{ kind: "command", workspace: bodies.WORKSPACE, person: bodies.ANA },
      ...{ key: `command:${bodies.TRIGGER}`, triggerId: bodies.TRIGGER },
      ...{ channel: "C0TREAS01", text: "list payroll" },
      ...{ action: null, view: null, message: null },
      responseUrl: "https://hooks.slack.example/actions/1",
    });
  });

  it("of a button names the button, and the message unless only one person sees it", async () => {
    expect(await heardOf(bodies.press())).toMatchObject({
      ...{ kind: "button", channel: "C0APPROV1", view: null },
      action: { id: "review", blockId: "row", value: "R-142" },
      message: { channel: "C0APPROV1", ts: "1700000000.000100" },
    });
    const container = { type: "message", message_ts: "1.2", channel_id: "C1", is_ephemeral: true };
    expect(await heardOf(bodies.press({}, { container }))).toMatchObject({ message: null });
  });

  const option = (value: string) => ({ text: { type: "plain_text", text: value }, value });
  it.each([
    ["a menu", { selected_option: option("R-98") }, "R-98"],
    ["a menu without a choice", { selected_option: null }, null],
    ["ticks", { selected_options: [option("another")] }, null],
  ])("of %s carries what was chosen", async (_, chosen, value) => {
    const delivery = await heardOf(bodies.press({ value: undefined, ...chosen }));
    expect(delivery?.action?.value).toBe(value);
  });

  it("of a form has all its values, plainly", async () => {
    const fields = [
      ["name", { value: "Payroll float" }, "Payroll float"],
      ["reason", { value: null }, null],
      ["type", { selected_option: option("ON_RAMP") }, "ON_RAMP"],
      ["route", { selected_option: null }, null],
      ["second", { selected_options: [option("another")] }, ["another"]],
      ["none", { selected_options: [] }, []],
      ["people", { selected_users: ["U1", "U2"] }, ["U1", "U2"]],
      ["channel", { selected_conversation: "C1" }, "C1"],
    ] as const;
    const values = Object.fromEntries(fields.map(([id, value]) => [id, { value }]));

    const delivery = await heardOf(bodies.submission({ state: { values } }));

    expect(delivery).toMatchObject({ kind: "submit", channel: null, message: null });
    expect(delivery?.view).toEqual({
      ...{ id: "V1", hash: "1.a", surface: "modal", callbackId: "new_rail", metadata: "kept" },
      ...{ isTop: false, previousViewId: null, rootViewId: "V1" },
      values: Object.fromEntries(fields.map(([id, _, value]) => [id, { value }])),
    });
  });

  it.each([
    ["second", "V1", false],
    ["third", "V2", true],
  ])("of the %s view of a stack says whether it is the last that fits", async (_, below, isTop) => {
    const shown = { id: "V9", previous_view_id: below, root_view_id: "V1" };
    expect((await heardOf(bodies.submission(shown)))?.view?.isTop).toBe(isTop);
  });

  it("of a shortcut has all that people read in the message, and nothing else", async () => {
    const leaves = ["GB81 SBOX", " 0049"].map((text) => ({ type: "text", text }));
    const elements = [{ type: "rich_text_section", elements: leaves }];
    const button = { type: "button", value: "unread" };
    const message = {
      text: "Pay here",
      blocks: [
        { type: "rich_text", elements },
        { type: "actions", elements: [button] },
      ],
      attachments: [{ fields: [{ title: "IBAN", value: "DE89 3704" }] }],
    };

    expect(await heardOf(bodies.shortcut(message))).toMatchObject({
      ...{ kind: "shortcut", action: { id: "check_payment_details" } },
      message: { channel: "C0TREAS01", ts: "1.2" },
      text: ["Pay here", "GB81 SBOX 0049", "IBAN", "DE89 3704"].join("\n\n"),
    });
  });

  it("of Home or of a direct message is known by its event", async () => {
    expect(await heardOf(bodies.homeOpened())).toMatchObject({ kind: "home", key: "home:Ev0001" });
    expect(await heardOf(bodies.directMessage())).toMatchObject({
      ...{ kind: "direct-message", key: "direct-message:Ev0001", text: "help" },
      message: { channel: "D0ANA0001", ts: "1.3" },
    });
  });

  it.each([bodies.uninstalled(), bodies.revoked({ oauth: [], bot: ["U0SIGNAL1"] })])(
    "of a removal is heard also where the workspace is no longer served",
    async (body) => {
      const { deliver, heard } = bolt({ serves: () => false });
      expect(await deliver({ ...body })).toEqual({ payload: null });
      expect(heard).toMatchObject([{ kind: "removed", workspace: bodies.WORKSPACE, person: "" }]);
    },
  );

  it.each([
    ["a person's own token", bodies.revoked({ oauth: ["U0ANA0001"], bot: [] })],
    ["the tab of messages", bodies.homeOpened("messages")],
    ["a message of a bot", bodies.directMessage({ bot_id: "B1" })],
    ["an edited message", bodies.directMessage({ subtype: "message_changed" })],
    ["a message in a channel", bodies.directMessage({ channel_type: "channel" })],
    ["an event that nobody asked for", bodies.event({ type: "team_join", user: "U1" })],
    ["Slack's own limit", { type: "app_rate_limited", api_app_id: bodies.APP }],
  ])("of %s is acknowledged, and nobody hears it", async (_, body) => {
    const { deliver, heard } = bolt();
    expect(await deliver({ ...body })).toEqual({ payload: null });
    expect(heard).toEqual([]);
  });

  const elsewhere = { app_installed_team_id: "T0GLOBEX1" };
  it.each([
    ["another app", bodies.command({ api_app_id: "A0OTHER01" })],
    ["an event of another app", { ...bodies.homeOpened(), api_app_id: "A0OTHER01" }],
    ["an app that is not named", bodies.command({ api_app_id: undefined })],
    ["another command", bodies.command({ command: "/rails" })],
    ["an organisation", bodies.command({ team_id: "E0ACME001" })],
    ["no team", bodies.press({}, { team: null })],
    ["a form of another workspace", bodies.submission(elsewhere)],
    ["a click in one", bodies.press({}, { view: bodies.view(elsewhere) })],
    ["a form without its view", bodies.submission({}, { view: undefined })],
    ["an unknown kind", { type: "block_suggestion", api_app_id: bodies.APP, name: "x" }],
  ])("of %s is refused without an acknowledgement", async (_, body) => {
    const { deliver, heard } = bolt();
    expect(await deliver({ ...body })).toBeNull();
    expect(heard).toEqual([]);
  });

  it("counts in a workspace that is served, and from any app while ours is unknown", async () => {
    const { deliver, heard } = bolt({ serves: async (workspace) => workspace === "T0GLOBEX1" });
    expect(await deliver(bodies.command())).toBeNull();
    expect(heard).toEqual([]);
    const unknown = bolt({ appId: () => null });
    expect(await unknown.deliver(bodies.command({ api_app_id: "A0OTHER01" }))).not.toBeNull();
  });
});
