import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type RailService, startRailService } from "../../../src/sandbox/rail-service/server.ts";
import { audit, faultsIn } from "../support/audit.ts";
import { troublesOn, useBrowser } from "../support/browser.ts";
import { ACME, as, BIRCH, bankOf, createRails, SOLANA_ADDRESS } from "./support.ts";

const browser = useBrowser();
const HOSTILE = "<b>Cold</b> wallet";

let service: RailService;
let page: Page;
let troubles: string[];
beforeAll(async () => {
  const wallet = { name: HOSTILE, address: SOLANA_ADDRESS };
  service = await startRailService({ companies: [{ ...ACME, wallet }, BIRCH] });
  await bankOf(service).onRamp(wallet.address);
  await bankOf(service).offRamp();
  page = await browser().newPage();
  page.setDefaultTimeout(20_000);
  troubles = troublesOn(page, new URL(service.baseUrl).origin);
});
afterAll(() => service.stop());
// The browser itself notes a 422.
afterEach(() => expect(troubles.filter((each) => !each.includes("422"))).toEqual([]));

/** Opens the page for a new visit, with a deposit into the first or the second Rail ready. */
async function look(which: 0 | 1): Promise<void> {
  await page.goto(service.pageUrl("Acme", service.rails("Acme")[which]?.id));
}

const deposits = () => page.getByRole("list", { name: "Deposits" }).locator("> li");
const picture = () => page.getByRole("figure");
const amount = () => page.getByLabel("Amount");
const balances = (name: string) =>
  page.getByRole("list", { name: `Balances of ${name}`, exact: true });

it("has a deposit ready for the keyboard, and shows what becomes of it by itself", async () => {
  await look(0);
  await page.getByText("No deposit yet.").waitFor();

  await page.keyboard.type("1,250.5");
  await page.keyboard.press("Enter");

  await deposits().filter({ hasText: "Delivered" }).waitFor();
  await balances("Operating account").getByText("248,749.50 GBP").waitFor();
  await balances(HOSTILE).getByText("101,250.50 GBPA").waitFor();
  await picture().getByText("1 deposit. The latest: 1,250.50 GBP, delivered.").waitFor();
  await expect.poll(() => amount().inputValue()).toBe("");
  expect(await page.getByLabel("To", { exact: true }).inputValue()).toMatch(/^GB\d\d SBOX /);
});

it("shows a held deposit with its reason, until somebody returns it", async () => {
  await look(0);
  const label = "Petty cash · 1,500.00 GBP · not whitelisted";
  await page.getByLabel("From").selectOption({ label });
  await amount().fill("40");
  await page.getByRole("button", { name: "Send", exact: true }).click();

  const held = deposits().filter({ hasText: "Held" });
  await held.getByText("It came from an account that is not whitelisted.").waitFor();
  await picture().getByText("40.00 GBP held").waitFor();
  expect(await audit(page)).toEqual([]);
  await held.getByRole("button", { name: "Return: 40.00 GBP to Petty cash" }).click();

  await deposits().filter({ hasText: "Returned" }).waitFor();
  await balances("Petty cash").getByText("1,500.00 GBP").waitFor();
  await picture().getByText("40.00 GBP held").waitFor({ state: "detached" });
});

it("keeps what somebody types while others pay, and refuses at the field what is wrong", async () => {
  await look(1);
  await amount().fill("1.250,50");
  await deposits().first().locator("summary").click();
  const bank = bankOf(service);
  const to = (await bank.place("Petty cash")).address;
  await bank.pay("Operating account", to, "7.00", "GBP");

  await balances("Petty cash").getByText("1,507.00 GBP").waitFor();
  expect(await amount().inputValue()).toBe("1.250,50");
  expect(await deposits().first().getByText("Report again").isVisible()).toBe(true);
  await amount().press("Enter");
  await expect
    .poll(() => amount().evaluate((it) => String(Reflect.get(it, "validationMessage"))))
    .toContain("must be an amount with a point before its decimals");
  expect(await amount().evaluate((it) => it.matches(":focus"))).toBe(true);
});

it("shows a company its own alone, and its first Rail as soon as there is one", async () => {
  await look(0);
  await page.getByRole("link", { name: "Birch" }).click();
  await page.getByText("There is no Rail yet.").waitFor();
  expect(await page.locator("main").textContent()).not.toContain("rail_");

  const [rail = ""] = await createRails(as(BIRCH, service.baseUrl), 1);

  await picture().getByText(rail).waitFor();
});

it("fits into 360 pixels in light and dark, also by its audit", async () => {
  await look(0);
  await page.getByRole("link", { name: /Main account/ }).click();
  await picture().getByText("Dedicated wallet").waitFor();
  expect(await faultsIn(page)).toEqual([]);
});
