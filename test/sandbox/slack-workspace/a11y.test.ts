import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { audit } from "../support/audit.ts";
import { launchBrowser } from "../support/browser.ts";
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
});

/** Each step leads from what is shown after the one before. */
const SHOWN: readonly [string, () => Promise<void>][] = [
  ["a channel", () => page.getByRole("article").first().waitFor()],
  ["the commands", () => tab.composer.fill("/")],
  [
    "a form with errors",
    async () => {
      await tab.composer.fill("/rail new");
      await page.keyboard.press("Enter");
      await tab.form.getByRole("button", { name: "Send" }).click();
      await tab.form.getByText("Please complete this required field.").first().waitFor();
    },
  ],
  [
    "a menu",
    async () => {
      await tab.form.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menu").waitFor();
    },
  ],
  [
    "a question",
    async () => {
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      await tab.form.waitFor({ state: "hidden" });
      await page.getByRole("button", { name: "Deny" }).click();
      await page.getByRole("dialog", { name: "Deny Payroll float?" }).waitFor();
    },
  ],
  [
    "the control room",
    async () => {
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Control room" }).click();
      await page.getByRole("dialog", { name: "Control room" }).waitFor();
    },
  ],
  [
    "the app's Home, and a refusal",
    async () => {
      await page.getByRole("dialog", { name: "Control room" }).getByLabel("Close").click();
      await tab.composer.fill("/nothing");
      await page.keyboard.press("Enter");
      await page.getByRole("alert").getByText("/nothing is not a command").waitFor();
      expect(await tab.composer.inputValue()).toBe("/nothing");
      await tab.composer.fill("");
      await page
        .getByRole("button", { name: /Signalbox/ })
        .first()
        .click();
      await page.getByRole("tab", { name: "Home" }).click();
      await page.getByText("Nothing waits for you").waitFor();
    },
  ],
];

describe.skipIf(!browser)("the page, audited with axe-core", () => {
  it.each(SHOWN)(
    "has no fault in light, nor in dark at a width of 360 pixels: %s",
    async (_, show) => {
      await show();
      const found = (await audit(page)).map((fault) => `light: ${fault}`);
      await page.emulateMedia({ colorScheme: "dark" });
      await page.setViewportSize({ width: 360, height: 640 });
      found.push(...(await audit(page)).map((fault) => `dark: ${fault}`));
      const width = await page.evaluate("document.documentElement.scrollWidth");
      await page.emulateMedia({ colorScheme: "light" });
      await page.setViewportSize({ width: 1280, height: 720 });

      expect(found).toEqual([]);
      expect(width).toBe(360);
    },
  );
});
