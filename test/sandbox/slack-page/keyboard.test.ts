import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { faultsIn } from "../support/audit.ts";
import { useBrowser } from "../support/browser.ts";
import { openApprovals } from "./approvals-page.ts";

const browser = useBrowser();

let tab: Awaited<ReturnType<typeof openApprovals>>;
beforeAll(async () => {
  tab = await openApprovals(browser());
});
afterAll(() => tab[Symbol.asyncDispose]());

const follow = (name: string | RegExp) => tab.page.getByRole("link", { name }).first().click();

async function openFaultyForm(): Promise<void> {
  await tab.say("/rail new");
  await tab.form.getByRole("button", { name: "Send" }).click();
  await tab.form.getByText("Please complete this required field.").first().waitFor();
}

/** Waits until this has the focus. */
const focusIsOn = (wanted: Locator) => wanted.and(tab.page.locator(":focus")).waitFor();

test("keeps the focus in a form that a command opened, and gives it back", async () => {
  const { page, form, composer } = tab;
  await tab.say("/rail new");
  await focusIsOn(form.getByRole("heading", { name: "New Rail" }));

  const hasLeft: unknown[] = [];
  for (let presses = 0; presses < 24; presses += 1) {
    await page.keyboard.press(presses < 12 ? "Tab" : "Shift+Tab");
    hasLeft.push(
      await page.evaluate(
        // Between the last control and the first, the browser's own have it.
        "document.activeElement !== document.body && !document.activeElement.closest('dialog')",
      ),
    );
  }
  await page.keyboard.press("Escape");
  await form.waitFor({ state: "detached" });

  expect(hasLeft).not.toContain(true);
  await focusIsOn(composer);
});

test("comes back from a view to the button that opened it, in the form and on the card", async () => {
  const { page, form } = tab;
  await page.getByRole("button", { name: "Details" }).focus();
  await page.keyboard.press("Enter");
  await form.getByRole("button", { name: "More", exact: true }).focus();
  await page.keyboard.press("Enter");
  const second = page.getByRole("dialog", { name: "More about it" });
  await focusIsOn(second.getByRole("heading", { name: "More about it" }));
  await page.keyboard.press("Escape");
  await focusIsOn(form.getByRole("button", { name: "More", exact: true }));
  await tab.updateCard();
  await page.getByText("edited").waitFor();
  await page.keyboard.press("Escape");

  await focusIsOn(page.getByRole("button", { name: "Details" }));
});

test("shows what is wrong with a field where the focus goes, and reads it out with it", async () => {
  const { page, form } = tab;
  await openFaultyForm();

  await focusIsOn(form.getByLabel("Name"));
  expect(await form.ariaSnapshot()).toBe(FORM_READ_OUT);
  await page.keyboard.type("P");
  await expect.poll(() => form.locator(".field-error").count()).toBe(1);
  await page.keyboard.press("Escape");
  await form.waitFor({ state: "detached" });
});

test("has menus that the keyboard opens, goes through and leaves", async () => {
  const { page } = tab;
  const opener = page.getByRole("article").getByText("⋯");
  const item = (name: string) => page.getByRole("button", { name, exact: true });

  await opener.focus();
  await page.keyboard.press("Enter");
  await focusIsOn(item("Show"));
  await page.keyboard.press("Escape");
  await focusIsOn(opener);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await focusIsOn(item("Withdraw"));
  await page.keyboard.press("Enter");

  await expect.poll(() => tab.heard).toEqual(["withdraw"]);
  await item("Withdraw").waitFor({ state: "hidden" });
  await focusIsOn(opener);
});

/** Each step leads from what is shown after the one before. */
const SHOWN: readonly [string, () => Promise<unknown>][] = [
  ["a channel", () => tab.page.getByRole("article").first().waitFor()],
  ["a form with errors", openFaultyForm],
  ["a menu", () => tab.form.getByRole("button", { name: "More actions" }).click()],
  [
    "the control room",
    async () => {
      for (const _ of ["menu", "form"]) await tab.page.keyboard.press("Escape");
      await tab.form.waitFor({ state: "detached" });
      await follow("Control room");
      await tab.page.getByText("Moves every date").waitFor();
    },
  ],
  [
    "the app's Home",
    async () => {
      for (const name of [/Signalbox/, "Home"]) await follow(name);
      await tab.page.getByText("Nothing waits for you").waitFor();
    },
  ],
  [
    "a refusal",
    async () => {
      await follow(/^# treasury(?!-)/);
      await tab.say("/nothing");
      await tab.page.getByRole("alert").getByText("/nothing is not a command").waitFor();
      expect(await tab.composer.inputValue()).toBe("/nothing");
      await tab.composer.fill("");
    },
  ],
];

test.each(SHOWN)("passes an audit, also in dark at 360 pixels: %s", async (_, show) => {
  await show();
  expect(await faultsIn(tab.page)).toEqual([]);
});

test("stays at a card whose buttons went with the press", async () => {
  const { page } = tab;
  await page.getByRole("button", { name: "Approve" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("article").getByText("Approved", { exact: true }).waitFor();

  await focusIsOn(page.getByRole("article"));
});

const FORM_READ_OUT = `
- dialog "New Rail":
  - heading "New Rail" [level=2]
  - button "Close all": ✕
  - text: Name
  - textbox "Name" [invalid]
  - paragraph: Please complete this required field.
  - text: Rail type
  - radiogroup "Rail type" [invalid]:
    - radio "On-ramp"
    - text: On-ramp
    - radio "Off-ramp"
    - text: Off-ramp
  - paragraph: Please complete this required field.
  - paragraph: It cannot be changed later.
  - text: Payroll float waits for you
  - button "More actions": ⋯
  - button "More"
  - button "Cancel"
  - button "Send"`.trim();
