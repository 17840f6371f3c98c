import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { MIDDLE_GROUP, WORDS } from "../../harness/words.ts";
import { openPage } from "../../sandbox/slack-page/open-page.ts";
import { audit } from "../../sandbox/support/audit.ts";
import { isWholeIn, useBrowser } from "../../sandbox/support/browser.ts";
import { ANA, APPROVALS, BEN, CAL, openRegistered, TREASURY, WALLET } from "../team.ts";

const browser = useBrowser();
const { command, commands, buttons, labels } = WORDS;

/** Axe finds nothing, and nothing has to be scrolled sideways: narrow and dark, wide and light. */
async function expectSound(page: Page): Promise<void> {
  for (const [width, colorScheme] of [
    [360, "dark"],
    [1_280, "light"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
    expect(await audit(page), `${width} px, ${colorScheme}`).toEqual([]);
  }
}

type Reach = (what: Locator) => Promise<void>;

/** As people do who have no mouse. */
const byKeyboard: Reach = async (what) => {
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if (await what.evaluate((node) => node.matches(":focus"))) return;
    await what.page().keyboard.press("Tab");
  }
  throw new Error(`No Tab leads to ${what}`);
};
const byMouse: Reach = (what) => what.click();

async function press(reach: Reach, what: Locator): Promise<void> {
  await what.waitFor();
  await reach(what);
  if (reach === byKeyboard) await what.page().keyboard.press("Enter");
}

/** Types it where `what` is; in a menu its first letters choose. */
async function type(reach: Reach, what: Locator, text: string): Promise<void> {
  await what.waitFor();
  await reach(what);
  await what.page().keyboard.type(text);
}

const formOn = (page: Page, title: RegExp) => page.getByRole("dialog", { name: title });

test("S89 a Rail, asked for and approved in a browser by mouse and by keyboard alone, with every fact in sight", async () => {
  await using stage = await openRegistered({ loops: true });

  await using anas = await openPage(browser(), stage.slack, { as: ANA, in: TREASURY });
  await anas.say(`${command} ${commands.newRail}`);
  const form = formOn(anas.page, /^New Rail/);
  await type(byKeyboard, form.getByLabel(labels.destination), "Treasury");
  await type(byKeyboard, form.getByLabel(labels.name), "Payroll float");
  await type(byKeyboard, form.getByLabel(labels.reason), "Funds the payroll run.");
  await expectSound(anas.page);
  await press(byKeyboard, form.getByRole("button", { name: buttons.review }));
  const review = formOn(anas.page, /^Review/);
  await review.waitFor();
  await expectSound(anas.page);
  await press(byKeyboard, review.getByRole("button", { name: buttons.requestApproval }));
  const { number } = await stage.until(async () => {
    const card = (await stage.cards()).find(({ text }) => text.includes("Payroll float"));
    if (!card) throw new Error("There is no card");
    return card;
  }, "the card");

  for (const [by, reach] of [
    [BEN, byMouse],
    [CAL, byKeyboard],
  ] as const) {
    await using tab = await openPage(browser(), stage.slack, { as: by, in: APPROVALS });
    const { page } = tab;
    await expectSound(page);
    await press(reach, page.getByRole("button", { name: `${buttons.review} ${number}` }));
    const check = formOn(page, /^Check/);
    const question = await check.getByText(MIDDLE_GROUP).first().textContent();
    const [, first, last] = MIDDLE_GROUP.exec(question ?? "") ?? [];
    const group = WALLET.slice(Number(first) - 1, Number(last));
    await type(reach, check.getByLabel(MIDDLE_GROUP), group);
    await reach(check.getByLabel("Contract or invoice"));
    await page.keyboard.press("Space");
    await expectSound(page);
    await press(reach, check.getByRole("button", { name: buttons.next }));
    const facts = formOn(page, /^Approve/);
    await facts.waitFor();
    await expectSound(page);

    await page.setViewportSize({ width: 360, height: 800 });
    const shown = [
      facts.getByText("First Rail to this wallet"),
      facts.getByText(WALLET.slice(-4)),
      facts.getByText("Funds the payroll run."),
    ];
    for (const each of shown) expect(await isWholeIn(each, "dialog")).toBe(true);
    const tops = await Promise.all(shown.map(async (each) => (await each.boundingBox())?.y));
    expect(tops).toEqual(tops.toSorted((one = 0, other = 0) => one - other));
    await press(reach, facts.getByRole("button", { name: buttons.approve, exact: true }));
    await facts.waitFor({ state: "hidden" });
    expect(tab.troubles).toEqual([]);
  }

  await anas.page.getByText(`Pay GBP into Rail ${number}`).waitFor();
  await expectSound(anas.page);
  // A link to a card leads to it, in the page.
  await press(byMouse, anas.page.getByRole("link", { name: "Open card" }).first());
  await anas.page.waitForURL((url) => url.searchParams.get("in") === APPROVALS);
  expect(anas.troubles).toEqual([]);
}, 90_000);
