import { existsSync } from "node:fs";
import { type Browser, chromium, type Locator } from "playwright-core";
import { afterAll, beforeAll } from "vitest";

const { CHROMIUM_PATH = "/usr/bin/chromium", CI } = process.env;

/** A headless Chromium, or undefined where there is none to be had. In CI that is a failure. */
export async function launchBrowser(): Promise<Browser | undefined> {
  if (!existsSync(CHROMIUM_PATH)) {
    if (CI) throw new Error(`No browser at ${CHROMIUM_PATH}; set CHROMIUM_PATH.`);
    return undefined;
  }
  return chromium.launch({
    executablePath: CHROMIUM_PATH,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
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

/** One for all tests of a file. */
export function useBrowser(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  return () => {
    if (!browser) throw new Error("There is no browser; set CHROMIUM_PATH.");
    return browser;
  };
}
