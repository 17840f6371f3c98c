import { type Browser, chromium, type Locator, type Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";

const { CHROMIUM_PATH: executablePath = "/usr/bin/chromium" } = process.env;

const args = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A headless Chromium for all tests of a file. */
export function useBrowser(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args });
  });
  afterAll(() => browser?.close());
  return () => {
    if (!browser) throw new Error("There is no browser; set CHROMIUM_PATH.");
    return browser;
  };
}

/** Whether nothing of it is scrolled out of the part around it. */
export const isWholeIn = (what: Locator, around: string): Promise<boolean> =>
  what.evaluate((node, selector) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    const box = node.closest(selector)?.getBoundingClientRect();
    if (!box) throw new Error(`It is in no ${selector}`);
    const [x, y] = [left >= box.left - 1 && right <= box.right + 1, top >= box.top - 1];
    return x && y && bottom <= box.bottom + 1;
  }, around);

/** Whatever a page complains about from now on, or fetches from elsewhere than this origin. */
export function troublesOn(page: Page, origin: string): string[] {
  const troubles: string[] = [];
  page.on("pageerror", ({ message }) => troubles.push(message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) troubles.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(origin)) troubles.push(`fetched ${request.url()}`);
  });
  page.on("dialog", (dialog) => {
    troubles.push(`script ran: ${dialog.message()}`);
    dialog.dismiss();
  });
  return troubles;
}
