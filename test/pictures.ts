import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { ANA, APPROVALS, BEN, CAL, TREASURY } from "../src/sandbox/slack-workspace/seed.ts";
import { approve, ask, cardReading, fillForm } from "./e2e/steps.ts";
import { launchBrowser } from "./support/browser.ts";
import { startTestSandbox } from "./support/sandbox.ts";

/** Photographs the running thing for the README: `npm run pictures [folder]`. */

const folder = process.argv[2] ?? fileURLToPath(new URL("../docs", import.meta.url));
mkdirSync(folder, { recursive: true });

const browser = await launchBrowser();
if (!browser) throw new Error("The pictures are taken with Chromium, which is not installed here");
const sandbox = await startTestSandbox();
const [ana, ben, cal] = [sandbox.as(ANA), sandbox.as(BEN), sandbox.as(CAL)];
try {
  const page = await browser.newPage({ viewport: { width: 1180, height: 900 }, deviceScaleFactor: 2 });

  await fillForm(ana, { name: "Payroll float", reason: "Funds the monthly payroll run." });
  await look(page, ANA, TREASURY);
  await shoot(page, "dialog[open]", "new-rail");
  await ana.submit();
  await shoot(page, "dialog[open]:last-of-type", "review");
  await ana.close("all");

  const card = await ask(ana, { name: "Payroll float", reason: "Funds the monthly payroll run." });
  await approve(ben, card);
  await cardReading(ben, "Payroll float", "WAITING 1 of 2");
  await look(page, BEN, APPROVALS);
  await shoot(page, ".messages > .message", "approval-card");

  await approve(cal, card);
  await cardReading(ben, "Payroll float", "DONE");
  await shoot(page, ".messages > .message", "approval-card-done");
  await look(page, ANA, TREASURY);
  await shoot(page, ".messages > .message:not(.ephemeral)", "instructions");
} finally {
  await browser.close();
  await sandbox.stop();
}

async function look(page: Page, person: string, channel: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(`${sandbox.slack.url}/#${person}/${channel}`);
  await page.waitForSelector(".message, dialog[open]");
}

async function shoot(page: Page, selector: string, name: string): Promise<void> {
  await page.waitForTimeout(400);
  await page.locator(selector).last().screenshot({ path: `${folder}/${name}.png` });
}
