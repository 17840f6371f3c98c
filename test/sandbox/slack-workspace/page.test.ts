import { expect, onTestFinished, test } from "vitest";
import {
  ANA,
  APPROVALS,
  BEN,
  EVE,
  RANDOM,
  SIGNALBOX,
  TREASURY,
} from "../../../src/sandbox/slack-workspace/seed.ts";
import { GIA, GLOBEX, GLOBEX_TREASURY } from "../../../src/sandbox/slack-workspace/seeds/globex.ts";
import { manyWorkspaces } from "../../../src/sandbox/slack-workspace/seeds/many.ts";
import { isWholeIn, useBrowser } from "../support/browser.ts";
import { acmeWithHome, richText, section, startAcme, startBolt, webClient } from "./bolt-app.ts";
import { startOAuthApp } from "./oauth-app.ts";
import { openPage } from "./open-page.ts";

const browser = useBrowser();

test("draws threads, private answers and Home, and marks where something new is", async () => {
  await using workspace = await startAcme();
  await using _app = await startBolt(workspace, (app) =>
    app.event("app_home_opened", async ({ client, event }) => {
      const view = { type: "home" as const, blocks: [section("Nothing waits for you")] };
      await client.views.publish({ user_id: event.user, view });
    }),
  );
  const { chat } = workspace.client;
  const { ts: thread_ts = "" } = await chat.postMessage({ channel: TREASURY, text: "R-142" });
  await chat.postMessage({ channel: TREASURY, thread_ts, text: "approved by Ben" });
  await chat.postEphemeral({ channel: TREASURY, user: ANA, text: "for Ana" });
  await using tab = await openPage(browser(), workspace, { as: ANA, in: TREASURY });
  const { page, sidebar, troubles } = tab;

  const reply = page.getByText("approved by Ben");
  expect(await reply.isVisible()).toBe(false);
  await page.getByText("1 reply").click();
  await reply.waitFor();
  const answer = page.getByRole("article").filter({ hasText: "for Ana" });
  await answer.getByText("Only visible to you").waitFor();
  await chat.postMessage({ channel: ANA, text: "for you" });
  await sidebar.getByRole("link", { name: "Signalbox new" }).click();
  await page.getByText("for you").waitFor();
  await page.getByRole("link", { name: "Home" }).click();
  await page.getByText("Nothing waits for you").waitFor();
  // Ana has read #treasury, and Ben has not.
  await sidebar.getByRole("link", { name: /Ben Okafor.*new/ }).click();
  await sidebar.getByRole("link", { name: "# treasury new" }).click();
  await page.getByText("R-142").waitFor();
  await sidebar.getByRole("link", { name: /Ana Flores(?!.*new)/ }).waitFor();
  await sidebar.getByRole("link", { name: "# treasury", exact: true }).waitFor();
  expect(troubles).toEqual([]);
});

test("sends a command to the app, says what failed of it, and gives a refused text back", async () => {
  await using workspace = await startAcme();
  await using tab = await openPage(browser(), workspace, { as: ANA, in: TREASURY });
  const { page, say, troubles } = tab;

  await say("Good morning");
  await page.getByRole("article").getByText("Good morning").waitFor();
  await say("/rail new");
  await page.getByRole("alert").getByText("/rail failed").waitFor();
  await say("/nothing");
  await page.getByRole("alert").getByText("/nothing is not a command").waitFor();

  expect(await tab.composer.inputValue()).toBe("/nothing");
  expect(troubles.filter((each) => !each.includes("400"))).toEqual([]);
});

test("draws what an app says as text, with links that stay on the page or open elsewhere", async () => {
  await using workspace = await startAcme();
  const { chat } = workspace.client;
  const hostile = '<img src=x onerror="alert(1)"> "quoted" & <script>alert(2)</script>';
  const { ts = "" } = await chat.postMessage({
    channel: APPROVALS,
    text: "changed",
    blocks: [section(hostile.replaceAll("<", "&lt;")), richText({ type: "text", text: hostile })],
  });
  const permalink = `${workspace.url}/archives/${APPROVALS}/p${ts.replace(".", "")}`;
  const link = (url: string) => ({ type: "link" as const, url, text: url.slice(0, 4) });
  await chat.postMessage({
    channel: TREASURY,
    text: "links",
    blocks: [
      section(`<@${ANA}> in <#${RANDOM}>: *bold* \`code\` <${permalink}|the message> 🔴`),
      richText(link("https://example.com/"), link("javascript:alert(3)")),
    ],
  });
  await using tab = await openPage(browser(), workspace, { as: BEN, in: TREASURY });
  const { page, troubles } = tab;

  const words = page.getByRole("article").locator(".section-text");
  expect(await words.innerText()).toBe("@Ana Flores in #random: bold code the message 🔴");
  const links = page.getByRole("article").locator(".rich-text a");
  expect(await links.evaluateAll((all) => all.map((each) => each.getAttribute("href")))).toEqual([
    "https://example.com/",
  ]);
  await page.getByRole("link", { name: "the message" }).click();
  await page.getByRole("heading", { name: "# treasury-approvals" }).waitFor();

  const [mrkdwn, rich] = [".section-text", ".rich-text"].map((each) => page.locator(each));
  expect([await mrkdwn?.innerText(), await rich?.innerText()]).toEqual([hostile, hostile]);
  expect(new URL(page.url()).searchParams.get("as")).toBe(BEN);
  expect(troubles).toEqual([]);
});

test("writes dates in the reader's time zone and by the sandbox's clock", async () => {
  const users = acmeWithHome.users.map((each) =>
    each.id === ANA ? { ...each, timezone: "America/New_York" } : each,
  );
  const now = () => Date.parse("2026-03-01T12:00:00Z");
  await using workspace = await startAcme({ seed: { ...acmeWithHome, users }, now });
  const at = (iso: string) => Date.parse(iso) / 1_000;
  const format = "{date_short_pretty} at {time}";
  await workspace.client.chat.postMessage({
    channel: TREASURY,
    text: "dates",
    blocks: [
      richText({ type: "date", timestamp: at("2026-03-02T04:30:00Z"), format, fallback: "x" }),
      section(`<!date^${at("2026-03-02T05:30:00Z")}^${format}|fallback>`),
      richText({ type: "date", timestamp: at("2026-07-01T09:05:00Z"), format, fallback: "x" }),
      section("<!date^99999999999999^{date_num}|a fallback>"),
    ],
  });
  await using tab = await openPage(browser(), workspace, { as: ANA, in: TREASURY });
  const { page } = tab;
  const written = page.locator(".block time");

  expect(await written.allInnerTexts()).toEqual([
    "today at 23:30",
    "tomorrow at 00:30",
    "1 Jul 2026 at 05:05",
    "a fallback",
  ]);
  workspace.clock.advance(24 * 3_600_000);
  await page.getByText("yesterday at 23:30").waitFor();
  await page.getByText("Yesterday", { exact: true }).waitFor();
});

test("shows in a narrow window too as whom and where one is, and how to add an app", async () => {
  await using workspace = await startAcme();
  workspace.addLink({ label: "Add Signalbox to Slack", url: "http://127.0.0.1/install" });
  const viewport = { width: 360, height: 640 };
  await using tab = await openPage(browser(), workspace, { as: ANA, in: TREASURY }, { viewport });
  const { page, sidebar } = tab;

  await sidebar.getByRole("link", { name: "Eve Marchetti" }).click();
  await sidebar.getByRole("link", { name: "# random" }).click();
  await page.getByRole("heading", { name: "# random" }).waitFor();

  for (const name of [/Eve Marchetti/, /^# random/]) {
    const item = sidebar.getByRole("link", { name });
    await expect.poll(() => isWholeIn(item, "ul")).toBe(true);
  }
  await sidebar.getByRole("link", { name: "Add Signalbox to Slack" }).waitFor();
});

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
  await using workspace = await startAcme({ seed: manyWorkspaces });
  await using app = await startOAuthApp(workspace, SIGNALBOX);
  await using tab = await openPage(browser(), workspace, { as: ANA, in: TREASURY });
  const { page, sidebar, say, troubles } = tab;

  await sidebar.getByRole("link", { name: "Globex" }).click();
  await sidebar.getByRole("heading", { name: "Globex" }).waitFor();
  await sidebar.getByRole("link", { name: "Gia Novak" }).click();
  await say("Good morning");
  await page.getByRole("article").getByText("Good morning").waitFor();
  expect(await sidebar.getByText("Ana Flores").count()).toBe(0);
  await page.reload();
  await webClient(workspace, "xoxb-sandbox-globex").chat.postMessage({
    channel: GLOBEX_TREASURY,
    text: "told while it is open",
  });
  await page.getByText("told while it is open").waitFor();
  expect(troubles).toEqual([]);
  await page.goto(`${app.url}/slack/install`);
  await page.getByLabel("Installed by").selectOption({ label: "Gia Novak, in Globex" });
  await page.getByRole("button", { name: "Allow" }).click();
  await page.getByText("installed").waitFor();
  expect(app.installed.all.get(GLOBEX)?.bot?.userId).toBe("U0SIGNAL2");
  await page.goto(`${workspace.url}/?team=${GLOBEX}&as=${GIA}&in=${GLOBEX_TREASURY}`);
  await sidebar.getByRole("link", { name: "Signalbox" }).click();
  await page.getByRole("button", { name: "Uninstall…" }).click();
  await page.getByRole("button", { name: /^Uninstall Signalbox/ }).click();
  await sidebar.getByRole("link", { name: "Signalbox" }).waitFor({ state: "detached" });

  const client = webClient(workspace, "xoxb-sandbox-globex");
  await expect(client.auth.test()).rejects.toThrow("account_inactive");
});

test("shows what came before it listened, and follows again after a break", async () => {
  await using workspace = await startAcme();
  const page = await browser().newPage();
  onTestFinished(() => page.close());
  const { promise: isTime, resolve: letListen } = Promise.withResolvers<void>();
  await page.route("**/page-live*", async (route) => {
    await isTime;
    await route.continue();
  });
  await page.goto(`${workspace.url}/?as=${ANA}&in=${TREASURY}`);
  await page.getByText("Nothing here yet.").waitFor();

  await workspace.client.chat.postMessage({ channel: TREASURY, text: "early" });
  letListen();

  await page.getByText("early").waitFor();
});

test("is served with a policy that lets nothing foreign in, to its own address only", async () => {
  await using workspace = await startAcme();
  const { headers } = await fetch(`${workspace.url}/`);
  const foreign = await fetch(`${workspace.url}/`, { headers: { origin: "https://evil.example" } });

  expect(headers.get("content-security-policy")).toMatch(/^default-src 'self';/);
  expect(foreign.status).toBe(403);
});
