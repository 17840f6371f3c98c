import type { App } from "@slack/bolt";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { ANA, acmeSeed, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import type { SlackWorkspace } from "../../../src/sandbox/slack-workspace/server.ts";
import { launchBrowser } from "../support/browser.ts";
import { person } from "../support/person.ts";
import {
  button,
  modal,
  railOpens,
  richText,
  section,
  startAcme,
  startBolt,
  textInput,
} from "./bolt-app.ts";
import { openPage as openTab } from "./open-page.ts";

const browser = await launchBrowser();
afterAll(() => browser?.close());

const openPage = (workspace: SlackWorkspace, at: string) => openTab(browser, workspace, at);

async function say(page: Page, text: string) {
  await page.getByRole("combobox", { name: /^Message/ }).fill(text);
  await page.keyboard.press("Enter");
}

const sidebar = (page: Page) => page.getByRole("navigation", { name: "Workspace" });

/** An app of which `/rail` asks for a name and a reason. */
function asking(app: App) {
  railOpens(app, () =>
    modal("New Rail", [textInput("name", "Name"), textInput("reason", "Reason")]),
  );
  app.view("form", ({ ack }) => ack());
}

describe.skipIf(!browser)("the page", () => {
  it("loses no click on a card that is updated between press and release", async () => {
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
        section(words),
        { type: "actions" as const, block_id: "decide", elements: [button("Approve", "approve")] },
      ],
    });
    const { ts = "" } = await workspace.client.chat.postMessage(card("Waiting"));
    await using tab = await openPage(workspace, `${ANA}/${TREASURY}`);
    const { page, troubles } = tab;
    await page.getByRole("button", { name: "Approve" }).hover();
    await page.mouse.down();
    const isRead = page.waitForResponse(/\/messages/);
    await workspace.client.chat.update({ ...card("Still waiting"), ts });
    await isRead;
    await page.evaluate(
      "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))",
    );
    await page.mouse.up();

    await clicked.promise;
    await page.getByText("Still waiting").waitFor();
    expect(troubles).toEqual([]);
  });

  it("loses nothing that is typed while the modal is drawn again", async () => {
    await using workspace = await startAcme();
    await using _app = await startBolt(workspace, asking);
    await using tab = await openPage(workspace, `${ANA}/${TREASURY}`);
    const { page, troubles } = tab;
    await say(page, "/rail new");
    const dialog = page.getByRole("dialog", { name: "New Rail" });
    await dialog.getByRole("button", { name: "Send" }).click();
    await dialog.getByText("Please complete this required field.").first().waitFor();
    let reads = 0;
    await page.route("**/modals", async (route) => {
      const response = await route.fetch();
      await new Promise((resolve) => setTimeout(resolve, 200));
      await route.fulfill({ response });
      reads += 1;
    });

    // Each first letter takes its field's error away, for which the modal is drawn again.
    await dialog.getByLabel("Name").fill("Payroll");
    await new Promise((resolve) => setTimeout(resolve, 100));
    await dialog.getByLabel("Reason").pressSequentially("monthly", { delay: 50 });
    await expect.poll(() => dialog.locator(".field-error").count()).toBe(0);
    // An answer that is still held back would find its page closed.
    await page.unrouteAll({ behavior: "wait" });

    expect(reads).toBeGreaterThan(1);
    expect(await dialog.getByLabel("Name").inputValue()).toBe("Payroll");
    expect(await dialog.getByLabel("Reason").inputValue()).toBe("monthly");
    expect(troubles).toEqual([]);
  });

  it("is usable by keyboard: Escape closes a modal, and a confirm dialog is asked first", async () => {
    await using workspace = await startAcme();
    const pressed: string[] = [];
    await using _app = await startBolt(workspace, (app) => {
      asking(app);
      app.action("deny", async ({ ack, body }) => {
        pressed.push(body.user.id);
        await ack();
      });
    });
    const plain = (text: string) => ({ type: "plain_text" as const, text });
    const confirm = {
      title: plain("Deny R-142?"),
      text: plain("Ana is told."),
      confirm: plain("Yes, deny"),
      deny: plain("Keep"),
    };
    await workspace.client.chat.postMessage({
      channel: TREASURY,
      text: "card",
      blocks: [{ type: "actions", elements: [{ ...button("Deny", "deny"), confirm }] }],
    });
    await using tab = await openPage(workspace, `${ANA}/${TREASURY}`);
    const { page, troubles } = tab;

    await say(page, "/rail new");
    const dialog = page.getByRole("dialog", { name: "New Rail" });
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    expect(await person(workspace.url, ANA).modal()).toBeUndefined();

    await page.getByRole("button", { name: "Deny" }).focus();
    await page.keyboard.press("Enter");
    const question = page.getByRole("dialog", { name: "Deny R-142?" });
    await question.waitFor();
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "hidden" });
    expect(pressed).toEqual([]);
    await page.keyboard.press("Enter");
    await question.getByRole("button", { name: "Yes, deny" }).click();

    await expect.poll(() => pressed).toEqual([ANA]);
    expect(troubles).toEqual([]);
  });

  it("draws threads, private answers and Home, and marks where something new is", async () => {
    await using workspace = await startAcme();
    await using _app = await startBolt(workspace, (app) =>
      app.event("app_home_opened", async ({ client, event }) => {
        const view = { type: "home" as const, blocks: [section("Nothing waits for you")] };
        await client.views.publish({ user_id: event.user, view });
      }),
    );
    const { chat } = workspace.client;
    const { ts: thread_ts = "" } = await chat.postMessage({ channel: TREASURY, text: "R-142" });
    await chat.postMessage({ channel: TREASURY, thread_ts, text: "approved by Ben" });
    await chat.postEphemeral({ channel: TREASURY, user: ANA, text: "for Ana" });
    await using tab = await openPage(workspace, `${ANA}/${TREASURY}`);
    const { page, troubles } = tab;

    const reply = page.getByText("approved by Ben");
    expect(await reply.isVisible()).toBe(false);
    await page.getByText("1 reply").click();
    await reply.waitFor();
    const answer = page.getByRole("article").filter({ hasText: "for Ana" });
    await answer.getByText("Only visible to you").waitFor();

    await chat.postMessage({ channel: ANA, text: "for you" });
    await sidebar(page).getByRole("button", { name: "Signalbox new" }).click();
    await page.getByText("for you").waitFor();
    await page.getByRole("tab", { name: "Home" }).click();
    await page.getByText("Nothing waits for you").waitFor();
    // Ben has not read #treasury, which Ana has.
    await sidebar(page)
      .getByRole("button", { name: /Ben Okafor.*new/ })
      .click();
    await sidebar(page).getByRole("button", { name: "# treasury new" }).click();
    await page.getByText("R-142").waitFor();
    await sidebar(page)
      .getByRole("button", { name: /Ana Flores(?!.*new)/ })
      .waitFor();
    await sidebar(page).getByRole("button", { name: "# treasury", exact: true }).waitFor();
    expect(troubles).toEqual([]);
  });

  it("offers only the tabs that the app has", async () => {
    const app = { ...acmeSeed.app, home: { tab: false, messages: true } };
    await using workspace = await startAcme({ seed: { ...acmeSeed, app } });
    await using tab = await openPage(workspace, `${ANA}/D0ANA0001`);
    const { page, troubles } = tab;

    await page.getByRole("combobox", { name: "Message Signalbox" }).waitFor();

    expect(await page.getByRole("tab").count()).toBe(0);
    expect(troubles).toEqual([]);
  });

  it("shows emoji as they are, in plain text and in rich text", async () => {
    await using workspace = await startAcme();
    await workspace.client.chat.postMessage({
      channel: TREASURY,
      text: "changed",
      blocks: [
        { type: "header", text: { type: "plain_text", text: "🔴 Not ours" } },
        richText({ type: "text", text: "🔴 GB29 " }, { type: "emoji", name: "red_circle" }),
        { type: "actions", elements: [button("🔴 Stop", "stop")] },
      ],
    });
    await using tab = await openPage(workspace, `${ANA}/${TREASURY}`);
    const { page } = tab;

    await page.getByRole("heading", { name: "🔴 Not ours" }).waitFor();
    await page.getByText("🔴 GB29 🔴").waitFor();
    await page.getByRole("button", { name: "🔴 Stop" }).waitFor();
  });

  it("shows what came before it listened", async () => {
    await using workspace = await startAcme();
    await using tab = await openPage(workspace, `${ANA}/${TREASURY}`);
    const { page } = tab;
    const { promise: isTime, resolve: letListen } = Promise.withResolvers<void>();
    await page.route("**/page/events", async (route) => {
      await isTime;
      await route.continue();
    });
    await page.reload();
    await page.getByText("Nothing here yet.").waitFor();

    await workspace.client.chat.postMessage({ channel: TREASURY, text: "early" });
    letListen();

    await page.getByText("early").waitFor();
  });

  it("can still say what failed once a modal has closed in which something failed", async () => {
    await using workspace = await startAcme();
    await using app = await startBolt(workspace, asking);
    await using tab = await openPage(workspace, `${ANA}/${TREASURY}`);
    const { page, troubles } = tab;
    await say(page, "/rail new");
    const dialog = page.getByRole("dialog", { name: "New Rail" });
    await dialog.getByLabel("Name").fill("Payroll");
    await dialog.getByLabel("Reason").fill("monthly");
    await app.stop();
    await dialog.getByRole("button", { name: "Send" }).click();
    await dialog.getByText("the app is not connected").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "hidden" });

    await say(page, "/rail new");

    await page.getByRole("alert").getByText("/rail failed").waitFor();
    expect(troubles).toEqual([]);
  });

  it("is served with a policy that lets nothing foreign in, to its own address only", async () => {
    await using workspace = await startAcme();

    const { headers } = await fetch(`${workspace.url}/`);
    const foreign = await fetch(`${workspace.url}/page/workspace`, {
      headers: { origin: "https://evil.example" },
    });

    expect(headers.get("content-security-policy")).toMatch(/^default-src 'self';/);
    expect(foreign.status).toBe(403);
  });
});
