import type { App, BlockAction, types } from "@slack/bolt";
import type { Browser } from "playwright-core";
import { BEN, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { ownSeed } from "../support/acme.ts";
import { actions, input, modal, options, plain, railOpens, section } from "../support/blocks.ts";
import { openTab } from "./open-page.ts";

/**
 * The page as Ben sees it, in a workspace whose app has all that people meet: two commands, a
 * form, a card with a menu, and a Home. `heard` gets what is chosen in its menus.
 */
export async function openApprovals(browser: Browser) {
  const heard: string[] = [];
  const seed = ownSeed();
  seed.app.commands = [...seed.app.commands, RATES];
  const tab = await openTab(browser, { seed, as: BEN, app: approvals(heard) });
  const { chat } = tab.client;
  const { ts = "" } = await chat.postMessage(CARD);
  await tab.page.getByRole("article").waitFor();
  return Object.assign(tab, {
    heard,
    /** The card as it was, drawn once more. */
    updateCard: () => chat.update({ ...CARD, ts }),
    form: tab.page.getByRole("dialog", { name: "New Rail" }),
  });
}

const RATES = { command: "/rates", description: "What a pound is worth", usageHint: "" };

const MENU: types.SectionBlock = {
  ...section("Payroll float waits for you"),
  accessory: {
    ...{ type: "overflow", action_id: "menu" },
    options: options("Show", "Withdraw", "Copy"),
  },
};

const CARD = {
  ...{ channel: TREASURY, text: "Payroll float" },
  blocks: [
    { type: "header" as const, text: plain("Payroll float") },
    MENU,
    actions(["Approve", "approve"], ["Details", "details"]),
    { type: "context" as const, elements: [plain("R-142 · expires in a day")] },
  ],
};

const RADIO = { type: "radio_buttons", options: options("On-ramp", "Off-ramp") } as const;

const FORM = modal("New Rail", [
  input("name", "Name"),
  input("type", "Rail type", RADIO, { hint: plain("It cannot be changed later.") }),
  MENU,
  actions(["More", "more"]),
]);

const approvals = (heard: string[]) => (bolt: App) => {
  railOpens(bolt, () => FORM);
  bolt.view("form", ({ ack }) => ack());
  bolt.action<BlockAction>("details", async ({ ack, body, client }) => {
    await ack();
    await client.views.open({ trigger_id: body.trigger_id, view: FORM });
  });
  bolt.action<BlockAction>("more", async ({ ack, body, client }) => {
    await ack();
    const view = modal("More about it", [input("note", "Note")]);
    await client.views.push({ trigger_id: body.trigger_id, view });
  });
  bolt.action<BlockAction>("menu", async ({ ack, action }) => {
    await ack();
    if (action.type === "overflow") heard.push(action.selected_option.value);
  });
  bolt.action<BlockAction>("approve", async ({ ack, body, client }) => {
    await ack();
    const at = { channel: TREASURY, ts: body.message?.ts ?? "" };
    await client.chat.update({ ...at, text: "Approved", blocks: [section("Approved")] });
  });
  bolt.event("app_home_opened", async ({ client, event }) => {
    const blocks = [section("Nothing waits for you"), input("type", "Rail type", RADIO)];
    await client.views.publish({ user_id: event.user, view: { type: "home", blocks } });
  });
};
