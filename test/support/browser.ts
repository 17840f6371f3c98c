import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

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
