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
      kind: "command",
      workspace: bodies.WORKSPACE,
      person: bodies.ANA,
      key: "command:13345224609.738474920.8088930838d88f008e0",
      triggerId: "13345224609.738474920.8088930838d88f008e0",
      channel: "C0TREAS01",
      text: "list payroll",
      action: null,
      view: null,
      message: null,
      responseUrl: "https://hooks.slack.example/actions/1",
    });
  });

  it("of a button names the button and its message", async () => {
    expect(await heardOf(bodies.press())).toMatchObject({
      kind: "button",
      channel: "C0APPROV1",
      action: { id: "review", blockId: "row", value: "R-142" },
      message: { channel: "C0APPROV1", ts: "1700000000.000100" },
      view: null,
    });
  });

  it("of a button in a message that only one person sees has no message to change", async () => {
    const container = { type: "message", message_ts: "1.2", channel_id: "C1", is_ephemeral: true };

    expect(await heardOf(bodies.press({}, { container }))).toMatchObject({
      message: null,
      responseUrl: "https://hooks.slack.example/actions/1",
    });
  });

  const option = (value: string) => ({ text: { type: "plain_text", text: value }, value });
  it.each([
    ["static_select", { selected_option: option("R-98") }, "R-98"],
    ["overflow", { selected_option: option("history") }, "history"],
    ["radio_buttons", { selected_option: option("ON_RAMP") }, "ON_RAMP"],
    ["conversations_select", { selected_conversation: "C1" }, "C1"],
    ["checkboxes", { selected_options: [option("another")] }, null],
    ["static_select", { selected_option: null }, null],
  ])("of a %s carries what was chosen", async (type, chosen, value) => {
    const delivery = await heardOf(bodies.press({ type, value: undefined, ...chosen }));

    expect(delivery?.action?.value).toBe(value);
  });

  it("of a form has all its values, plainly", async () => {
    const values = {
      name: { value: { type: "plain_text_input", value: "Payroll float" } },
      reason: { value: { type: "plain_text_input", value: null } },
      type: { value: { type: "radio_buttons", selected_option: option("ON_RAMP") } },
      route: { value: { type: "static_select", selected_option: null } },
      second: { value: { type: "checkboxes", selected_options: [option("another")] } },
      none: { value: { type: "checkboxes", selected_options: [] } },
      people: { value: { type: "multi_users_select", selected_users: ["U1", "U2"] } },
      channel: { value: { type: "conversations_select", selected_conversation: "C1" } },
    };

    const delivery = await heardOf(bodies.submission({ state: { values } }));

    expect(delivery).toMatchObject({ kind: "submit", channel: null, message: null });
    expect(delivery?.view).toMatchObject({
      ...{ id: "V1", hash: "1700000000.abc", surface: "modal", callbackId: "new_rail" },
      ...{ metadata: "kept", isTop: false, previousViewId: null, rootViewId: "V1" },
    });
    expect(delivery?.view?.values).toEqual({
      name: { value: "Payroll float" },
      reason: { value: null },
      type: { value: "ON_RAMP" },
      route: { value: null },
      second: { value: ["another"] },
      none: { value: [] },
      people: { value: ["U1", "U2"] },
      channel: { value: "C1" },
    });
  });

  it.each([
    ["first", null, false],
    ["second", "V1", false],
    ["third", "V2", true],
  ])("of the %s view of a stack says whether more fit on it", async (_, previous, isTop) => {
    const shown = { id: "V9", previous_view_id: previous, root_view_id: "V1" };

    expect((await heardOf(bodies.submission(shown)))?.view?.isTop).toBe(isTop);
  });

  it("of a shortcut has all that people read in the message", async () => {
    const leaf = (text: string) => ({ type: "text", text });
    const section = { type: "rich_text_section", elements: [leaf("GB81 SBOX"), leaf(" 0049")] };
    const delivery = await heardOf(
      bodies.shortcut({
        text: "Pay here",
        blocks: [
          { type: "rich_text", elements: [section] },
          { type: "actions", elements: [{ type: "button", value: "unread" }] },
        ],
        attachments: [{ fields: [{ title: "IBAN", value: "DE89 3704" }] }],
      }),
    );

    expect(delivery).toMatchObject({
      kind: "shortcut",
      action: { id: "check_payment_details", value: null },
      message: { channel: "C0TREAS01", ts: "1700000000.000200" },
    });
    expect(delivery?.text.split("\n\n")).toEqual([
      "Pay here",
      "GB81 SBOX 0049",
      "IBAN",
      "DE89 3704",
    ]);
  });

  it("of Home and of a direct message is known by its event", async () => {
    expect(await heardOf(bodies.homeOpened())).toMatchObject({ kind: "home", key: "home:Ev0001" });
    expect(await heardOf(bodies.directMessage())).toMatchObject({
      ...{ kind: "direct-message", key: "direct-message:Ev0001", text: "help" },
      message: { channel: "D0ANA0001", ts: "1700000000.000300" },
    });
  });

  it.each([bodies.uninstalled(), bodies.revoked({ oauth: [], bot: ["U0SIGNAL1"] })])(
    "of a removal names the workspace that has gone, also where it is no longer served",
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

  it.each([
    ["another app", bodies.command({ api_app_id: "A0OTHER01" })],
    ["an app that is not named", bodies.command({ api_app_id: undefined })],
    ["another command", bodies.command({ command: "/rails" })],
    ["an organisation", bodies.command({ team_id: "E0ACME001" })],
    ["no team", bodies.press({}, { team: null })],
    ["a form of another workspace", bodies.submission({ app_installed_team_id: "T0GLOBEX1" })],
    [
      "a click of another one",
      bodies.press({}, { view: bodies.view({ app_installed_team_id: "T2" }) }),
    ],
    ["a form without its view", bodies.submission({}, { view: undefined })],
    ["an unknown kind", { type: "block_suggestion", api_app_id: bodies.APP, name: "x" }],
    ["nothing", { api_app_id: bodies.APP }],
  ])("of %s is refused without an acknowledgement", async (_, body) => {
    const { deliver, heard, idle } = bolt();

    expect(await deliver({ ...body })).toBeNull();
    await idle();
    expect(heard).toEqual([]);
  });

  it("is taken from any app while ours is not known", async () => {
    const { deliver, heard } = bolt({ appId: null });

    await deliver(bodies.command({ api_app_id: "A0OTHER01" }));

    expect(heard).toHaveLength(1);
  });

  it("of a workspace that is not served is refused", async () => {
    const { deliver, heard } = bolt({ serves: async (workspace) => workspace === "T0GLOBEX1" });

    expect(await deliver(bodies.command())).toBeNull();
    expect(heard).toEqual([]);
  });
});
