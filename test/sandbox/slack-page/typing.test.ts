import type { BlockAction } from "@slack/bolt";
import { expect, test } from "vitest";
import { ANA, BEN, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { actions, input, modal, options, plain, railOpens, section } from "../support/blocks.ts";
import { useBrowser } from "../support/browser.ts";
import { openTab } from "./open-page.ts";

const browser = useBrowser();

test("loses no click on a card that is updated between press and release", async () => {
  const clicked = Promise.withResolvers<void>();
  await using tab = await openTab(browser(), {
    app: (bolt) =>
      bolt.action("approve", async ({ ack }) => {
        await ack();
        clicked.resolve();
      }),
  });
  const { page, troubles } = tab;
  const { chat } = tab.client;
  const card = (words: string) => ({
    ...{ channel: TREASURY, text: words },
    blocks: [
      ...Array.from({ length: words.length % 7 }, () => section(words)),
      { ...actions(["Approve", words]), block_id: "above" },
      actions(["Approve", "approve"]),
    ],
  });
  const { ts = "" } = await chat.postMessage(card("Waiting"));
  await page.getByRole("button", { name: "Approve" }).last().hover();
  await page.mouse.down();
  const isRead = page.waitForResponse(/in=/);
  await chat.update({ ...card("Still waiting"), ts });
  await isRead;
  await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))");
  await page.mouse.up();

  await clicked.promise;
  await page.getByText("Still waiting").first().waitFor();
  expect(troubles).toEqual([]);
});

test("loses nothing that is typed or chosen while the form is drawn again", async () => {
  const form = (typed: string) =>
    modal("Check", [
      ...(typed.length % 2 === 0 ? [section("above")] : []),
      input(
        "kind",
        "Kind",
        { type: "radio_buttons", options: options("Wallet", "Account") },
        { dispatch_action: true },
      ),
      input("name", "Name", {}, { hint: plain(`${typed} seen`) }),
      input("reason", "Reason", { multiline: true }),
    ]);
  let viewId = "";
  await using tab = await openTab(browser(), {
    app(bolt) {
      railOpens(bolt, () => form("Nothing"));
      bolt.action<BlockAction>("value", async ({ ack, body }) => {
        viewId = body.view?.id ?? "";
        await ack();
      });
    },
  });
  const { page, say, composer, troubles } = tab;
  await say("/rail new");
  await composer.evaluate((field) => Object.assign(field, { value: "typed before" }));
  const dialog = page.getByRole("dialog", { name: "Check" });
  await dialog.getByLabel("Account").check();
  await dialog.getByLabel("Name").fill("Payroll");
  const reason = dialog.getByLabel("Reason");
  await reason.focus();
  await tab.until(() => viewId !== "", "the choice");
  await page.evaluate("addEventListener('focusin', () => (globalThis.wasMoved = true))");

  const line = "monthly, and then some more";
  for (const [index, key] of [...line].entries()) {
    await page.keyboard.type(key);
    if (index % 5 === 0) {
      const view = form("x".repeat(index));
      await tab.client.views.update({ view_id: viewId, view });
    }
  }
  await page.getByText(`${"x".repeat(25)} seen`).waitFor();
  await page.keyboard.press("Control+ArrowLeft");
  await page.keyboard.type("never ");

  const whole = "monthly, and then some never more";
  expect(await reason.inputValue()).toBe(whole);
  // An input method that composes a character does not survive that its field is put in again.
  expect(await page.evaluate("globalThis.wasMoved ?? false")).toBe(false);
  expect(await dialog.getByLabel("Name").inputValue()).toBe("Payroll");
  expect(await dialog.getByLabel("Account").isChecked()).toBe(true);
  expect(await composer.inputValue()).toBe("typed before");
  const kept = async () => (await tab.as(ANA).modal())?.state.values.reason?.value?.value === whole;
  await tab.until(kept, "the last word");
  expect(troubles).toEqual([]);
});

test("sends a form with what was typed last, says what fails, and gives a refused text back", async () => {
  const sent = Promise.withResolvers<unknown>();
  await using tab = await openTab(browser(), {
    app(bolt) {
      railOpens(bolt, () => modal("New Rail", [input("name", "Name")]));
      bolt.view("form", async ({ ack, view }) => {
        await ack();
        sent.resolve(view.state.values.name?.value?.value);
      });
    },
  });
  const { page, say, composer, troubles } = tab;
  const dialog = page.getByRole("dialog", { name: "New Rail" });
  const alert = page.getByRole("alert");
  await say("Good morning");
  await page.getByRole("article").getByText("Good morning").waitFor();
  const { promise: isTime, resolve: letThrough } = Promise.withResolvers<void>();
  await page.route("**/act*", async (route) => {
    await isTime;
    await route.continue();
  });
  await say("/rail new");
  await dialog.getByLabel("Name").pressSequentially("Payroll");
  await page.keyboard.press("Enter");
  letThrough();

  expect(await sent.promise).toBe("Payroll");
  await dialog.waitFor({ state: "detached" });
  await say("/rail new");
  await dialog.getByLabel("Name").fill("Payroll");
  await tab.stopBolt();
  await dialog.getByRole("button", { name: "Send" }).click();
  await dialog.getByText("the app is not connected").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  // Also once a form has closed in which something failed.
  await say("/rail new");
  await alert.getByText("/rail failed").waitFor();
  expect(troubles).toEqual([]);

  await page.route("**/send*", (route) => route.abort());
  await say("/rail new");
  await alert.getByText("The sandbox does not answer").waitFor();
  expect(await composer.inputValue()).toBe("/rail new");
});

test("presses a control once until its answer has come", async () => {
  await using tab = await openTab(browser(), {
    app: (bolt) => bolt.action("approve", ({ ack }) => ack()),
  });
  const { page } = tab;
  const blocks = [actions(["Approve", "approve"])];
  await tab.client.chat.postMessage({ channel: TREASURY, text: "Card", blocks });
  const { promise: isTime, resolve: letThrough } = Promise.withResolvers<void>();
  let asked = 0;
  await page.route("**/act*", async (route) => {
    asked += 1;
    await isTime;
    await route.continue();
  });
  const button = page.getByRole("button", { name: "Approve" });

  await button.dblclick();
  await page.locator("[aria-busy]").waitFor();
  letThrough();
  await page.locator("[aria-busy]").waitFor({ state: "detached" });

  expect(asked).toBe(1);
});

test("offers what an app chooses from, people and places as the workspace has them", async () => {
  const chosen = Promise.withResolvers<unknown>();
  const menu = { placeholder: plain("Choose"), options: options("One", "Two") };
  await using tab = await openTab(browser(), {
    app(bolt) {
      railOpens(bolt, () =>
        modal("Settings", [
          input("number", "Number", { type: "static_select", ...menu }),
          input("numbers", "Numbers", { type: "multi_static_select", ...menu }),
          input("people", "People", { type: "multi_users_select", initial_users: [BEN] }),
          input("channel", "Channel", { type: "conversations_select" }),
        ]),
      );
      bolt.view("form", async ({ ack, view }) => {
        await ack();
        chosen.resolve(view.state.values);
      });
    },
  });
  const { page, say } = tab;
  await say("/rail new");
  const dialog = page.getByRole("dialog", { name: "Settings" });

  await dialog.getByLabel("Number", { exact: true }).selectOption("Two");
  const group = (name: string) => dialog.getByRole("group", { name });
  for (const each of ["Two", "One"]) await group("Numbers").getByLabel(each).check();
  await group("People").getByLabel("Ana Flores").check();
  await dialog.getByLabel("Channel").selectOption("#treasury");
  await dialog.getByRole("button", { name: "Send" }).click();

  expect(await chosen.promise).toMatchObject({
    number: { value: { selected_option: { value: "two" } } },
    numbers: { value: { selected_options: [{ value: "one" }, { value: "two" }] } },
    people: { value: { selected_users: [ANA, BEN] } },
    channel: { value: { selected_conversation: TREASURY } },
  });
});
