import { expect, test } from "vitest";
import {
  ANA,
  APPROVALS,
  BEN,
  EVE,
  RANDOM,
  TREASURY,
} from "../../../src/sandbox/slack-workspace/seed.ts";
import { GIA, GLOBEX, GLOBEX_TREASURY } from "../../../src/sandbox/slack-workspace/seeds/globex.ts";
import { twoCompanies } from "../../../src/sandbox/slack-workspace/seeds/two-companies.ts";
import { webClient } from "../support/acme.ts";
import { useBrowser } from "../support/browser.ts";
import { openRequestUrl } from "../support/raw-app.ts";
import { openTab } from "./open-page.ts";

const browser = useBrowser();

test("leads through a tour, which ends for good", async () => {
  await using tab = await openTab(browser(), { as: EVE, in: RANDOM });
  const { page, composer, sidebar, slack } = tab;
  slack.show({
    tour: [
      { text: "Ask", label: "Be Ana", person: ANA, channel: TREASURY, typed: "/rail new" },
      { text: "Decide", label: "Be Ben", person: BEN, channel: APPROVALS },
    ],
  });
  const tour = page.getByRole("region", { name: "Tour" });

  // A first visit begins with its first step: Enter sends what is typed.
  await page.goto(slack.url);
  await sidebar.locator("[aria-current]").getByText("Ana Flores").waitFor();
  expect(await composer.inputValue()).toBe("/rail new");
  expect(await composer.evaluate((node) => node.matches(":focus"))).toBe(true);
  await tour.getByRole("link", { name: "Be Ana" }).click();
  await sidebar.locator("[aria-current]").getByText("Ana Flores").waitFor();
  expect(await composer.inputValue()).toBe("/rail new");
  await tour.getByRole("link", { name: "Next" }).click();
  await tour.getByRole("link", { name: "Be Ben" }).click();
  await page.getByRole("heading", { name: "# treasury-approvals" }).waitFor();
  await tour.getByRole("link", { name: "Finish" }).click();
  await tour.waitFor({ state: "detached" });
  await page.goto(slack.url);
  await page.getByRole("log").waitFor();

  expect(await tour.count()).toBe(0);
});

test("shows the way to the other part of the sandbox, where the words of a message lead", async () => {
  await using tab = await openTab(browser());
  const { page, sidebar, slack, post } = tab;
  const url = `${slack.url}/nowhere`;
  const linksIn = (words: string) => (words === "R-1" ? [{ label: "Pay", url }] : []);
  slack.show({ panel: { label: "Bank and chain", url, linksIn } });
  for (const text of ["R-1", "R-2"]) await post(text);
  await page.getByText("R-2").waitFor();

  for (const link of [
    sidebar.getByRole("link", { name: "Bank and chain" }),
    page.getByRole("link", { name: "Pay" }),
  ]) {
    expect(await link.getAttribute("href")).toBe(url);
  }
});

test("moves the clock and switches faults, which the page says until they are off", async () => {
  await using tab = await openTab(browser());
  const { page, sidebar, slack } = tab;
  const ran: string[] = [];
  let told = () => {};
  slack.show({
    faults: {
      label: "Rail service",
      actions: [{ name: "loseAnswer", label: "Lose the answer", hint: "Of the next call." }],
      run: (name) => {
        ran.push(`${name} is on`);
        told();
      },
      clear: () => ran.splice(0),
      planned: () => ran,
      listen: (tell) => {
        told = tell;
        return () => {};
      },
    },
  });
  const banner = page.getByRole("banner").first();
  const press = (name: string) => page.locator("main").getByText(name, { exact: true }).click();

  await sidebar.getByRole("link", { name: "Control room" }).click();
  await press("Lose the answer");
  await page.getByText("loseAnswer is on").waitFor();
  await banner.getByText("1 fault is on").waitFor();
  await press("Switch all off");
  await banner.getByText("fault is on").waitFor({ state: "detached" });
  expect(ran).toEqual([]);
  await press("+ 1 day");
  await banner.getByText("the clock is ahead").waitFor();
  await page.getByText("Moves every date and deadline").waitFor();
  await press("Back to now");
  await banner.getByText("ahead").waitFor({ state: "detached" });

  expect(slack.clock.aheadMs()).toBe(0);
});

test("turns to another workspace, installs the app there and uninstalls it", async () => {
  await using app = await openRequestUrl(() => ({ body: "Back at the app" }));
  await using tab = await openTab(browser(), { seed: twoCompanies("/rail") });
  const { page, sidebar, say, troubles, slack } = tab;
  const client = { client_id: slack.clientId, client_secret: slack.clientSecret };
  const asked = { client_id: slack.clientId, scope: "chat:write,commands", redirect_uri: app.url };
  slack.addRedirectUrl(app.url);

  await sidebar.getByRole("link", { name: "Globex" }).click();
  await sidebar.getByRole("heading", { name: "Globex" }).waitFor();
  await sidebar.getByRole("link", { name: "Gia Novak" }).click();
  await say("Good morning");
  await page.getByRole("article").getByText("Good morning").waitFor();
  expect(await sidebar.getByText("Ana Flores").count()).toBe(0);
  expect(troubles).toEqual([]);
  await page.goto(`${slack.authorizeUrl}?${new URLSearchParams(asked)}`);
  await page.getByLabel("Installed by").selectOption({ label: "Gia Novak, in Globex" });
  await page.getByRole("button", { name: "Allow" }).click();
  await page.getByText("Back at the app").waitFor();
  const code = new URL(page.url()).searchParams.get("code") ?? "";
  const { oauth } = webClient(slack, "");
  const granted = await oauth.v2.access({ ...client, code, redirect_uri: app.url });
  const bot = webClient(slack, granted.access_token);
  await page.goto(`${slack.url}/?team=${GLOBEX}&as=${GIA}&in=${GLOBEX_TREASURY}`);
  await say("/invite @signalbox");
  await page.getByText("added").waitFor();
  const post = { channel: GLOBEX_TREASURY, text: "told while it is open" };
  await bot.chat.postMessage(post);
  await page.getByText(post.text).waitFor();
  await sidebar.getByRole("link", { name: "Signalbox" }).click();
  await page.getByRole("button", { name: "Uninstall…" }).click();
  await page.getByRole("button", { name: /^Uninstall Signalbox/ }).click();
  await sidebar.getByRole("link", { name: "Signalbox" }).waitFor({ state: "detached" });
  await expect(bot.auth.test()).rejects.toThrow("account_inactive");
});
