import { mkdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import gifenc from "gifenc";
import type { Locator, Page } from "playwright-core";
import { PNG } from "pngjs";
import type { Fault } from "../src/sandbox/rail-service/faults.ts";
import { plainTextOf } from "../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, APPROVALS, BEN, CAL, TREASURY } from "../src/sandbox/slack-workspace/seed.ts";
import { createRailsElsewhere } from "./e2e/rails-elsewhere.ts";
import {
  answerTo,
  approve,
  ask,
  askToWhitelist,
  cardReading,
  fillForm,
  on,
  openCheck,
  openReview,
  review,
} from "./e2e/steps.ts";
import { daysPass, openReview as openReviews } from "./review/steps.ts";
import { launchBrowser } from "./support/browser.ts";
import { startTestSandbox } from "./support/sandbox.ts";
import { whatIsHardToRead } from "./support/screens-in-browser.ts";

/**
 * Photographs the running thing for the documents: `npm run pictures [folder]`. Every picture shows what the page showed, in
 * the order in which it happened, at two widths, light and dark; `main-path.gif` shows the main path as it goes on.
 * Exits 1 when a screen is hard to read.
 */

const folder = process.argv[2] ?? fileURLToPath(new URL("../docs/pictures", import.meta.url));
mkdirSync(folder, { recursive: true });

/** The window's width in pixels and what it adds to a picture's name. */
const WIDTHS = { "": 1_280, "-360": 360 };
const SCHEMES = { "": "light", "-dark": "dark" } as const;
const FRAME = { width: 1_000, height: 640 };
const FRAME_MS = 2_400;

const launched = await launchBrowser();
if (!launched) throw new Error("The pictures are taken with Chromium, which is not installed here");
const browser = launched;
// The third look of an unknown outcome is late enough for its picture.
const sandbox = await startTestSandbox({ pauses: [1, 12, 12], choresEverySeconds: { review: 1 } });
const [ana, ben, cal] = [sandbox.as(ANA), sandbox.as(BEN), sandbox.as(CAL)];
const faults: string[] = [];
const frames: Buffer[] = [];

try {
  await mainPath();
  await otherEnds();
  await lists();
  await quarterLater();
  await writeFile(`${folder}/main-path.gif`, moving(frames));
} finally {
  await browser.close();
  await sandbox.stop();
}
if (faults.length > 0) console.error(faults.join("\n"));
process.exitCode = faults.length > 0 ? 1 : 0;

/** From the form to a delivered deposit. */
async function mainPath(): Promise<void> {
  const asking = { name: "Payroll float", reason: "Funds the monthly payroll run." };
  await fillForm(ana, asking);
  await photographModal("new-rail", ANA, TREASURY);
  await frame(ANA, TREASURY);
  await ana.close("all");
  await review(ana, asking);
  await photographModal("review-of-ones-own", ANA, TREASURY);
  await frame(ANA, TREASURY);
  await ana.close("all");
  const card = await ask(ana, asking);
  await frame(BEN, APPROVALS);
  await openCheck(ben, card);
  await photographModal("check", BEN, APPROVALS);
  await frame(BEN, APPROVALS);
  await ben.close("all");
  await openReview(ben, card);
  await photographModal("review", BEN, APPROVALS);
  await frame(BEN, APPROVALS);
  await ben.submit();
  await cardReading(ben, "Payroll float", "WAITING 1 of 2");
  await photographMessage("card-waiting", APPROVALS, "Payroll float");
  await photographPage("page", BEN, APPROVALS);
  await frame(CAL, APPROVALS);
  await approve(cal, card);
  await cardReading(ben, "Payroll float", "DONE");
  await photographMessage("card-created", APPROVALS, "Payroll float");
  await frame(CAL, APPROVALS);
  await photographMessage("instructions-on-ramp", TREASURY, "Pay into Payroll float");
  await frame(ANA, TREASURY);
  await photographBankAndChain();
}

/** What may come of a request otherwise. */
async function otherEnds(): Promise<void> {
  const name = "Sales back to the bank";
  const reason = "Card sales in stablecoins, once a week.";
  const back = await ask(ana, { name, type: "OFF_RAMP", reason });
  await approve(ben, back);
  await approve(cal, back);
  await cardReading(ben, name, "DONE");
  await photographMessage("instructions-off-ramp", TREASURY, name);

  const denied = await ask(ana, { name: "Second float", reason: "In case the first one is slow." });
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

  await askToWhitelist(ana, {
    name: "Exchange wallet",
    network: "SOLANA_DEVNET",
    address: "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin",
  });
  await photographMessage("card-destination", APPROVALS, "Exchange wallet");
}

async function lists(): Promise<void> {
  const [elsewhere = ""] = await createRailsElsewhere(sandbox, 1);
  const answers = {
    list: "/rail list",
    pending: "/rail pending",
    register: "/rail destinations",
    "not-approved-here": `/rail show ${elsewhere}`,
    policy: "/rail policy",
    help: "/rail help",
  };
  for (const [picture, line] of Object.entries(answers)) {
    const { ts } = await answerTo(ana, line);
    await photographMessage(picture, TREASURY, ts, ANA);
  }
  const { ts } = await answerTo(ben, "/rail health");
  await photographMessage("health", TREASURY, ts, BEN);
  await photographPage("home", ANA, "home");
}

/** Last: nothing else is photographed after its time. */
async function quarterLater(): Promise<void> {
  daysPass(sandbox, 93);
  await ben.waitFor(
    async () => plainTextOf(await answerTo(ben, "/rail")).includes("to review"),
    "the review",
  );
  await openReviews(ben);
  await photographModal("reviews", BEN, TREASURY);
}

async function approvedDespite(name: string, fault: Fault): Promise<void> {
  sandbox.rails.faults.add({ operation: "POST /rails", fault });
  const card = await ask(ana, { name, reason: "Pays the suppliers on the 15th." });
  await approve(ben, card);
  await approve(cal, card);
}

/** The last message of a conversation in which this text is. */
async function photographMessage(
  picture: string,
  channel: string,
  containing: string,
  reader: string = BEN,
): Promise<void> {
  await using page = await pageAt(reader, channel);
  const messages = page.locator(".messages > .message");
  const byText = messages.filter({ hasText: containing }).last();
  const message = /^\d+\.\d+$/.test(containing) ? messages.last() : byText;
  await message.waitFor();
  // In Slack it has none of the sandbox's own links.
  await page.addStyleTag({ content: ".panel-links { display: none }" });
  await photograph(page, message, picture);
}

async function photographModal(picture: string, reader: string, channel: string): Promise<void> {
  await using page = await pageAt(reader, channel);
  const modal = page.locator("dialog[open]");
  await modal.waitFor();
  await photograph(page, modal, picture);
}

async function photographPage(picture: string, reader: string, place: string): Promise<void> {
  await using page = await pageAt(reader, place === "home" ? APPROVALS : place, 720);
  if (place === "home") {
    await page.getByRole("button", { name: "Signalbox" }).first().click();
    await page.getByRole("tab", { name: "Home" }).click();
  }
  await page.getByText("Payroll float").first().waitFor();
  await photograph(page, page.locator("body"), picture, 720);
}

/** The bank and the chain after a deposit that is held and one that is delivered. */
async function photographBankAndChain(): Promise<void> {
  await using page = await pageAt(ANA, TREASURY, 860);
  await page.goto(sandbox.rails.pageUrl("Acme"));
  await page.getByLabel("From", { exact: true }).selectOption({ index: 1 });
  await page.getByLabel("Amount").fill("90.00");
  await page.keyboard.press("Enter");
  await page.getByText("90.00 GBP held").waitFor();
  await page.getByLabel("From", { exact: true }).selectOption({ index: 0 });
  await page.getByLabel("Amount").fill("25,000.00");
  await page.keyboard.press("Enter");
  await page.getByText("25,000.00 GBPA delivered").first().waitFor();
  await photograph(page, page.locator("body"), "bank-and-chain", 860);
  await page.setViewportSize(FRAME);
  await page.emulateMedia({ colorScheme: "light" });
  frames.push(await page.screenshot());
}

async function pageAt(reader: string, channel: string, height = 1_600) {
  const page = await browser.newPage({
    viewport: { width: WIDTHS[""], height },
    timezoneId: "Europe/London",
    reducedMotion: "reduce",
    // For the style of a photograph.
    bypassCSP: true,
  });
  await page.goto(`${sandbox.slack.url}/#${reader}/${channel}`);
  return page;
}

async function photograph(page: Page, what: Locator, picture: string, height = 1_600) {
  for (const [narrow, width] of Object.entries(WIDTHS)) {
    await page.setViewportSize({ width, height });
    for (const fault of await whatIsHardToRead(what)) {
      faults.push(`${picture} at ${width} px ${fault}`);
    }
    for (const [dark, colorScheme] of Object.entries(SCHEMES)) {
      await page.emulateMedia({ colorScheme });
      await what.screenshot({ path: `${folder}/${picture}${narrow}${dark}.png` });
    }
  }
}

/** One picture of the moving one: the page as this person sees it now. */
async function frame(reader: string, channel: string): Promise<void> {
  await using page = await browser.newPage({ viewport: FRAME, reducedMotion: "reduce" });
  await page.goto(`${sandbox.slack.url}/#${reader}/${channel}`);
  await page.locator(".messages > .message, dialog[open]").last().waitFor();
  frames.push(await page.screenshot());
}

function moving(pictures: readonly Buffer[]): Uint8Array {
  const { applyPalette, GIFEncoder, quantize } = gifenc;
  const gif = GIFEncoder();
  for (const picture of pictures) {
    const { data, width, height } = PNG.sync.read(picture);
    const palette = quantize(data, 128);
    gif.writeFrame(applyPalette(data, palette), width, height, { palette, delay: FRAME_MS });
  }
  gif.finish();
  return gif.bytes();
}
