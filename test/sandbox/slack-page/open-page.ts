import type { App } from "@slack/bolt";
import type { Browser, BrowserContextOptions } from "playwright-core";
import type { Here } from "../../../src/sandbox/slack-workspace/page/here.ts";
import { ANA, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import type { SlackWorkspace } from "../../../src/sandbox/slack-workspace/server.ts";
import { openAcme } from "../support/acme.ts";
import { troublesOn } from "../support/browser.ts";

/**
 * The page in a fresh tab; whatever it complains about or fetches elsewhere ends up in `troubles`.
 */
export async function openPage(
  browser: Browser,
  slack: SlackWorkspace,
  at: Pick<Here, "as" | "in">,
  options: BrowserContextOptions = {},
) {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(20_000);
  const troubles = troublesOn(page, slack.url);
  await page.goto(`${slack.url}/?${new URLSearchParams({ ...at })}`);
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

interface TabOptions extends NonNullable<Parameters<typeof openAcme>[0]> {
  /** What a Bolt app hears; there is none by default. */
  app?: (bolt: App) => void;
  as?: string;
  in?: string;
  viewport?: { width: number; height: number };
}

/** Acme, and its page as a person sees it: by default as Ana in #treasury. */
export async function openTab(browser: Browser, options: TabOptions = {}) {
  const { app, as = ANA, in: channel = TREASURY, viewport, ...more } = options;
  await using opening = new AsyncDisposableStack();
  const acme = opening.use(await openAcme(more, app));
  const at = { as, in: channel };
  const tab = opening.use(await openPage(browser, acme.slack, at, viewport ? { viewport } : {}));
  const opened = opening.move();
  return {
    ...acme,
    ...tab,
    post: (text: string, to = TREASURY) => acme.client.chat.postMessage({ channel: to, text }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
