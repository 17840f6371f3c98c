import { setTimeout as pause } from "node:timers/promises";
import type { App, BlockAction, types } from "@slack/bolt";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { ANA, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { launchBrowser } from "../support/browser.ts";
import { person } from "../support/person.ts";
import { button, modal, railOpens, section, startAcme, startBolt, textInput } from "./bolt-app.ts";
import { openPage } from "./open-page.ts";

const browser = await launchBrowser();
afterAll(() => browser?.close());

const LINE = "The quick brown fox jumps";

const eager = (
  block_id: string,
  element: Partial<types.PlainTextInput> = {},
): types.InputBlock => ({
  ...textInput(block_id, block_id, {
    action_id: "typing",
    dispatch_action_config: { trigger_actions_on: ["on_character_entered"] },
    ...element,
  }),
  dispatch_action: true,
});

const typedIn = ({ view }: BlockAction, block_id = "IBAN") =>
  view?.state.values[block_id]?.typing?.value ?? "";

/** From here on, no time passes on the page but what the test lets pass. */
async function stopClock(page: Page) {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

/** `/rail` opens the form; every delivery is heard, and answered by another form, slowly. */
function answering(
  heard: BlockAction[],
  form: (typed: string) => types.ModalView,
  slowness: (delivery: number) => number = () => 100,
) {
  return (app: App) => {
    railOpens(app, () => form(""));
    app.action<BlockAction>("typing", async ({ ack, body, client }) => {
      heard.push(body);
      const typed = typedIn(body);
      await ack();
      await pause(slowness(heard.length));
      await client.views.update({ view_id: body.view?.id ?? "", view: form(typed) });
    });
    app.view("form", ({ ack }) => ack());
  };
}

describe.skipIf(!browser)("a text input that dispatches", () => {
  it("loses neither text, focus nor caret while slow updates redraw what stands around it", async () => {
    await using workspace = await startAcme();
    const heard: BlockAction[] = [];
    const form = (typed: string) =>
      modal("Check", [
        ...(typed.length % 2 === 0 ? [section("above")] : []),
        {
          ...eager("IBAN", { initial_value: `stale ${typed}`.slice(0, typed ? 99 : 0) }),
          hint: { type: "plain_text", text: `${typed.length} characters` },
        },
        section(`Reads: ${typed}`),
      ]);
    await using _app = await startBolt(workspace, answering(heard, form));
    await using tab = await openPage(browser, workspace, `${ANA}/${TREASURY}`);
    const { page, troubles } = tab;
    await person(workspace.url, ANA).command(TREASURY, "/rail");
    const field = page.getByRole("dialog").getByLabel("IBAN");
    await field.focus();
    await page.evaluate("addEventListener('focusin', () => (globalThis.wasMoved = true))");

    // Someone who rests now and then, and goes on while the answer is on its way.
    for (const word of LINE.split(/(?<= )/)) {
      await page.keyboard.type(word, { delay: 30 });
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("ArrowRight");
      await pause(450 + word.length * 30);
    }
    await page.getByText(`Reads: ${LINE}`).waitFor();
    await page.getByText(`${LINE.length} characters`).waitFor();
    await page.keyboard.press("Control+ArrowLeft");
    await page.keyboard.type("never ");

    expect(await field.inputValue()).toBe("The quick brown fox never jumps");
    // An input method that composes a character does not survive that the field is put in again.
    expect(await page.evaluate("globalThis.wasMoved ?? false")).toBe(false);
    const told = heard.map((body) => typedIn(body));
    expect(told.length).toBeGreaterThan(2);
    expect(told.filter((each) => !LINE.startsWith(each))).toEqual([]);
    expect(told).toEqual(told.toSorted((one, other) => one.length - other.length));
    expect(troubles).toEqual([]);
  });

  it("is kept key by key, and told of once the person pauses", async () => {
    await using workspace = await startAcme();
    const heard: BlockAction[] = [];
    const form = (typed: string) => modal("Check", [eager("IBAN"), section(`Reads: ${typed}`)]);
    await using _app = await startBolt(workspace, answering(heard, form));
    await using tab = await openPage(browser, workspace, `${ANA}/${TREASURY}`);
    const { page } = tab;
    const ana = person(workspace.url, ANA);
    await ana.command(TREASURY, "/rail");
    await page.getByRole("dialog").getByLabel("IBAN").focus();
    await stopClock(page);

    await page.keyboard.type(LINE);
    await page.clock.runFor(400);
    await ana.waitFor(
      async () => (await ana.modal())?.state.values.IBAN?.typing?.value === LINE,
      "the kept text",
    );
    expect(heard).toEqual([]);
    await page.clock.runFor(200);
    await page.getByText(`Reads: ${LINE}`).waitFor();

    expect(heard.map((body) => typedIn(body))).toEqual([LINE]);
  });

  it("is told of with what stands in the other inputs by then, and holds no submission up", async () => {
    await using workspace = await startAcme();
    const heard: BlockAction[] = [];
    const submitted: unknown[] = [];
    const form = () =>
      modal("Check", [textInput("note", "Note"), eager("IBAN"), eager("BIC", { min_length: 2 })]);
    await using _app = await startBolt(workspace, (app) => {
      answering(heard, form)(app);
      app.view("form", async ({ view }) => {
        submitted.push(view.state.values.BIC?.typing?.value);
      });
    });
    await using tab = await openPage(browser, workspace, `${ANA}/${TREASURY}`);
    const { page, troubles } = tab;
    await person(workspace.url, ANA).command(TREASURY, "/rail");
    await page.getByRole("dialog").getByLabel("Note").focus();
    await stopClock(page);

    await page.keyboard.type("rent");
    await page.keyboard.press("Tab");
    await page.keyboard.type("GB29");
    await page.keyboard.press("Tab");
    await page.keyboard.type("NWBK");
    await page.clock.runFor(600);
    await expect.poll(() => heard.length).toBe(2);
    await page.keyboard.type("GB2L");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.clock.runFor(600);
    await page.getByRole("combobox", { name: /^Message/ }).fill("done");
    await page.keyboard.press("Enter");
    await page.getByRole("article", { name: /^Ana Flores/ }).waitFor();

    expect(heard.map(({ actions }) => actions[0]?.block_id)).toEqual(["IBAN", "BIC"]);
    for (const { view } of heard) {
      expect(view?.state.values).toMatchObject({
        note: { value: { value: "rent" } },
        IBAN: { typing: { value: "GB29" } },
        BIC: { typing: { value: "NWBK" } },
      });
    }
    expect(submitted).toEqual(["NWBKGB2L"]);
    expect(troubles).toEqual([]);
  });

  it("tells of Enter instead of submitting, where that is what it dispatches", async () => {
    await using workspace = await startAcme();
    const heard: BlockAction[] = [];
    const form = (typed: string) =>
      modal("Check", [
        eager("IBAN", { dispatch_action_config: { trigger_actions_on: ["on_enter_pressed"] } }),
        section(`Reads: ${typed}`),
      ]);
    await using _app = await startBolt(workspace, answering(heard, form));
    await using tab = await openPage(browser, workspace, `${ANA}/${TREASURY}`);
    const { page } = tab;
    await person(workspace.url, ANA).command(TREASURY, "/rail");
    await page.getByRole("dialog").getByLabel("IBAN").focus();

    await page.keyboard.type("GB29");
    await page.keyboard.press("Enter");
    await page.getByText("Reads: GB29").waitFor();

    expect(heard).toHaveLength(1);
    expect(await page.getByRole("dialog").isVisible()).toBe(true);
  });

  it("belongs to its own view, also when another was pushed over it meanwhile", async () => {
    await using workspace = await startAcme();
    await using _app = await startBolt(workspace, (app) => {
      answering([], () => modal("Check", [eager("IBAN"), section("below")]))(app);
      app.action<BlockAction>("typing", async ({ ack, body, client }) => {
        await ack();
        const view = modal("Details", [textInput("note", "Note")], { callback_id: "form" });
        await client.views.push({ trigger_id: body.trigger_id, view });
      });
    });
    await using tab = await openPage(browser, workspace, `${ANA}/${TREASURY}`);
    const { page, troubles } = tab;
    const ana = person(workspace.url, ANA);
    await ana.command(TREASURY, "/rail");
    await page.getByRole("dialog", { name: "Check" }).getByLabel("IBAN").focus();
    // The page learns late of what was pushed, and the person types on in what they see.
    const { promise: isTime, resolve: letRead } = Promise.withResolvers<void>();
    await page.route("**/modals", async (route) => {
      await isTime;
      await route.continue();
    });
    await page.keyboard.type("GB");
    await ana.waitFor(async () => (await ana.modal())?.title.text === "Details", "the other view");
    await page.keyboard.type("29");
    letRead();
    await page.getByRole("dialog", { name: "Details" }).getByLabel("Note").fill("rent");

    await page.getByRole("dialog").getByRole("button", { name: "Send" }).click();

    const below = page.getByRole("dialog", { name: "Check" }).getByLabel("IBAN");
    await expect.poll(() => below.inputValue()).toBe("GB29");
    expect(troubles).toEqual([]);
  });

  it("works in a message too, whose other blocks are redrawn under it", async () => {
    await using workspace = await startAcme();
    const blocks = (typed: string) => [
      eager("IBAN"),
      section(`Reads: ${typed}`),
      { type: "actions" as const, elements: [button("Use it", "use")] },
    ];
    const used: unknown[] = [];
    await using _app = await startBolt(workspace, (app) => {
      app.action<BlockAction>("typing", async ({ ack, body, client }) => {
        await ack();
        await client.chat.update({
          channel: TREASURY,
          ts: body.message?.ts ?? "",
          text: "checking",
          blocks: blocks(body.state?.values.IBAN?.typing?.value ?? ""),
        });
      });
      app.action<BlockAction>("use", async ({ ack, body }) => {
        used.push(body.state?.values.IBAN?.typing?.value);
        await ack();
      });
    });
    await workspace.client.chat.postMessage({
      channel: TREASURY,
      text: "check",
      blocks: blocks(""),
    });
    await using tab = await openPage(browser, workspace, `${ANA}/${TREASURY}`);
    const { page, troubles } = tab;
    await page.getByLabel("IBAN").focus();

    await page.keyboard.type("GB29 ");
    await page.getByText("Reads: GB29").waitFor();
    await page.keyboard.type("NWBK");
    await page.getByText("Reads: GB29 NWBK").waitFor();
    const { promise: isTime, resolve: letThrough } = Promise.withResolvers<void>();
    await page.route("**/act", async (route) => {
      if (route.request().postData()?.includes("isTyping")) await isTime;
      await route.continue();
    });
    await page.keyboard.type("!");
    await page.getByRole("button", { name: "Use it" }).click();
    letThrough();

    expect(await page.getByLabel("IBAN").inputValue()).toBe("GB29 NWBK!");
    await expect.poll(() => used).toEqual(["GB29 NWBK!"]);
    expect(troubles).toEqual([]);
  });
});
