import type { App, BlockAction } from "@slack/bolt";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { ANA, BEN, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import {
  button,
  modal,
  plain,
  railOpens,
  section,
  startAcme,
  startBolt,
  textInput,
} from "../slack-workspace/bolt-app.ts";
import { useBrowser } from "../support/browser.ts";
import { person } from "../support/person.ts";
import { openPage } from "./open-page.ts";

const browser = useBrowser();
const ana = { as: ANA, in: TREASURY };

/** An app of which `/rail` asks for a name and a reason. */
function asking(app: App) {
  railOpens(app, () =>
    modal("New Rail", [textInput("name", "Name"), textInput("reason", "Reason")]),
  );
  app.view("form", ({ ack }) => ack());
}

test("loses no click on a card that is updated between press and release", async () => {
  await using workspace = await startAcme();
  const clicked = Promise.withResolvers<void>();
  await using _app = await startBolt(workspace, (app) => {
    app.action("approve", async ({ ack }) => {
      await ack();
      clicked.resolve();
    });
  });
  const card = (words: string) => ({
    channel: TREASURY,
    text: words,
    blocks: [
      ...Array.from({ length: words.length % 7 }, () => section(words)),
      { type: "actions" as const, elements: [button("Approve", words)] },
      { type: "actions" as const, block_id: "decide", elements: [button("Approve", "approve")] },
    ],
  });
  const { ts = "" } = await workspace.client.chat.postMessage(card("Waiting"));
  await using opened = await openPage(browser(), workspace, ana);
  const { page, troubles } = opened;
  await page.getByRole("button", { name: "Approve" }).last().hover();
  await page.mouse.down();
  const isRead = page.waitForResponse(/in=/);
  await workspace.client.chat.update({ ...card("Still waiting"), ts });
  await isRead;
  await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))");
  await page.mouse.up();

  await clicked.promise;
  await page.getByText("Still waiting").first().waitFor();
  expect(troubles).toEqual([]);
});

test("loses nothing that is typed or chosen while the form is drawn again", async () => {
  await using workspace = await startAcme();
  const form = (typed: string) =>
    modal("Check", [
      ...(typed.length % 2 === 0 ? [section("above")] : []),
      {
        type: "input",
        block_id: "kind",
        dispatch_action: true,
        label: plain("Kind"),
        element: {
          type: "radio_buttons",
          action_id: "value",
          options: ["Wallet", "Account"].map((text) => ({ text: plain(text), value: text })),
        },
      },
      { ...textInput("name", "Name"), hint: plain(`${typed} seen`) },
      textInput("reason", "Reason", { multiline: true }),
    ]);
  let viewId = "";
  await using _app = await startBolt(workspace, (app) => {
    railOpens(app, () => form("Nothing"));
    app.action<BlockAction>("value", async ({ ack, body }) => {
      viewId = body.view?.id ?? "";
      await ack();
    });
  });
  await using opened = await openPage(browser(), workspace, ana);
  const { page, say, composer, troubles } = opened;
  await say("/rail new");
  await composer.evaluate((field) => Object.assign(field, { value: "typed before" }));
  const dialog = page.getByRole("dialog", { name: "Check" });
  await dialog.getByLabel("Account").check();
  await dialog.getByLabel("Name").fill("Payroll");
  const reason = dialog.getByLabel("Reason");
  await reason.focus();
  await expect.poll(() => viewId).not.toBe("");
  await page.evaluate("addEventListener('focusin', () => (globalThis.wasMoved = true))");

  const line = "monthly, and then some more";
  for (const [index, key] of [...line].entries()) {
    await page.keyboard.type(key);
    if (index % 5 === 0) {
      const view = form("x".repeat(index));
      await workspace.client.views.update({ view_id: viewId, view });
    }
  }
  await page.getByText(`${"x".repeat(25)} seen`).waitFor();
  await page.keyboard.press("Control+ArrowLeft");
  await page.keyboard.type("never ");

  expect(await reason.inputValue()).toBe("monthly, and then some never more");
  // An input method that composes a character does not survive that its field is put in again.
  expect(await page.evaluate("globalThis.wasMoved ?? false")).toBe(false);
  expect(await dialog.getByLabel("Name").inputValue()).toBe("Payroll");
  expect(await dialog.getByLabel("Account").isChecked()).toBe(true);
  expect(await composer.inputValue()).toBe("typed before");
  const { state } = (await person(workspace.url, ANA).modal()) ?? {};
  expect(state?.values.reason?.value?.value).toBe("monthly, and then some never more");
  expect(troubles).toEqual([]);
});

test("sends a form with what was typed last, and gives a refused text back", async () => {
  await using workspace = await startAcme();
  const sent = Promise.withResolvers<unknown>();
  await using app = await startBolt(workspace, (bolt) => {
    railOpens(bolt, () => modal("New Rail", [textInput("name", "Name")]));
    bolt.view("form", async ({ ack, view }) => {
      await ack();
      sent.resolve(view.state.values.name?.value?.value);
    });
  });
  await using opened = await openPage(browser(), workspace, ana);
  const { page, say, composer } = opened;
  await say("/rail new");
  const dialog = page.getByRole("dialog", { name: "New Rail" });
  const { promise: isTime, resolve: letThrough } = Promise.withResolvers<void>();
  await page.route("**/act*", async (route) => {
    await isTime;
    await route.continue();
  });
  await dialog.getByLabel("Name").pressSequentially("Payroll");
  await page.keyboard.press("Enter");
  letThrough();

  expect(await sent.promise).toBe("Payroll");
  await dialog.waitFor({ state: "detached" });
  await app.stop();
  await page.route("**/send*", (route) => route.abort());
  await say("/rail new");
  await page.getByRole("alert").getByText("The sandbox does not answer").waitFor();
  expect(await composer.inputValue()).toBe("/rail new");
});

test("can still say what failed once a form has closed in which something failed", async () => {
  await using workspace = await startAcme();
  await using app = await startBolt(workspace, asking);
  await using opened = await openPage(browser(), workspace, ana);
  const { page, say, troubles } = opened;
  await say("/rail new");
  const dialog = page.getByRole("dialog", { name: "New Rail" });
  await dialog.getByLabel("Name").fill("Payroll");
  await dialog.getByLabel("Reason").fill("monthly");
  await app.stop();
  await dialog.getByRole("button", { name: "Send" }).click();
  await dialog.getByText("the app is not connected").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });

  await say("/rail new");

  await page.getByRole("alert").getByText("/rail failed").waitFor();
  expect(troubles).toEqual([]);
});

test("offers what an app chooses from, people and places as the workspace has them", async () => {
  await using workspace = await startAcme();
  const chosen: unknown[] = [];
  const options = ["One", "Two"].map((text) => ({ text: plain(text), value: text }));
  const input = (label: string, element: object) =>
    ({ type: "input", block_id: label, label: plain(label), element }) as never;
  await using _app = await startBolt(workspace, (app) => {
    const menu = { action_id: "value", placeholder: plain("Choose"), options };
    railOpens(app, () =>
      modal("Settings", [
        input("Number", { type: "static_select", ...menu }),
        input("Numbers", { type: "multi_static_select", ...menu }),
        input("People", { type: "multi_users_select", action_id: "value", initial_users: [BEN] }),
        input("Channel", { type: "conversations_select", action_id: "value" }),
      ]),
    );
    app.view("form", async ({ ack, view }) => {
      await ack();
      const entered = Object.values(view.state.values).map(({ value }) => value);
      for (const each of entered) {
        chosen.push(
          each?.selected_option?.value ??
            each?.selected_options?.map(({ value }) => value) ??
            each?.selected_users ??
            each?.selected_conversation,
        );
      }
    });
  });
  await using opened = await openPage(browser(), workspace, ana);
  const { page, say } = opened;
  await say("/rail new");
  const dialog = page.getByRole("dialog", { name: "Settings" });

  await dialog.getByLabel("Number", { exact: true }).selectOption("Two");
  const group = (name: string) => dialog.getByRole("group", { name });
  for (const each of ["Two", "One"]) await group("Numbers").getByLabel(each).check();
  await group("People").getByLabel("Ana Flores").check();
  await dialog.getByLabel("Channel").selectOption("#treasury");
  await dialog.getByRole("button", { name: "Send" }).click();

  await expect.poll(() => chosen).toEqual(["Two", ["One", "Two"], [ANA, BEN], TREASURY]);
});

test("folds a long text as Slack does, unless the app shows it whole", async () => {
  await using workspace = await startAcme();
  const long = Array.from({ length: 60 }, (_, index) => `Line ${index}`).join("\n");
  await workspace.client.chat.postMessage({
    channel: TREASURY,
    text: "long",
    blocks: [section(long), { ...section(long), expand: true }, section("short")],
  });
  await using opened = await openPage(browser(), workspace, ana);
  const { page } = opened;
  const [folded, whole] = [page.locator(".text").nth(0), page.locator(".text").nth(1)];
  const height = async (what: Locator) => (await what.boundingBox())?.height ?? 0;

  await page.getByRole("button", { name: "See more" }).waitFor();
  expect(await height(folded)).toBeLessThan(710);
  expect(await height(whole)).toBeGreaterThan(1_000);
  await page.getByRole("button", { name: "See more" }).click();
  await workspace.client.chat.postMessage({ channel: TREASURY, text: "Something else" });
  await page.getByText("Something else").waitFor();
  expect(await height(folded)).toBe(await height(whole));
  expect(await page.getByRole("button", { name: /^See/ }).count()).toBe(1);
});
