import type { MessageShortcut } from "@slack/bolt";
import { afterAll, describe, expect, it } from "vitest";
import { ANA, BEN, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { launchBrowser } from "../support/browser.ts";
import { person } from "../support/person.ts";
import { startAcme, startBolt } from "./bolt-app.ts";
import { openPage } from "./open-page.ts";

const browser = await launchBrowser();
afterAll(() => browser?.close());

const CHECK = { callback_id: "check_payment_details", type: "message_action" } as const;

describe.skipIf(!browser)("the menu of a message", () => {
  it("takes a shortcut by mouse, and the answer stands below for that person alone", async () => {
    await using workspace = await startAcme();
    await using _app = await startBolt(workspace, (app) =>
      app.shortcut<MessageShortcut>(CHECK, async ({ ack, respond, shortcut }) => {
        await ack();
        await respond(`Checked for <@${shortcut.user.id}>: ${shortcut.message.text}`);
      }),
    );
    await person(workspace.url, ANA).command(TREASURY, "to GB29 please");
    await using tab = await openPage(browser, workspace, `${BEN}/${TREASURY}`);
    const { page, troubles } = tab;
    const message = page.getByRole("article", { name: /^Ana Flores/ });
    const opener = message.getByRole("button", { name: "More actions" });

    await message.hover();
    await opener.click();
    const item = page.getByRole("menuitem", { name: "Check payment details" });
    expect(await item.textContent()).toContain(
      "Check IBANs and addresses in this message · Signalbox",
    );
    await item.click();

    const answer = page.getByRole("article", { name: /^Signalbox/ });
    await answer.getByText("Checked for @Ben Okafor: to GB29 please").waitFor();
    await answer.getByText("Only visible to you").waitFor();
    expect(await answer.getByRole("button", { name: "More actions" }).count()).toBe(0);
    expect(await page.getByRole("menu").count()).toBe(0);
    expect(troubles).toEqual([]);
  });

  it("is reached and left by keyboard", async () => {
    await using workspace = await startAcme();
    const heard: string[] = [];
    await using _app = await startBolt(workspace, (app) =>
      app.shortcut<MessageShortcut>(CHECK, async ({ ack, shortcut }) => {
        heard.push(shortcut.message_ts);
        await ack();
      }),
    );
    const { ts = "" } = await workspace.client.chat.postMessage({ channel: TREASURY, text: "hi" });
    await using tab = await openPage(browser, workspace, `${BEN}/${TREASURY}`);
    const { page, troubles } = tab;
    const opener = page.getByRole("button", { name: "More actions" });
    const focused = page.locator(":focus");

    await opener.waitFor({ state: "attached" });
    await page.getByRole("log").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect.poll(() => opener.and(focused).count()).toBe(1);
    await page.keyboard.press("Enter");
    await page.getByRole("menu").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("menu").count()).toBe(0);
    await expect.poll(() => opener.and(focused).count()).toBe(1);
    await expect.poll(() => opener.getAttribute("aria-expanded")).toBe("false");
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");

    await expect.poll(() => heard).toEqual([ts]);
    expect(troubles).toEqual([]);
  });

  it("outlives a message that comes meanwhile, and says when its own message went", async () => {
    await using workspace = await startAcme();
    const { chat } = workspace.client;
    const { ts = "" } = await chat.postMessage({ channel: TREASURY, text: "oops" });
    await using tab = await openPage(browser, workspace, `${BEN}/${TREASURY}`);
    const { page, troubles } = tab;
    await page.getByRole("article").hover();
    await page.getByRole("button", { name: "More actions" }).click();

    await chat.delete({ channel: TREASURY, ts });
    await chat.postMessage({ channel: TREASURY, text: "another" });
    await page.getByText("another").waitFor();
    await page.getByRole("menuitem", { name: "Check payment details" }).click();

    await page.getByRole("alert").getByText("That message is no longer here.").waitFor();
    // The refusal itself is what the browser notes.
    expect(troubles.filter((each) => !each.includes("400"))).toEqual([]);
  });

  it("leaves what a person typed as they typed it, and inert", async () => {
    await using workspace = await startAcme();
    const heard: (string | undefined)[] = [];
    await using _app = await startBolt(workspace, (app) =>
      app.shortcut<MessageShortcut>(CHECK, async ({ ack, respond, shortcut }) => {
        heard.push(shortcut.message.text);
        await ack();
        await respond(`Found: ${shortcut.message.text}`);
      }),
    );
    const typed =
      "<img src=x onerror=alert(1)> <https://evil.example|bank> *GB29* `https://a.example/?b&c` 🔴 <!here>";
    await person(workspace.url, ANA).command(TREASURY, typed);
    await using tab = await openPage(browser, workspace, `${BEN}/${TREASURY}`);
    const { page, troubles } = tab;
    const message = page.getByRole("article", { name: /^Ana Flores/ });

    expect(await message.locator(".block").textContent()).toBe(typed);
    await message.hover();
    await message.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Check payment details" }).click();
    await page.getByText("Found: ").waitFor();

    expect(heard).toEqual([
      "&lt;img src=x onerror=alert(1)&gt; &lt;<https://evil.example>|bank&gt; *GB29* `<https://a.example/?b&amp;c>` 🔴 &lt;!here&gt;",
    ]);
    const links = await page.locator(".messages a").evaluateAll((all) => all.map(String));
    expect(links).toEqual([
      "https://evil.example/",
      "https://a.example/?b&c",
      "https://evil.example/",
    ]);
    expect(await page.locator(".messages :is(img, script, .mention)").count()).toBe(0);
    expect(troubles).toEqual([]);
  });
});
