import type { Browser, BrowserContextOptions } from "playwright-core";
import type { SlackWorkspace } from "../../../src/sandbox/slack-workspace/server.ts";
import { troublesOn } from "../support/troubles.ts";

/** The page in a fresh tab; whatever it complains about or fetches elsewhere ends up in `troubles`. */
export async function openPage(
  browser: Browser | undefined,
  workspace: SlackWorkspace,
  at = "",
  options: BrowserContextOptions = {},
) {
  if (!browser) throw new Error("no browser");
  const page = await browser.newPage(options);
  const troubles = troublesOn(page, workspace.url);
  await page.goto(`${workspace.url}/#${at}`);
  await page.getByRole("log").waitFor();
  return { page, troubles, [Symbol.asyncDispose]: () => page.close() };
}
