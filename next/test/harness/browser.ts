import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";

export interface Look {
  width: 360 | 1280;
  colorScheme: "light" | "dark";
}

/** In which every screen has to be readable. */
export const LOOKS: readonly Look[] = ([360, 1280] as const).flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme })),
);

const HEIGHT = 900;

const ARGUMENTS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * Starts Debian's Chromium with a fresh profile; `await using` closes it. Throws if there is none.
 */
export async function launchBrowser(): Promise<Browser & AsyncDisposable> {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const executablePath = folders.map((each) => join(each, "chromium")).find(existsSync);
  if (executablePath === undefined) throw new Error("There is no chromium in PATH");
  const browser = await chromium.launch({ executablePath, args: ARGUMENTS });
  return Object.assign(browser, { [Symbol.asyncDispose]: () => browser.close() });
}

export async function setLook(page: Page, { width, colorScheme }: Look): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT });
  await page.emulateMedia({ colorScheme });
}
