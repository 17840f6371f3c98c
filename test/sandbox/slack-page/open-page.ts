import type { Browser, BrowserContextOptions } from "playwright-core";
import type { Here } from "../../../src/sandbox/slack-workspace/page/here.ts";
import type { SlackWorkspace } from "../../../src/sandbox/slack-workspace/server.ts";
import { troublesOn } from "../support/troubles.ts";

/**
 * The page in a fresh tab; whatever it complains about or fetches elsewhere ends up in `troubles`.
 */
export async function openPage(
  browser: Browser,
  workspace: SlackWorkspace,
  at: Pick<Here, "as" | "in">,
  options: BrowserContextOptions = {},
) {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(10_000);
  const troubles = troublesOn(page, workspace.url);
  await page.goto(`${workspace.url}/?${new URLSearchParams({ ...at })}`);
  await page.getByRole("log").waitFor();
  const composer = page.getByRole("combobox", { name: /^Message/ });
  return {
    page,
    troubles,
    composer,
    sidebar: page.getByRole("navigation", { name: "Workspace" }),
    async say(text: string) {
      await composer.fill(text);
      await composer.press("Enter");
    },
    [Symbol.asyncDispose]: () => page.close(),
  };
}
