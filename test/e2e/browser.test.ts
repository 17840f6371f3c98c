import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { grouped } from "../../src/platform/text/shown-text.ts";
import { ANA, BEN, CAL, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import { launchBrowser } from "../support/browser.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import { troublesOn } from "../support/troubles.ts";
import { approve, ask, cardReading } from "./steps.ts";

const browser = await launchBrowser();

/** Set it to a directory, and what the page showed is kept there. */
const { PICTURES } = process.env;

let sandbox: TestSandbox;
let page: Page;
/** Whatever the page complains about, or fetches elsewhere. */
let troubles: string[] = [];
beforeAll(async () => {
  if (!browser) return;
  sandbox = await startTestSandbox({ rates: "slack" });
  const card = await ask(sandbox.as(ANA), { name: "Payroll float" });
  for (const approver of [BEN, CAL]) await approve(sandbox.as(approver), card);
  await cardReading(sandbox.as(ANA), "Payroll float", "DONE");
  page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
  page.setDefaultTimeout(10_000);
  troubles = troublesOn(page, sandbox.slack.url, new URL(sandbox.rails.baseUrl).origin);
  await page.goto(`${sandbox.slack.url}/#${ANA}/${TREASURY}`);
  await page.getByRole("log").waitFor();
  await page.getByRole("button", { name: "Skip the tour" }).click();
});
afterAll(async () => {
  await browser?.close();
  await sandbox?.stop();
});

describe.skipIf(!browser)("on the page in a real browser", () => {
  // An on-ramp's way in a browser is in first-visit.test.ts.
  it("an off-ramp is asked for by Ana and approved by Ben and Cal, and its instructions appear", async () => {
    const [name, address] = ["Cash out", "GB29NWBK60161331926819"];
    await actAs("Ana Flores", "# treasury");
    await say("/rail new");
    const form = dialog("New Rail");
    await form.getByLabel("Off-ramp: stablecoin → bank").check();
    await form.getByText("Network").first().waitFor();
    await form.getByLabel("Name").fill(name);
    await form.getByLabel("Network").selectOption("SOLANA_DEVNET");
    await form.getByLabel("Destination").selectOption({ label: "Operating account" });
    await form.getByLabel("Reason").fill("The weekly run");
    await picture(`form-${name}`);
    await form.getByRole("button", { name: "Review" }).click();
    const review = dialog("Review");
    await review.getByText(grouped(address), { exact: true }).waitFor();
    await picture(`review-${name}`);
    await review.getByRole("button", { name: "Send for approval" }).click();
    await review.waitFor({ state: "hidden" });

    for (const [approver, count] of [
      ["Ben Okafor", 0],
      ["Cal Lindqvist", 1],
    ] as const) {
      await actAs(approver, "# treasury-approvals");
      const card = article(name);
      await card.getByText(`WAITING ${count} of 2`).waitFor();
      await picture(`card-${count}-${name}`);
      await card.getByRole("button", { name: "Review" }).click();
      await checkTheValue(address);
      const full = page.getByRole("dialog", { name: /^Approve R-/ });
      await full.getByText("You approve exactly what is shown.").waitFor();
      await picture(`approve-${count}-${name}`);
      await full.getByRole("button", { name: "Approve", exact: true }).click();
      await full.waitFor({ state: "hidden" });
    }

    await article(name).getByText("DONE", { exact: true }).waitFor();
    expect(
      await article(name)
        .getByRole("button", { name: /approve|Deny|Withdraw/ })
        .count(),
    ).toBe(0);
    await picture(`card-done-${name}`);
    await actAs("Ana Flores", "# treasury");
    await article("Pay into Cash out").waitFor();
    await picture(`instructions-${name}`);
    expect(troubles).toEqual([]);
  });

  it.each([
    ["Payroll float", "Treasury cold wallet", "1,250.50 GBP", "1,250.50 GBPA"],
    ["Cash out", "Operating account", "1,250.50 GBPA", "1,250.50 GBP"],
  ])(
    "%s is paid into from its instructions, and %s receives",
    async (name, destination, sent, received) => {
      await actAs("Ana Flores", "# treasury");
      const panel = page.frameLocator('iframe[title="Bank and chain"]');

      await instructionsOf(name).getByRole("button", { name: "Pay into this Rail" }).click();
      await panel.getByRole("figure").getByText("No deposit yet.").waitFor();
      await panel.getByLabel("Amount").and(panel.locator(":focus")).waitFor();
      await page.keyboard.type("1,250.50");
      await page.keyboard.press("Enter");

      const deposit = panel.getByRole("list", { name: "Deposits" }).getByRole("listitem").first();
      await deposit.getByText("Delivered", { exact: true }).waitFor();
      await deposit.getByText(sent, { exact: true }).waitFor();
      await deposit.getByText(`→ ${received} delivered`).waitFor();
      await panel
        .getByRole("list", { name: "Movements" })
        .getByText(`Conversion → ${destination}`)
        .first()
        .waitFor();
      await picture(`paid-${name}`);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog", { name: "Bank and chain" }).waitFor({ state: "hidden" });
      expect(troubles).toEqual([]);
    },
  );

  it("the lists, the help and the home can be read, and a denial gives its reason", async () => {
    await actAs("Ana Flores", "# treasury");
    for (const [line, words] of [
      ["/rail", "Your requests"],
      ["/rail list", "2 Rails"],
      ["/rail help", "What /rail does"],
      ["/rail destinations", "2 destinations"],
      ["/rail show R-1", "Digest of what is approved"],
    ] as const) {
      await say(line);
      await article(words).last().waitFor();
      await picture(`answer-${line.replaceAll(/\W+/g, "-")}`);
    }
    await say("/rail new");
    const form = dialog("New Rail");
    await form.getByLabel("Name").fill("Second float");
    await form.getByLabel("Reason").fill("Payroll in the second entity\nas agreed on Monday");
    await form.getByRole("button", { name: "Review" }).click();
    const warning = form.getByText("A Rail with these assets and this destination already exists");
    await warning.waitFor();
    expect(await isInSight(warning)).toBe(true);
    await picture("similar");
    await form.getByLabel("Yes, create a second one").check();
    await form.getByRole("button", { name: "Review" }).click();
    await dialog("Review").getByRole("button", { name: "Send for approval" }).click();

    await actAs("Ben Okafor", "# treasury-approvals");
    await article("Second float").getByRole("button", { name: "Deny" }).click();
    const denial = page.getByRole("dialog", { name: /^Deny R-/ });
    await denial.getByLabel("Reason").fill("One is enough");
    await picture("deny");
    await denial.getByRole("button", { name: "Deny", exact: true }).click();

    await article("Second float").getByText("DENIED").waitFor();
    await picture("card-denied");
    expect(troubles).toEqual([]);
  });
});

describe.skipIf(!browser)("by keyboard alone", () => {
  it("a Rail is asked for and approved, from the moment the page is there", async () => {
    await page.goto("about:blank");
    await page.goto(`${sandbox.slack.url}/#${ANA}/${TREASURY}`);
    await page.getByRole("log").waitFor();

    const composer = page.getByRole("combobox", { name: /^Message/ });
    await tabTo(composer);
    await type("/", "Enter", "new", "Enter");
    const form = dialog("New Rail");
    await form.waitFor();
    await tabTo(form.getByLabel("Name"));
    await type("Night run");
    await tabTo(form.getByLabel("Destination"));
    await type("Treasury");
    await tabTo(form.getByLabel("Reason"));
    await type("Sent without a mouse");
    const isMeant = form.getByLabel("Yes, create a second one");
    await tabTo(form.getByRole("button", { name: "Review" }));
    await type("Enter");
    await isMeant.waitFor();
    await tabTo(isMeant);
    await type("Space");
    await tabTo(form.getByRole("button", { name: "Review" }));
    await type("Enter");
    const review = dialog("Review");
    await review.waitFor();
    await tabTo(review.getByRole("button", { name: "Send for approval" }));
    await type("Enter");
    await review.waitFor({ state: "hidden" });
    await composer.and(page.locator(":focus")).waitFor();

    const sidebar = page.getByRole("navigation", { name: "Workspace" });
    await tabTo(sidebar.getByRole("button", { name: "Ben Okafor" }));
    await type("Enter");
    await tabTo(sidebar.getByRole("button", { name: "# treasury-approvals" }));
    await type("Enter");
    const card = article("Night run");
    await tabTo(card.getByRole("button", { name: "Review" }));
    await type("Enter");
    const full = page.getByRole("dialog", { name: /^Approve R-/ });
    await full.getByText("You approve exactly what is shown.").waitFor();
    await tabTo(full.getByRole("button", { name: "Approve", exact: true }));
    await type("Enter");

    await card.getByText("WAITING 1 of 2").waitFor();
    await card
      .locator(":focus")
      .or(card.and(page.locator(":focus")))
      .waitFor();
    expect(troubles).toEqual([]);
  });
});

/** Until it has the focus, as a person would who sees the outline move. */
async function tabTo(wanted: Locator): Promise<void> {
  await wanted.waitFor({ state: "attached" });
  for (let presses = 0; presses < 120; presses += 1) {
    if ((await wanted.and(page.locator(":focus")).count()) === 1) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${wanted} is not reached by Tab`);
}

/** Names of keys are pressed, anything else is typed. */
async function type(...keys: string[]): Promise<void> {
  for (const key of keys) {
    if (["Enter", "Space"].includes(key)) await page.keyboard.press(key);
    else await page.keyboard.type(key);
  }
}

const dialog = (name: string): Locator => page.getByRole("dialog", { name });
const article = (words: string): Locator =>
  page
    .getByRole("article", { name: /Signalbox/ })
    .filter({ hasText: words })
    .first();

const instructionsOf = (name: string): Locator =>
  page
    .getByRole("article", { name: /Signalbox/ })
    .filter({ has: page.getByRole("heading", { name }) });

async function actAs(name: string, channel: string): Promise<void> {
  const sidebar = page.getByRole("navigation", { name: "Workspace" });
  await sidebar.getByRole("button", { name }).click();
  // A card that became another one a moment ago leaves its channel marked as new.
  await sidebar.getByRole("button", { name: new RegExp(`^${channel}\\s*(new)?$`) }).click();
}

async function say(text: string): Promise<void> {
  await page.getByRole("combobox", { name: /^Message/ }).fill(text);
  await page.keyboard.press("Enter");
}

/** As an approver would from their own records: the first use of a destination asks for it. */
async function checkTheValue(value: string): Promise<void> {
  const check = page.getByRole("dialog", { name: /^Check R-/ });
  const question = check.getByLabel(/^Characters/);
  const label = await check.getByText(/^Characters \d+ to/).textContent();
  const [first = 0, last] = label?.match(/\d+/g)?.map(Number) ?? [];
  await question.fill(value.slice(first - 1, last));
  await check.getByLabel("Where did you check them?").selectOption({ label: "Earlier payment" });
  await check.getByRole("button", { name: "Next" }).click();
}

/** A long form scrolls: what stands in it may be out of sight. */
async function isInSight(words: Locator): Promise<boolean> {
  return words.evaluate((node) => {
    const { left, top, height } = node.getBoundingClientRect();
    return node.contains(node.ownerDocument.elementFromPoint(left + 5, top + height / 2));
  });
}

async function picture(name: string): Promise<void> {
  if (PICTURES === undefined) return;
  await page.screenshot({ path: `${PICTURES}/${name.replaceAll(" ", "-")}.png` });
}
