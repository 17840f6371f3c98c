import type { App } from "@slack/bolt";
import type { FrameLocator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ANA, APPROVALS, BEN, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { audit } from "../support/audit.ts";
import { launchBrowser } from "../support/browser.ts";
import { button, modal, section, startAcme, startBolt, textInput } from "./bolt-app.ts";
import { openPage } from "./open-page.ts";

const browser = await launchBrowser();

/** `/rail` asks for a name, someone else approves it; a form that cannot be opened is told of. */
function approvals(app: App) {
  app.command("/rail", async ({ ack, client, command, respond }) => {
    await ack();
    const view = modal("New Rail", [textInput("name", "Name")]);
    const { trigger_id } = command;
    await client.views.open({ trigger_id, view }).catch(() => respond("The form did not open."));
  });
  app.view("form", async ({ ack, view, client }) => {
    await ack();
    const name = view.state.values.name?.value?.value;
    await client.chat.postMessage({
      channel: APPROVALS,
      text: `${name} waits`,
      blocks: [
        section(`*${name}* waits`),
        { type: "actions", elements: [button("Approve", "approve")] },
      ],
    });
  });
  app.action("approve", async ({ ack, body, client }) => {
    await ack();
    if (body.type !== "block_actions" || !body.message) return;
    const blocks = [section(`Approved by <@${body.user.id}>`)];
    const { ts } = body.message;
    await client.chat.update({ channel: APPROVALS, ts, text: "approved", blocks });
  });
}

let workspace: Awaited<ReturnType<typeof startAcme>>;
let app: Awaited<ReturnType<typeof startBolt>>;
beforeAll(async () => {
  if (!browser) return;
  workspace = await startAcme();
  app = await startBolt(workspace, approvals);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  await workspace?.stop();
});
afterEach(() => {
  workspace?.faults.clear();
  workspace?.clock.reset();
});

const room = (page: Page) => page.getByRole("dialog", { name: "Control room" });
const roomButton = (page: Page) => page.getByRole("button", { name: /^Control room/ });

async function say(page: Page | FrameLocator, text: string) {
  const composer = page.getByRole("combobox", { name: /^Message/ });
  await composer.fill(text);
  await composer.press("Enter");
}

describe.skipIf(!browser)("the control room on the page", () => {
  it("switches an outage on, of which the person is told, and off again", async () => {
    await using tab = await openPage(browser, workspace, `${ANA}/${TREASURY}`);
    const { page, troubles } = tab;
    await roomButton(page).click();
    const outage = room(page).getByRole("switch", { name: "Slack is down" });

    await outage.check();
    await page.getByText("1 fault is on").waitFor();
    await roomButton(page).getByText("1 on").waitFor();
    await say(page, "/rail new");
    await page.getByText("The form did not open.").waitFor();
    expect(await page.getByRole("dialog", { name: "New Rail" }).count()).toBe(0);

    await outage.uncheck();
    await page.getByText("1 fault is on").waitFor({ state: "hidden" });
    await say(page, "/rail new");
    await page.getByRole("dialog", { name: "New Rail" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "New Rail" }).waitFor({ state: "hidden" });
    expect(troubles).toEqual([]);
  });

  it("shows faults that come and go elsewhere, and ends all of them", async () => {
    await using tab = await openPage(browser, workspace, `${ANA}/${TREASURY}`);
    const { page, troubles } = tab;
    await roomButton(page).click();
    await room(page).getByRole("button", { name: "Plan", exact: true }).click();
    await room(page).getByText("1 call of chat.postMessage: internal_error").waitFor();
    await room(page).getByLabel("Slack is slow").fill("5");
    await page.keyboard.press("Enter");
    await page.getByText("2 faults are on").waitFor();

    const posting = workspace.client.chat.postMessage({ channel: TREASURY, text: "once" });
    await expect(posting).rejects.toThrow("internal_error");
    await room(page).getByText("1 call of").waitFor({ state: "hidden" });
    workspace.faults.deliverTwice = true;

    await expect
      .poll(() => room(page).getByRole("switch", { name: "delivered twice" }).isChecked())
      .toBe(true);
    expect(workspace.faults.slowMs).toBe(5);
    await room(page).getByRole("button", { name: "Switch all off" }).click();
    await roomButton(page).getByText("on", { exact: true }).waitFor({ state: "hidden" });
    await expect.poll(() => workspace.faults).toMatchObject({ slowMs: 0, deliverTwice: false });
    expect(troubles).toEqual([]);
  });

  it("sets the clock ahead, by which today is yesterday, and back", async () => {
    const text = `of <!date^${Math.floor(Date.now() / 1000)}^{date_pretty}|some day>`;
    await workspace.client.chat.postMessage({ channel: APPROVALS, text });
    await using tab = await openPage(browser, workspace, `${ANA}/${APPROVALS}`);
    const { page, troubles } = tab;
    await page.getByText("Today", { exact: true }).waitFor();
    await page.getByText("of today").waitFor();
    await roomButton(page).click();

    await room(page).getByRole("button", { name: "+1 day" }).click();

    await page.getByText("Yesterday", { exact: true }).waitFor();
    await page.getByText("of yesterday").waitFor();
    await page.getByText("the clock is 1 day ahead").waitFor();
    await room(page).getByRole("button", { name: "Back to now" }).click();
    await page.getByText("Today", { exact: true }).waitFor();
    expect(troubles).toEqual([]);
  });

  it("shows the traffic, newest first, sifted, each as its JSON, without taking an open one away", async () => {
    const unsent = workspace.client.chat.postMessage({ channel: "C0NOPE", text: "<b>lost</b>" });
    await expect(unsent).rejects.toThrow("channel_not_found");
    await using tab = await openPage(browser, workspace, `${ANA}/${TREASURY}`);
    const { page, troubles } = tab;
    await roomButton(page).click();
    await room(page).getByRole("heading", { name: "Traffic" }).click();
    const traffic = room(page).getByRole("list", { name: "Traffic" });
    const lost = traffic.getByRole("listitem").filter({ hasText: "refused: channel_not_found" });
    await lost.locator("summary").click();
    await lost.getByText('"text": "<b>lost</b>"').waitFor();

    await say(page, "/rail new");
    await page.getByRole("dialog", { name: "New Rail" }).waitFor();
    await page.keyboard.press("Escape");

    const typed = traffic.getByRole("listitem").filter({ hasText: "/rail new" });
    await typed.getByText("acknowledged").first().waitFor();
    expect(await lost.getByText('"text": "<b>lost</b>"').isVisible()).toBe(true);
    await room(page).getByLabel("Only what failed").check();
    expect(await typed.first().isVisible()).toBe(false);
    expect(await lost.isVisible()).toBe(true);
    await room(page).getByLabel("Only what failed").uncheck();
    await room(page).getByLabel("Filter the traffic").fill("/RAIL");
    expect(await typed.first().isVisible()).toBe(true);
    expect(await lost.isVisible()).toBe(false);
    expect(troubles).toEqual([]);
  });

  it("opens and closes by keyboard, also upon a form, which stays", async () => {
    await using tab = await openPage(browser, workspace, `${ANA}/${TREASURY}`);
    const { page, troubles } = tab;
    const composer = page.getByRole("combobox", { name: /^Message/ });
    await composer.fill("a draft");
    await page.keyboard.press("Control+.");
    await room(page).waitFor();
    await page.keyboard.press("Escape");
    await room(page).waitFor({ state: "hidden" });
    await expect.poll(() => composer.evaluate((it) => it.matches(":focus"))).toBe(true);

    await say(page, "/rail new");
    const form = page.getByRole("dialog", { name: "New Rail" });
    await form.getByLabel("Name").fill("Payroll");
    await page.keyboard.press("Control+.");
    await room(page).getByRole("switch", { name: "Slack is down" }).check();
    await expect.poll(() => workspace.faults.isDown).toBe(true);
    await page.keyboard.press("Escape");
    await room(page).waitFor({ state: "hidden" });

    expect(await form.getByLabel("Name").inputValue()).toBe("Payroll");
    await page.keyboard.press("Escape");
    await form.waitFor({ state: "hidden" });
    expect(troubles).toEqual([]);
  });

  it("passes an audit in light, and in dark in a narrow window, into which it fits", async () => {
    await using tab = await openPage(browser, workspace, `${ANA}/${TREASURY}`);
    const { page, troubles } = tab;
    await roomButton(page).click();
    await room(page).getByRole("switch", { name: "Slack is down" }).check();
    await room(page).getByRole("button", { name: "Plan", exact: true }).click();
    await room(page).getByRole("heading", { name: "Traffic" }).click();
    const [entry] = await room(page).getByRole("listitem").locator("summary").all();
    await entry?.click();

    expect(await audit(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.setViewportSize({ width: 360, height: 640 });
    expect(await audit(page)).toEqual([]);
    const width = await room(page).evaluate((drawer) => drawer.scrollWidth - drawer.clientWidth);
    expect(width).toBe(0);
    expect(troubles).toEqual([]);
  });

  it("lets two people work side by side, each in a frame, and remembers them", async () => {
    await using tab = await openPage(browser, workspace, `${ANA}/${TREASURY}`);
    const { page, troubles } = tab;
    await page.getByRole("link", { name: "Two people side by side" }).click();
    const [left, right] = [
      page.frameLocator('[title="Ana Flores"]'),
      page.frameLocator('[title="Ben Okafor"]'),
    ];
    await right.getByRole("button", { name: "# treasury-approvals" }).click();
    await expect.poll(() => page.url()).toContain(`,${BEN}/${APPROVALS}`);

    await say(left, "/rail new");
    await left.getByRole("dialog", { name: "New Rail" }).getByLabel("Name").fill("Side by side");
    await left.getByRole("button", { name: "Send", exact: true }).last().click();
    const card = right.getByRole("article").filter({ hasText: "Side by side waits" });
    await card.getByRole("button", { name: "Approve" }).click();
    await right.getByText("Approved by @Ben Okafor").waitFor();

    await page.getByLabel("Left: act as").selectOption("Cal Lindqvist");
    await page.frameLocator('[title="Cal Lindqvist"]').getByRole("log").waitFor();
    await page.reload();
    await page.frameLocator('[title="Cal Lindqvist"]').getByRole("log").waitFor();
    await page.frameLocator('[title="Ben Okafor"]').getByText("Approved by @Ben Okafor").waitFor();
    expect(troubles).toEqual([]);
  });
});
