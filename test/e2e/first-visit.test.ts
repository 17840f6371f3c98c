import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  ACME,
  ANA,
  APPROVALS,
  BEN,
  CAL,
  DEE,
  SIGNALBOX,
  TREASURY,
} from "../../src/sandbox/slack-workspace/seed.ts";
import { audit } from "../support/audit.ts";
import { launchBrowser } from "../support/browser.ts";
import { addToSlack } from "../support/install.ts";
import type { Person } from "../support/person.ts";
import { person } from "../support/person.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import { openTokenForm } from "../support/token-form.ts";
import { useSandbox } from "../support/use-sandbox.ts";
import { createRailsElsewhere } from "./rails-elsewhere.ts";
import { chooseChannel, linkToConnect, nameApprovers, setupReading } from "./set-up-steps.ts";
import { approve, ask, askToWhitelist, cardReading } from "./steps.ts";

const browser = await launchBrowser();
const here = useSandbox({ isEmbedded: true });
let page: Page;
beforeAll(async () => {
  if (!browser) return;
  page = await browser.newPage();
  page.setDefaultTimeout(10_000);
  // Enter in a form presses its button, too: that click has no detail.
  await page.addInitScript(
    "window.clicks = 0; addEventListener('click', ({ detail }) => { if (detail > 0) clicks += 1; }, true)",
  );
});
afterAll(() => browser?.close());

/** Clicks since the page was opened. What is typed, chosen in a field or sent by Enter is none. */
const clicks = () => page.evaluate<number>("window.clicks");

const tour = () => page.getByRole("region", { name: "Tour" });
const press = (where: Locator | Page, name: string) =>
  where.getByRole("button", { name, exact: true }).click();
const card = () => page.getByRole("article").filter({ hasText: "R-1 · Payroll float" }).first();

/** Audits what is shown, and that it does not scroll sideways, in a wide window and in a narrow one. */
async function expectSound(): Promise<void> {
  const faults: string[] = [];
  for (const [width, colorScheme] of [
    [390, "dark"],
    [1_280, "light"],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const needed = await page.evaluate<number>("document.documentElement.scrollWidth");
    if (needed > width) faults.push(`${width} px scrolls sideways`);
    faults.push(...(await audit(page)).map((fault) => `${width} px, ${colorScheme}: ${fault}`));
  }
  expect(faults).toEqual([]);
}

describe.skipIf(!browser)("a first visit", () => {
  it("has a tour without a fault, which the keyboard alone goes through, and which is shown once", async () => {
    await page.goto(here.slack.url);
    for (const [step, button] of ["Be Ana in #treasury", "Be Ben among the approvers"].entries()) {
      await tour()
        .getByText(`Step ${step + 1} of 3`)
        .waitFor();
      const go = tour().getByRole("button", { name: button });
      if (step === 0) await go.focus();
      await go.and(page.locator(":focus")).waitFor();
      await expectSound();
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
    }
    await tour().getByText("Step 3 of 3").waitFor();
    await expectSound();
    await press(tour(), "Finish");
    await tour().waitFor({ state: "hidden" });
    await page.reload();
    await page.getByRole("log").waitFor();
    expect(await tour().count()).toBe(0);
  });

  it("leads to deposit instructions in 12 clicks, and an approver decides in 3", async () => {
    await page.evaluate("localStorage.clear()");
    await page.goto("about:blank");
    await page.goto(here.slack.url);
    await press(tour(), "Be Ana in #treasury");
    await page.getByRole("combobox").and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Enter");
    const form = page.getByRole("dialog", { name: /^New Rail/ });
    await form.getByLabel("Name").fill("Payroll float");
    await form.getByLabel("Reason").fill("Funds the monthly payroll run");
    await expectSound();
    await press(form, "Review");
    await page.getByRole("dialog", { name: /^Review/ }).waitFor();
    await expectSound();
    await press(page, "Send for approval");
    await press(tour(), "Next");
    for (const approver of ["Ben Okafor", "Cal Lindqvist"]) {
      if (approver !== "Ben Okafor") {
        await page.getByRole("navigation").getByRole("button", { name: approver }).click();
      }
      const before = await clicks();
      await press(card(), "Review");
      const check = page.getByRole("dialog", { name: /^Check R-/ });
      await check.getByLabel(/^Characters/).fill(await charactersAskedFor(check));
      await check.getByLabel("Where did you check them?").selectOption("Earlier payment");
      await expectSound();
      await press(check, "Next");
      const review = page.getByRole("dialog", { name: /^Approve R-/ });
      await review.waitFor();
      await expectSound();
      await press(review, "Approve");
      await review.waitFor({ state: "hidden" });
      expect((await clicks()) - before).toBeLessThanOrEqual(3);
    }
    await card().getByText("DONE", { exact: true }).waitFor();
    await expectSound();
    await press(tour(), "Next");
    await page.getByRole("heading", { name: "Pay into Payroll float" }).waitFor();
    expect(await clicks()).toBeLessThanOrEqual(12);
    await expectSound();
  });

  it("finds one Rail of 60 by a part of its name, with one line", async () => {
    await createRailsElsewhere(here, 59);
    await page.getByRole("combobox", { name: /^Message/ }).fill("/rail show roll");
    await page.keyboard.press("Enter");
    const found = page.getByRole("article").filter({ hasText: "Only visible to you" });
    await found.getByRole("heading", { name: "Pay into Payroll float" }).waitFor();
    expect(await here.rails.rails("Acme")).toHaveLength(60);
  });
});

const ADDRESS = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";

async function charactersAskedFor(check: Locator): Promise<string> {
  const label = await check.getByText(/^Characters \d+ to/).textContent();
  const [first = 0, last] = label?.match(/\d+/g)?.map(Number) ?? [];
  return ADDRESS.slice(first - 1, last);
}

it("takes 30 clicks from installing to the first Rail, without a restart", async () => {
  const sandbox = await startTestSandbox({ world: "many" });
  try {
    let clicked = 0;
    /** Counts each press of a button, as each person has a Slack of their own. */
    const as = (id: string): Person => {
      const who = person(sandbox.slack.url, id, { team: ACME, app: SIGNALBOX });
      return {
        ...who,
        click: (...what) => who.click(...what).finally(() => (clicked += 1)),
        submit: () => who.submit().finally(() => (clicked += 1)),
        close: (...which) => who.close(...which).finally(() => (clicked += 1)),
      };
    };
    const [ana, ben, cal] = [as(ANA), as(BEN), as(CAL)];

    await addToSlack(sandbox.slack, sandbox.publicUrl ?? "", "Ben Okafor, in Acme");
    clicked += 2; // Add to Slack, Allow
    for (const channel of [TREASURY, APPROVALS]) await ben.command(channel, "/invite @signalbox");
    await ben.command(TREASURY, "/rail setup");
    await setupReading(ben, "1 · Connection");
    const { send } = await openTokenForm(await linkToConnect(ben));
    await send(sandbox.railTokens.get("Acme") ?? "");
    clicked += 2; // The link, and the button of the page
    await setupReading(ben, "The workspace is connected.");
    await chooseChannel(ben, APPROVALS);
    await nameApprovers(ben, [BEN, CAL, DEE], 2);
    await setupReading(ben, "Acme is set up");
    await ben.close("all");

    const wallet = { name: "Treasury cold wallet", network: "SOLANA_DEVNET", address: ADDRESS };
    const whitelisting = await askToWhitelist(ana, wallet);
    for (const approver of [ben, cal]) await approve(approver, whitelisting);
    await cardReading(ana, "Treasury cold wallet", "WHITELISTED", 60_000);
    const rail = await ask(ana, { name: "Payroll float" });
    for (const approver of [ben, cal]) await approve(approver, rail);
    await cardReading(ana, "Payroll float", "DONE", 60_000);
    expect(clicked).toBeLessThanOrEqual(30);
  } finally {
    await sandbox.stop();
  }
}, 120_000);
