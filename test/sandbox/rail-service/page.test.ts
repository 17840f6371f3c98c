import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Company,
  type RailService,
  startRailService,
} from "../../../src/sandbox/rail-service/server.ts";
import { audit } from "../support/audit.ts";
import { launchBrowser } from "../support/browser.ts";
import { troublesOn } from "../support/troubles.ts";
import {
  ACME,
  aRailService,
  as,
  BIRCH,
  IBAN,
  idIn,
  offRamp,
  onRamp,
  whitelistBankAccount,
  whitelistWallet,
} from "./support.ts";

const browser = await launchBrowser();
const open = new AsyncDisposableStack();
afterAll(() => open.disposeAsync());

const OUTSIDE: Company["outside"] = {
  bankAccounts: [
    { name: "Operating account", iban: IBAN, balances: [{ asset: "GBP", amount: "5000.00" }] },
    { name: "<b>Petty</b> cash", balances: [{ asset: "GBP", amount: "100.00" }] },
  ],
  wallets: [
    {
      name: "Trading wallet",
      network: "SOLANA_DEVNET",
      balances: [{ asset: "GBPA", amount: "800.00" }],
    },
  ],
};

const PETTY_CASH = "<b>Petty</b> cash · 100.00 GBP · not whitelisted";

let service: RailService;
let rails: { on: string; off: string };
let page: Page;
let troubles: string[];
beforeAll(async () => {
  if (!browser) return;
  open.defer(() => browser.close());
  service = await startRailService({ companies: [{ ...ACME, outside: OUTSIDE }, BIRCH] });
  open.defer(() => service.stop());
  const acme = as(ACME, service.baseUrl);
  rails = {
    on: idIn(await acme.post("/rails", onRamp(await whitelistWallet(acme)))),
    off: idIn(await acme.post("/rails", offRamp(await whitelistBankAccount(acme)))),
  };
  page = await browser.newPage({ reducedMotion: "reduce" });
  page.setDefaultTimeout(10_000);
  troubles = troublesOn(page, new URL(service.baseUrl).origin);
});
/** Begins anew: another place in the same page is no new page. */
async function look(company: string, rail?: string): Promise<void> {
  troubles.length = 0;
  await page.goto("about:blank");
  await page.goto(service.pageUrl(company, rail));
  await movements().first().waitFor();
}

const deposits = () => page.getByRole("list", { name: "Deposits" }).getByRole("listitem");
const movements = () => page.getByRole("list", { name: "Movements" }).getByRole("listitem");
const picture = () => page.getByRole("figure");
const isFocused = (field: Locator) => field.evaluate((it) => it.matches(":focus"));
const balances = (name: string): Locator =>
  page.getByRole("list", { name: `Balances of ${name}`, exact: true });

async function send(amount: string): Promise<void> {
  await page.getByLabel("Amount").fill(amount);
  await page.getByRole("button", { name: "Send", exact: true }).click();
}

/** From elsewhere, as another person would. */
async function otherwisePaid(from: string, amount: string): Promise<void> {
  const to = (await page.getByLabel("To IBAN").inputValue()).replaceAll(" ", "");
  const path = new URL("/sandbox/companies/Acme/payments", service.baseUrl);
  const body = JSON.stringify({ from, to, asset: "GBP", amount });
  await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body });
}

describe.skipIf(!browser)("the page of the bank and the chain", () => {
  it("has a deposit into the Rail ready, and shows it delivered and the balances moved, all by itself", async () => {
    await look("Acme", rails.on);
    await page.getByText("No deposit yet.").waitFor();
    expect(await isFocused(page.getByLabel("Amount"))).toBe(true);

    await send("1,250.5");

    const deposit = deposits().filter({ hasText: "Delivered" });
    await deposit.getByText("1,250.50 GBP", { exact: true }).waitFor();
    await balances("Operating account").getByText("3,749.50 GBP").waitFor();
    await balances("Treasury").getByText("1,250.50 GBPA").waitFor();
    await picture().getByText("1,250.50 GBP converted").waitFor();
    await picture().getByText("1,250.50 GBPA delivered").waitFor();
    await movements().filter({ hasText: "Conversion → Treasury" }).waitFor();
    expect(await page.getByLabel("Amount").inputValue()).toBe("");

    await deposit.getByText("More", { exact: true }).click();
    await deposit.getByRole("button", { name: /^Report deposit/ }).click();
    await otherwisePaid(IBAN, "3.00");
    await deposits().filter({ hasText: "3.00 GBPA delivered" }).waitFor();
    expect(await deposits().count()).toBe(2);
    expect(await deposit.getByRole("button", { name: /^Report deposit/ }).isVisible()).toBe(true);
    expect(troubles).toEqual([]);
  });

  it("shows why a deposit is held, and returns it", async () => {
    await look("Acme", rails.on);
    await page.getByLabel("From", { exact: true }).selectOption({ label: PETTY_CASH });
    await send("40");

    const held = deposits().filter({ hasText: "Held" });
    await held.getByText("It came from an account that is not whitelisted.").waitFor();
    await picture().getByText("40.00 GBP held").waitFor();
    await balances("<b>Petty</b> cash").getByText("60.00 GBP").waitFor();
    expect(await audit(page)).toEqual([]);
    await held.getByRole("button", { name: "Return 40.00 GBP to <b>Petty</b> cash" }).click();

    await deposits().filter({ hasText: "Returned" }).waitFor();
    await balances("<b>Petty</b> cash").getByText("100.00 GBP").waitFor();
    await picture().getByText("40.00 GBP held").waitFor({ state: "hidden" });
    expect(troubles).toEqual([]);
  });

  it("has a transfer ready for an off-ramp, which pays the bank account", async () => {
    await look("Acme", rails.off);
    await page.getByText("No deposit yet.").waitFor();

    await send("800");

    await deposits().filter({ hasText: "800.00 GBP delivered" }).waitFor();
    await picture().getByText("800.00 GBP delivered").waitFor();
    await movements().filter({ hasText: "Conversion → Operating account" }).waitFor();
    expect(troubles).toEqual([]);
  });

  it("says at the field what is wrong with it, and sends nothing", async () => {
    await look("Acme", rails.on);
    const amount = page.getByLabel("Amount");
    const count = await movements().count();
    for (const typed of ["1.250,50", "1,25", "1e3"]) {
      await send(typed);
      await page.getByText("Type an amount with a point before its decimals").waitFor();
      expect(await amount.getAttribute("aria-invalid")).toBe("true");
      expect(await isFocused(amount)).toBe(true);
      await amount.fill("");
    }

    await send("999999999");
    await page.locator(`#${await amount.getAttribute("aria-describedby")}`).waitFor();
    expect(await amount.inputValue()).toBe("999999999");
    await page.getByLabel("To IBAN").fill("GB00 NONE");
    await send("1");
    await page.getByText("must be a valid IBAN").waitFor();
    expect(await isFocused(page.getByLabel("To IBAN"))).toBe(true);
    expect(await movements().count()).toBe(count);
    // The browser itself notes each 422.
    expect(troubles.filter((each) => !each.includes("422"))).toEqual([]);
  });

  it("shows a company its own alone, and its first Rail as soon as there is one", async () => {
    await look("Birch", rails.on);
    await page.getByText("There is no Rail yet.").waitFor();
    await page.getByText("Nothing has come into a Rail yet.").waitFor();
    expect(await page.locator("main").textContent()).not.toContain(rails.on);

    const birch = as(BIRCH, service.baseUrl);
    const rail = idIn(await birch.post("/rails", onRamp(await whitelistWallet(birch))));

    await picture().getByText(rail).waitFor();
    expect(await page.getByLabel("To IBAN").inputValue()).toMatch(/^GB\d\d SBOX /);
    await page.getByLabel("Company").selectOption("Acme");
    await page.getByRole("combobox", { name: "Rail" }).waitFor();
    expect(troubles).toEqual([]);
  });

  it("fits into a narrow window in the dark, also by its audit, and runs from station to station", async () => {
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "no-preference" });
    await page.setViewportSize({ width: 360, height: 800 });
    await look("Acme", rails.on);
    await page.getByLabel("Amount").fill("1");
    await page.keyboard.press("Enter");
    await page.locator(".train").waitFor();
    await page.evaluate("document.getAnimations().forEach((each) => each.finish())");
    await page.locator(".train").waitFor({ state: "detached" });

    expect(await audit(page)).toEqual([]);
    const root = page.locator("html");
    expect(await root.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
    expect(troubles).toEqual([]);
  });
});

it("may be shown in a frame by pages of this machine alone, and runs no script but its own", async () => {
  const { headers } = await fetch((await aRailService()).pageUrl("Acme"));

  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("frame-ancestors 'self' http://127.0.0.1:* http://localhost:*");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});
