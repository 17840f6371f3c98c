import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { setup } from "../harness/global-setup.ts";
import { ANA, APPROVALS, BEN, CAL, openTeam, TREASURY, WALLET } from "../scenarios/team.ts";
import { openChromium } from "./chromium.ts";

/**
 * Photographs the sandbox's page for the documents, light and dark: `npm run pictures [folder]`.
 */
const folder = process.argv[2] ?? join(import.meta.dirname, "../../docs/pictures");
mkdirSync(folder, { recursive: true });
const stopPostgres = await setup();
const browser = await openChromium();
const stage = await openTeam();

/** What this person sees in a conversation, with the forms that they have open. */
async function pageOf(reader: string, channel: string): Promise<Page> {
  const size = { width: 1_100, height: 700 };
  // A style of ours is added.
  const page = await browser.newPage({ viewport: size, bypassCSP: true, reducedMotion: "reduce" });
  await page.goto(`${stage.slack.url}/?as=${reader}&in=${channel}`);
  return page;
}

async function photograph(name: string, page: Page, what: Locator): Promise<void> {
  await what.waitFor();
  for (const [colorScheme, ending] of [["light", ""] as const, ["dark", "-dark"] as const]) {
    await page.emulateMedia({ colorScheme });
    await what.screenshot({ path: join(folder, `${name}${ending}.png`) });
  }
  await page.close();
}

async function lastMessage(name: string, reader: string, channel: string): Promise<void> {
  const page = await pageOf(reader, channel);
  // Slack has none of the sandbox's own links.
  await page.addStyleTag({ content: ".panel-links { display: none }" });
  await photograph(name, page, page.locator(".message").last());
}

try {
  await stage.register();
  const number = await stage.askForRail();
  const ben = await stage.review(BEN, number);
  const reviewing = await pageOf(BEN, APPROVALS);
  await photograph("review", reviewing, reviewing.locator("dialog[open]").last());
  await stage.submit(ben);
  const page = await pageOf(BEN, APPROVALS);
  await page.getByText(number, { exact: false }).last().waitFor();
  await photograph("page", page, page.locator("body"));
  await stage.approve(CAL, number, WALLET);
  await stage.card(number, "Payable");
  await lastMessage("instructions", ANA, TREASURY);
  await stage.as(ANA).say(TREASURY, "/rail list");
  await stage.told(ANA, TREASURY);
  await lastMessage("list", ANA, TREASURY);
} finally {
  await browser.close();
  await stage[Symbol.asyncDispose]();
  await stopPostgres();
}
