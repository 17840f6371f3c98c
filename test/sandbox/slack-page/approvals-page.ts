import type { App, BlockAction, types } from "@slack/bolt";
import type { Browser } from "playwright-core";
import { BEN, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import {
  acmeWithHome,
  button,
  modal,
  plain,
  railOpens,
  section,
  startAcme,
  startBolt,
  textInput,
} from "../slack-workspace/bolt-app.ts";
import { openPage } from "./open-page.ts";

/**
 * The page as Ben sees it, in a workspace whose app has all that people meet: two commands, a
 * form, a card with a menu, and a Home. `heard` gets what is chosen in its menus.
 */
export async function openApprovals(browser: Browser) {
  const open = new AsyncDisposableStack();
  const heard: string[] = [];
  const { app } = acmeWithHome;
  const seed = { ...acmeWithHome, app: { ...app, commands: [...app.commands, RATES] } };
  const workspace = open.use(await startAcme({ seed }));
  open.use(await startBolt(workspace, approvals(heard)));
  const { chat } = workspace.client;
  const { ts = "" } = await chat.postMessage(CARD);
  const { page, troubles } = open.use(
    await openPage(browser, workspace, { as: BEN, in: TREASURY }),
  );
  page.setDefaultTimeout(20_000);
  return {
    page,
    troubles,
    heard,
    /** The card as it was, drawn once more. */
    updateCard: () => chat.update({ ...CARD, ts }),
    composer: page.getByRole("combobox", { name: /^Message/ }),
    form: page.getByRole("dialog", { name: "New Rail" }),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

const RATES = { command: "/rates", description: "What a pound is worth", usageHint: "" };

const MENU: types.SectionBlock = {
  ...section("*Payroll float* waits for you"),
  accessory: {
    type: "overflow",
    action_id: "menu",
    options: ["Show", "Withdraw", "Copy"].map((text) => ({ text: plain(text), value: text })),
  },
};

const CARD = {
  channel: TREASURY,
  text: "Payroll float",
  blocks: [
    { type: "header" as const, text: plain("Payroll float") },
    MENU,
    {
      type: "actions" as const,
      block_id: "decision",
      elements: [
        { ...button("Approve", "approve"), style: "primary" as const },
        button("Details", "details"),
      ],
    },
    { type: "context" as const, elements: [plain("R-142 · expires in a day")] },
  ],
};

const FORM = modal("New Rail", [
  textInput("name", "Name"),
  {
    type: "input",
    block_id: "type",
    label: plain("Rail type"),
    hint: plain("It cannot be changed later."),
    element: {
      type: "radio_buttons",
      action_id: "value",
      options: ["On-ramp", "Off-ramp"].map((text) => ({ text: plain(text), value: text })),
    },
  },
  MENU,
  { type: "actions", elements: [button("More", "more")] },
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
    const view = modal("More about it", [textInput("note", "Note")]);
    await client.views.push({ trigger_id: body.trigger_id, view });
  });
  bolt.action<BlockAction>("menu", async ({ ack, action }) => {
    await ack();
    if (action.type === "overflow") heard.push(action.selected_option.value);
  });
  bolt.action<BlockAction>("approve", async ({ ack, body, client }) => {
    await ack();
    const { ts = "" } = body.message ?? {};
    await client.chat.update({
      channel: TREASURY,
      ts,
      text: "Approved",
      blocks: [section("Approved")],
    });
  });
  bolt.event("app_home_opened", async ({ client, event }) => {
    const blocks = [section("Nothing waits for you"), FORM.blocks[1] as types.KnownBlock];
    await client.views.publish({ user_id: event.user, view: { type: "home", blocks } });
  });
};
