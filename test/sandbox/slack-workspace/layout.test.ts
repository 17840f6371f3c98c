import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { audit } from "../../support/audit.ts";
import { launchBrowser } from "../../support/browser.ts";
import { openApprovals } from "./approvals-page.ts";

const browser = await launchBrowser();
const open = new AsyncDisposableStack();
afterAll(() => open.disposeAsync());

let tab: Awaited<ReturnType<typeof openApprovals>>;
let page: Page;
beforeAll(async () => {
  if (!browser) return;
  open.defer(() => browser.close());
  tab = open.use(await openApprovals(browser));
  page = tab.page;
  await page.setViewportSize({ width: 360, height: 640 });
});

describe.skipIf(!browser)("the page on a screen 360 pixels wide", () => {
  it("shows a card, the commands and Home without scrolling sideways", async () => {
    const widths: Record<string, number> = {};
    const note = async (what: string) => {
      widths[what] = await page.evaluate<number>("document.documentElement.scrollWidth");
    };

    await page.getByRole("article").waitFor();
    await note("card");
    await tab.composer.fill("/");
    await note("commands");
    await tab.composer.fill("");
    const faults = await audit(page);
    await place("Signalbox").click();
    await page.getByRole("tab", { name: "Home" }).click();
    await page.getByText("Nothing waits for you").waitFor();
    await note("Home");

    expect(widths).toEqual({ card: 360, commands: 360, Home: 360 });
    expect(faults).toEqual([]);
  });

  it("has people and places within reach", async () => {
    await page.getByRole("button", { name: /Gus Huber/ }).click();
    await expect.poll(() => tab.composer.getAttribute("aria-label")).toContain("as Gus");
    await page.getByRole("button", { name: /Ben Okafor/ }).click();
    await place("# treasury").click();
    await page.getByRole("article").waitFor();
  });

  it("shows a form whose buttons are in sight, and a field with its error too", async () => {
    await tab.composer.fill("/rail new");
    await page.keyboard.press("Enter");
    await tab.form.getByRole("button", { name: "Send" }).click();
    const error = tab.form.getByText("Please complete this required field.").first();
    await error.waitFor();

    for (const each of [
      error,
      tab.form.getByRole("button", { name: "Send" }),
      tab.form.getByRole("button", { name: "Cancel" }),
      tab.form.getByRole("button", { name: "Close all" }),
    ]) {
      const { x, y, width, height } = (await each.boundingBox()) ?? never();
      expect([x >= 0, y >= 0, x + width <= 360, y + height <= 640]).not.toContain(false);
    }
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
    expect(tab.troubles).toEqual([]);
  });
});

const place = (name: string) => page.getByRole("navigation").getByRole("button", { name }).first();

function never(): never {
  throw new Error("It is not shown.");
}
