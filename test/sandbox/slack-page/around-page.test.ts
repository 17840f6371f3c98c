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
import { startAcme, webClient } from "../slack-workspace/bolt-app.ts";
import { startOAuthApp } from "../slack-workspace/oauth-app.ts";
import { useBrowser } from "../support/browser.ts";
import { openPage } from "./open-page.ts";

const browser = useBrowser();

test("leads through a tour, which ends for good", async () => {
  await using workspace = await startAcme();
  workspace.offerTour([
    { text: "Ask", label: "Be Ana", person: ANA, channel: TREASURY, typed: "/rail new" },
    { text: "Decide", label: "Be Ben", person: BEN, channel: APPROVALS },
  ]);
  await using tab = await openPage(browser(), workspace, { as: EVE, in: RANDOM });
  const { page, composer, sidebar } = tab;
  const tour = page.getByRole("region", { name: "Tour" });

  await tour.getByRole("link", { name: "Be Ana" }).click();
  await sidebar.locator("[aria-current]").getByText("Ana Flores").waitFor();
  expect(await composer.inputValue()).toBe("/rail new");
  await tour.getByRole("link", { name: "Next" }).click();
  await tour.getByRole("link", { name: "Be Ben" }).click();
  await page.getByRole("heading", { name: "# treasury-approvals" }).waitFor();
  await tour.getByRole("link", { name: "Finish" }).click();
  await tour.waitFor({ state: "detached" });
  await page.goto(workspace.url);
  await page.getByRole("log").waitFor();

  expect(await tour.count()).toBe(0);
});

test("shows the way to the other part of the sandbox, where the words of a message lead", async () => {
  await using workspace = await startAcme();
  const url = (team: string) => `${workspace.url}/nowhere?${team}`;
  workspace.showPanel({
    label: "Bank and chain",
    url,
    linksIn: (team, words) => (words === "R-1" ? [{ label: "Pay", url: url(team) }] : []),
  });
  for (const text of ["R-1", "R-2"]) {
    await workspace.client.chat.postMessage({ channel: TREASURY, text });
  }
  await using tab = await openPage(browser(), workspace, { as: ANA, in: TREASURY });
  const { page, sidebar } = tab;

  const links = [
    sidebar.getByRole("link", { name: "Bank and chain" }),
    page.getByRole("link", { name: "Pay" }),
  ];
  for (const link of links) {
    expect(await link.getAttribute("href")).toBe(url(workspace.teamId));
  }
});

test("moves the clock and switches faults, which the page says until they are off", async () => {
  await using workspace = await startAcme();
  const ran: string[] = [];
  let told = () => {};
  workspace.offerFaults({
    label: "Rail service",
    actions: [{ name: "loseAnswer", label: "Lose the answer", hint: "Of the next call." }],
    run: (name, team) => {
      ran.push(`${name} for ${team}`);
      told();
    },
    clear: () => ran.splice(0),
    planned: () => ran,
    listen: (tell) => {
      told = tell;
      return () => {};
    },
  });
  await using tab = await openPage(browser(), workspace, { as: ANA, in: TREASURY });
  const { page, sidebar } = tab;
  const banner = page.getByRole("banner").first();
  const press = (name: string) => page.locator("main").getByText(name, { exact: true }).click();

  await sidebar.getByRole("link", { name: "Control room" }).click();
  await press("Lose the answer");
  await page.getByText(`loseAnswer for ${workspace.teamId}`).waitFor();
  await banner.getByText("1 fault is on").waitFor();
  await press("Switch all off");
  await banner.getByText("fault is on").waitFor({ state: "detached" });
  expect(ran).toEqual([]);
  await press("+ 1 day");
  await banner.getByText("the clock is ahead").waitFor();
  await page.getByText("Moves every date and deadline").waitFor();
  await press("Back to now");
  await banner.getByText("ahead").waitFor({ state: "detached" });

  expect(workspace.clock.aheadMs()).toBe(0);
});

test("turns to another workspace, installs the app there and uninstalls it", async () => {
  await using workspace = await startAcme({ seed: twoCompanies("/rail") });
  await using app = await startOAuthApp(workspace);
  await using tab = await openPage(browser(), workspace, { as: ANA, in: TREASURY });
  const { page, sidebar, say, troubles } = tab;

  await sidebar.getByRole("link", { name: "Globex" }).click();
  await sidebar.getByRole("heading", { name: "Globex" }).waitFor();
  await sidebar.getByRole("link", { name: "Gia Novak" }).click();
  await say("Good morning");
  await page.getByRole("article").getByText("Good morning").waitFor();
  expect(await sidebar.getByText("Ana Flores").count()).toBe(0);
  expect(troubles).toEqual([]);
  await page.goto(`${app.url}/slack/install`);
  await page.getByLabel("Installed by").selectOption({ label: "Gia Novak, in Globex" });
  await page.getByRole("button", { name: "Allow" }).click();
  await page.getByText("installed").waitFor();
  const token = app.installed.all.get(GLOBEX)?.bot?.token;
  await page.goto(`${workspace.url}/?team=${GLOBEX}&as=${GIA}&in=${GLOBEX_TREASURY}`);
  await say("/invite @signalbox");
  const client = webClient(workspace, token);
  const post = { channel: GLOBEX_TREASURY, text: "told while it is open" };
  await page.getByText("added").waitFor();
  await client.chat.postMessage(post);
  await page.getByText(post.text).waitFor();
  await sidebar.getByRole("link", { name: "Signalbox" }).click();
  await page.getByRole("button", { name: "Uninstall…" }).click();
  await page.getByRole("button", { name: /^Uninstall Signalbox/ }).click();
  await sidebar.getByRole("link", { name: "Signalbox" }).waitFor({ state: "detached" });
  await expect(client.auth.test()).rejects.toThrow("account_inactive");
});
