import type { Browser, BrowserContextOptions } from "playwright-core";
import type { SlackWorkspace } from "../../../src/sandbox/slack-workspace/server.ts";

/** The page in a fresh tab; whatever it complains about or fetches elsewhere ends up in `troubles`. */
export async function openPage(
  browser: Browser | undefined,
  workspace: SlackWorkspace,
  at = "",
  options: BrowserContextOptions = {},
) {
  if (!browser) throw new Error("no browser");
  const page = await browser.newPage(options);
  const troubles: string[] = [];
  page.on("pageerror", ({ message }) => troubles.push(message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) troubles.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(workspace.url)) troubles.push(`fetched ${request.url()}`);
  });
  page.on("dialog", (dialog) => {
    troubles.push(`script ran: ${dialog.message()}`);
    dialog.dismiss();
  });
  await page.goto(`${workspace.url}/#${at}`);
  await page.getByRole("log").waitFor();
  return { page, troubles, [Symbol.asyncDispose]: () => page.close() };
}
