import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Locator, Page } from "playwright-core";
import type { Fault } from "../src/sandbox/rail-service/faults.ts";
import { ANA, APPROVALS, BEN, CAL, TREASURY } from "../src/sandbox/slack-workspace/seed.ts";
import { answerTo, approve, ask, cardReading, fillForm, on, openReview } from "./e2e/steps.ts";
import { launchBrowser } from "./support/browser.ts";
import { startTestSandbox } from "./support/sandbox.ts";

/**
 * Photographs the running thing for the documents: `npm run pictures [folder]`. Every picture shows what the page showed, in
 * the order in which it happened.
 */

const folder = process.argv[2] ?? fileURLToPath(new URL("../docs/pictures", import.meta.url));
mkdirSync(folder, { recursive: true });

const browser = await launchBrowser();
if (!browser) throw new Error("The pictures are taken with Chromium, which is not installed here");
// The third look of an unknown outcome is late enough for its picture.
const sandbox = await startTestSandbox({ pauses: [1, 12, 12] });
const [ana, ben, cal] = [sandbox.as(ANA), sandbox.as(BEN), sandbox.as(CAL)];

try {
  await fillForm(ana, {
    name: "Payroll float",
    reason: "Funds the monthly payroll run.",
  });
  await photographModal("new-rail", ANA, TREASURY);
  await ana.close("all");

  const float = await ask(ana, {
    name: "Payroll float",
    reason: "Funds the monthly payroll run.",
  });
  await approve(ben, float);
  await cardReading(ben, "Payroll float", "WAITING 1 of 2");
  await photographMessage("card-waiting", APPROVALS, "Payroll float");
  await photographPage("page", "light");
  await photographPage("page-dark", "dark");
  await openReview(cal, float);
  await photographModal("review", CAL, APPROVALS);
  await cal.submit();
  await cardReading(ben, "Payroll float", "DONE");
  await photographMessage("card-created", APPROVALS, "Payroll float");
  await photographMessage("instructions-on-ramp", TREASURY, "Payroll float");
  await photographBankAndChain("bank-and-chain");

  const back = await ask(ana, {
    name: "Sales back to the bank",
    type: "OFF_RAMP",
    reason: "Card sales in stablecoins, once a week.",
  });
  await approve(ben, back);
  await approve(cal, back);
  await cardReading(ben, "Sales back to the bank", "DONE");
  await photographMessage("instructions-off-ramp", TREASURY, "Sales back to the bank");

  const denied = await ask(ana, {
    name: "Second float",
    reason: "In case the first one is slow.",
  });
  await ben.click(on(denied), "Deny");
  await ben.waitFor(() => ben.modal(), "the form for a denial");
  await ben.fill("Reason", "One Rail has no limit: a second one adds only risk.");
  await ben.submit();
  await cardReading(ben, "Second float", "DENIED");
  await photographMessage("card-denied", APPROVALS, "Second float");

  await approvedDespite("Supplier run", { kind: "drop-before-commit" });
  await cardReading(ben, "Supplier run", "NOT CONFIRMED YET");
  await photographMessage("card-unknown", APPROVALS, "Supplier run");
  await cardReading(ben, "Supplier run", "NEEDS REVIEW", 60_000);
  await photographMessage("card-needs-a-person", APPROVALS, "R-4 · Supplier run");

  await answerTo(ana, "/rail list");
  await photographMessage("list", TREASURY, "Sales back to the bank", ANA);
} finally {
  await browser.close();
  await sandbox.stop();
}

async function approvedDespite(name: string, fault: Fault): Promise<void> {
  sandbox.rails.faults.add({ operation: "POST /rails", fault });
  const card = await ask(ana, { name, reason: "Pays the suppliers on the 15th." });
  await approve(ben, card);
  await approve(cal, card);
}

/** The last message of a conversation in which this stands. */
async function photographMessage(
  picture: string,
  channel: string,
  containing: string,
  reader: string = BEN,
): Promise<void> {
  await using page = await pageAt(reader, channel);
  const message = page.locator(".messages > .message", { hasText: containing }).last();
  await message.waitFor();
  // In Slack it has none of the sandbox's own links.
  await page.addStyleTag({ content: ".panel-links { display: none }" });
  await photograph(message, picture);
}

async function photographModal(picture: string, reader: string, channel: string): Promise<void> {
  await using page = await pageAt(reader, channel);
  const modal = page.locator("dialog[open]");
  await modal.waitFor();
  await photograph(modal, picture);
}

async function photographPage(picture: string, colorScheme: "light" | "dark"): Promise<void> {
  await using page = await pageAt(BEN, APPROVALS, { colorScheme, height: 720 });
  await page.getByText("WAITING 1 of 2").waitFor();
  await photograph(page, picture);
}

/** The bank and the chain after a deposit that is held and one that is delivered. */
async function photographBankAndChain(picture: string): Promise<void> {
  await using page = await pageAt(ANA, TREASURY, { colorScheme: "light", height: 860 });
  await page.goto(sandbox.rails.pageUrl("Acme"));
  await page.getByLabel("From", { exact: true }).selectOption({ index: 1 });
  await page.getByLabel("Amount").fill("90.00");
  await page.keyboard.press("Enter");
  await page.getByText("90.00 GBP held").waitFor();
  await page.getByLabel("From", { exact: true }).selectOption({ index: 0 });
  await page.getByLabel("Amount").fill("25,000.00");
  await page.keyboard.press("Enter");
  await page.getByText("25,000.00 GBPA delivered").first().waitFor();
  await photograph(page, picture);
}

async function pageAt(
  reader: string,
  channel: string,
  { colorScheme, height }: { colorScheme: "light" | "dark"; height: number } = {
    colorScheme: "light",
    height: 1_600,
  },
) {
  const page = await (browser as NonNullable<typeof browser>).newPage({
    viewport: { width: 1_080, height },
    deviceScaleFactor: 1.5,
    colorScheme,
    timezoneId: "Europe/London",
    reducedMotion: "reduce",
    // For the style of a photograph.
    bypassCSP: true,
  });
  await page.goto(`${sandbox.slack.url}/#${reader}/${channel}`);
  return page;
}

async function photograph(what: Page | Locator, picture: string): Promise<void> {
  await what.screenshot({ path: `${folder}/${picture}.png` });
}
