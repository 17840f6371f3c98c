import { expect, onTestFinished, test } from "vitest";
import {
  ANA,
  APPROVALS,
  BEN,
  EVE,
  RANDOM,
  TREASURY,
} from "../../../src/sandbox/slack-workspace/seed.ts";
import {
  acmeWithHome,
  richText,
  section,
  startAcme,
  startBolt,
} from "../slack-workspace/bolt-app.ts";
import { isWholeIn, useBrowser } from "../support/browser.ts";
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
  await using tab = await openPage(browser(), workspace, { as: EVE, in: RANDOM }, { viewport });
  const { sidebar } = tab;

  for (const name of [/Eve Marchetti/, /^# random/]) {
    const item = sidebar.getByRole("link", { name });
    await expect.poll(() => isWholeIn(item, "ul")).toBe(true);
  }
  await sidebar.getByRole("link", { name: "Add Signalbox to Slack" }).waitFor();
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
  expect((await fetch(`${workspace.url}/constructor`)).status).toBe(404);
});
