import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { openApprovals } from "./approvals-page.ts";

const browser = await launchBrowser();
const open = new AsyncDisposableStack();
afterAll(() => open.disposeAsync());

let tab: Awaited<ReturnType<typeof openApprovals>>;
let page: Page;
beforeAll(async () => {
  if (!browser) return;
  open.defer(() => browser.close());
  tab = open.use(await openApprovals(browser));
  page = tab.page;
});
beforeEach(() => {
  if (browser) tab.heard.length = 0;
});

describe.skipIf(!browser)("the page without a mouse", () => {
  it("offers commands that arrows go through, Enter takes and Escape puts away", async () => {
    const box = tab.composer;
    const chosen = () =>
      box.evaluate((node) => {
        const id = node.getAttribute("aria-activedescendant");
        return id && node.ownerDocument.getElementById(id)?.querySelector("strong")?.textContent;
      });

    await box.focus();
    await page.keyboard.type("/");
    const seen = [await chosen()];
    for (const key of ["ArrowDown", "ArrowDown", "ArrowUp"]) {
      await page.keyboard.press(key);
      seen.push(await chosen());
    }
    expect(seen).toEqual(["/rail", "/rates", "/rail", "/rates"]);
    expect(await page.getByRole("option", { selected: true }).textContent()).toContain("/rates");
    await page.keyboard.press("Escape");
    expect([await box.getAttribute("aria-expanded"), await chosen()]).toEqual(["false", null]);
    await page.keyboard.type("ra");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");

    expect(await box.inputValue()).toBe("/rates ");
    expect(await chosen()).toBeNull();
    await box.fill("");
  });

  it("opens a form by a command, keeps the focus in it, and gives it back", async () => {
    await tab.composer.fill("/rail new");
    await page.keyboard.press("Enter");
    await tab.form.waitFor();
    await focusIsOn(tab.form.getByRole("heading", { name: "New Rail" }));

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
    await tab.form.waitFor({ state: "hidden" });

    expect(hasLeft).not.toContain(true);
    await focusIsOn(tab.composer);
  });

  it("comes back from a view to the button that opened it, in the form and on the card", async () => {
    await page.getByRole("button", { name: "Details" }).focus();
    await page.keyboard.press("Enter");
    await tab.form.getByRole("button", { name: "More", exact: true }).focus();
    await page.keyboard.press("Enter");
    const second = page.getByRole("dialog", { name: "More about it" });
    await focusIsOn(second.getByRole("heading", { name: "More about it" }));
    await page.keyboard.press("Escape");
    await focusIsOn(tab.form.getByRole("button", { name: "More", exact: true }));
    await tab.updateCard();
    await page.getByText("edited").waitFor();
    await page.keyboard.press("Escape");

    await focusIsOn(page.getByRole("button", { name: "Details" }));
  });

  it("shows what is wrong with a field where the focus goes, and reads it out with the field", async () => {
    await tab.composer.fill("/rail new");
    await page.keyboard.press("Enter");
    await tab.form.getByLabel("Name").focus();
    await page.keyboard.press("Enter");
    await tab.form.getByText("Please complete this required field.").first().waitFor();

    await focusIsOn(tab.form.getByLabel("Name"));
    expect(await tab.form.ariaSnapshot()).toBe(FORM_READ_OUT);
    await page.keyboard.press("Escape");
    await tab.form.waitFor({ state: "hidden" });
  });

  it.each(["on a card", "in a form"])("has a menu %s that arrows go through", async (place) => {
    if (place === "in a form") {
      await tab.composer.fill("/rail new");
      await page.keyboard.press("Enter");
    }
    const around = place === "in a form" ? tab.form : page.getByRole("article");
    const opener = around.getByRole("button", { name: "More actions" }).first();
    const items = page.getByRole("menuitem");

    await opener.focus();
    await page.keyboard.press("Enter");
    await focusIsOn(items.nth(0));
    await page.keyboard.press("Escape");
    await focusIsOn(opener);
    expect([await items.count(), await opener.getAttribute("aria-expanded")]).toEqual([0, "false"]);
    await page.keyboard.press("Enter");
    for (const key of ["End", "ArrowDown", "ArrowUp", "ArrowUp"]) await page.keyboard.press(key);
    await page.keyboard.press("Enter");

    await expect.poll(() => tab.heard).toEqual(["Withdraw"]);
    await focusIsOn(opener);
    if (place === "in a form") await page.keyboard.press("Escape");
    await tab.form.waitFor({ state: "hidden" });
  });

  it("goes through tabs by arrows, and shows the one that has the focus", async () => {
    await page
      .getByRole("button", { name: /Signalbox/ })
      .first()
      .focus();
    await page.keyboard.press("Enter");
    const [home, messages] = ["Home", "Messages"].map((name) => page.getByRole("tab", { name }));
    await messages?.focus();
    await page.keyboard.press("ArrowRight");

    await tab.page
      .getByRole("tabpanel", { name: "Home" })
      .getByText("Nothing waits for you")
      .waitFor();
    await focusIsOn(home);
    await page.keyboard.press("ArrowLeft");
    await focusIsOn(messages);
    await page.getByRole("tabpanel", { name: "Messages" }).waitFor();
    await page.getByRole("button", { name: "# treasury", exact: true }).click();
  });

  it("stays at a card whose buttons went with the press", async () => {
    await page.getByRole("button", { name: "Approve" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("article").getByText("Approved", { exact: true }).waitFor();

    await focusIsOn(page.getByRole("article"));
    expect(tab.troubles).toEqual([]);
  });
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
  - strong: Payroll float
  - text: waits for you
  - button "More actions": ⋯
  - button "More"
  - button "Cancel"
  - button "Send"`.trim();

async function focusIsOn(wanted: Locator | undefined): Promise<void> {
  await wanted?.and(page.locator(":focus")).waitFor();
}
