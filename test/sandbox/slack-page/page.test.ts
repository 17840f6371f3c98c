import type { Locator } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import {
  ANA,
  APPROVALS,
  BEN,
  EVE,
  RANDOM,
  TREASURY,
} from "../../../src/sandbox/slack-workspace/seed.ts";
import { openAcme, ownSeed } from "../support/acme.ts";
import { options, richText, section } from "../support/blocks.ts";
import { isWholeIn, useBrowser } from "../support/browser.ts";
import { openTab } from "./open-page.ts";

const browser = useBrowser();

test("draws threads, private answers and Home, and marks where something new is", async () => {
  await using tab = await openTab(browser(), {
    app: (bolt) =>
      bolt.event("app_home_opened", async ({ client, event }) => {
        const view = { type: "home" as const, blocks: [section("Nothing waits for you")] };
        await client.views.publish({ user_id: event.user, view });
      }),
  });
  const { page, sidebar, troubles, post } = tab;
  const { chat } = tab.client;
  const { ts: thread_ts = "" } = await post("R-142");
  await chat.postMessage({ channel: TREASURY, thread_ts, text: "approved by Ben" });
  await chat.postEphemeral({ channel: TREASURY, user: ANA, text: "for Ana" });

  const reply = page.getByText("approved by Ben");
  await page.getByText("1 reply").waitFor();
  expect(await reply.isVisible()).toBe(false);
  await page.getByText("1 reply").click();
  await reply.waitFor();
  const answer = page.getByRole("article").filter({ hasText: "for Ana" });
  await answer.getByText("Only visible to you").waitFor();
  await post("for you", ANA);
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

test("draws what an app says as text, with links that stay on the page or open elsewhere", async () => {
  await using tab = await openTab(browser(), { as: BEN });
  const { page, troubles, slack } = tab;
  const { chat } = tab.client;
  const hostile = '<img src=x onerror="alert(1)"> "quoted" & <script>alert(2)</script>';
  const { ts = "" } = await chat.postMessage({
    ...{ channel: APPROVALS, text: "changed" },
    blocks: [section(hostile.replaceAll("<", "&lt;")), richText({ type: "text", text: hostile })],
  });
  const permalink = `${slack.url}/archives/${APPROVALS}/p${ts.replace(".", "")}`;
  const link = (url: string) => ({ type: "link" as const, url, text: url.slice(0, 4) });
  await chat.postMessage({
    ...{ channel: TREASURY, text: "links" },
    blocks: [
      section(`<@${ANA}> in <#${RANDOM}>: <${permalink}|the message> 🔴`),
      richText(link("https://example.com/"), link("javascript:alert(3)")),
    ],
  });

  const words = page.getByRole("article").locator(".section-text");
  expect(await words.innerText()).toBe("@Ana Flores in #random: the message 🔴");
  const links = page.getByRole("article").locator(".rich-text a");
  const targets = await links.evaluateAll((all) => all.map((each) => each.getAttribute("href")));
  expect(targets).toEqual(["https://example.com/"]);
  await page.getByRole("link", { name: "the message" }).click();
  await page.getByRole("heading", { name: "# treasury-approvals" }).waitFor();

  for (const part of [".section-text", ".rich-text"]) {
    expect(await page.locator(part).innerText()).toBe(hostile);
  }
  expect(new URL(page.url()).searchParams.get("as")).toBe(BEN);
  expect(troubles).toEqual([]);
});

test("writes dates in the reader's time zone and by the sandbox's clock", async () => {
  const seed = ownSeed();
  for (const user of seed.users) if (user.id === ANA) user.timezone = "America/New_York";
  const now = () => Date.parse("2026-03-01T12:00:00Z");
  await using tab = await openTab(browser(), { seed, now });
  const format = "{date_short_pretty} at {time}";
  const at = (iso: string) => Date.parse(iso) / 1_000;
  const date = (iso: string) =>
    richText({ type: "date", timestamp: at(iso), format, fallback: "a fallback" });
  await tab.client.chat.postMessage({
    ...{ channel: TREASURY, text: "dates" },
    blocks: [
      date("2026-03-02T04:30:00Z"),
      section(`<!date^${at("2026-03-02T05:30:00Z")}^${format}|fallback>`),
      date("2026-07-01T09:05:00Z"),
      section("<!date^99999999999999^{date_num}|a fallback>"),
    ],
  });
  const written = tab.page.locator(".block time");
  await written.first().waitFor();

  expect(await written.allInnerTexts()).toEqual([
    "today at 23:30",
    "tomorrow at 00:30",
    "1 Jul 2026 at 05:05",
    "a fallback",
  ]);
  tab.slack.clock.advance(24 * 3_600_000);
  await tab.page.getByText("yesterday at 23:30").waitFor();
  await tab.page.getByText("yesterday", { exact: true }).waitFor();
});

test("shows what the app chose in the menu of a message, until a person chooses", async () => {
  await using tab = await openTab(browser());
  const [waiting, sent] = options("Waiting", "Sent");
  if (!waiting || !sent) throw new Error("Two are given");
  const menu = { type: "static_select" as const, action_id: "state", options: [waiting, sent] };
  const blocks = [{ type: "actions" as const, elements: [{ ...menu, initial_option: sent }] }];
  await tab.client.chat.postMessage({ channel: TREASURY, text: "list", blocks });
  const shown = tab.page.getByRole("article").getByRole("combobox");
  await shown.waitFor();

  expect(await shown.inputValue()).toBe("sent");
  await shown.selectOption("Waiting");
  await tab.post("Something else");
  await tab.page.getByText("Something else").waitFor();
  expect(await shown.inputValue()).toBe("waiting");
});

test("folds a long text as Slack does, unless the app shows it whole", async () => {
  await using tab = await openTab(browser());
  const { page } = tab;
  const long = section(Array.from({ length: 60 }, (_, index) => `Line ${index}`).join("\n"));
  const blocks = [long, { ...long, expand: true }, section("short")];
  await tab.client.chat.postMessage({ channel: TREASURY, text: "long", blocks });
  const [folded, whole] = [page.locator(".text").nth(0), page.locator(".text").nth(1)];
  const height = async (what: Locator) => (await what.boundingBox())?.height ?? 0;

  await page.getByRole("button", { name: "See more" }).waitFor();
  expect(await height(folded)).toBeLessThan(710);
  expect(await height(whole)).toBeGreaterThan(1_000);
  await page.getByRole("button", { name: "See more" }).click();
  await tab.post("Something else");
  await page.getByText("Something else").waitFor();
  expect(await height(folded)).toBe(await height(whole));
  expect(await page.getByRole("button", { name: /^See/ }).count()).toBe(1);
});

test("shows in a narrow window too as whom and where one is, and how to add an app", async () => {
  const viewport = { width: 360, height: 640 };
  await using tab = await openTab(browser(), { as: EVE, in: RANDOM, viewport });
  const { sidebar, slack } = tab;
  for (const name of [/Eve Marchetti/, /^# random/]) {
    const item = sidebar.getByRole("link", { name });
    await expect.poll(() => isWholeIn(item, "ul")).toBe(true);
  }
  slack.show({ links: [{ label: "Add Signalbox to Slack", url: "http://127.0.0.1/install" }] });
  await sidebar.getByRole("link", { name: "Add Signalbox to Slack" }).waitFor();
});

test("shows what came before it listened", async () => {
  await using acme = await openAcme();
  const page = await browser().newPage();
  onTestFinished(() => page.close());
  const { promise: isTime, resolve: letListen } = Promise.withResolvers<void>();
  await page.route("**/page/events*", async (route) => {
    await isTime;
    await route.continue();
  });
  await page.goto(`${acme.slack.url}/?as=${ANA}&in=${TREASURY}`);
  await page.getByText("Nothing here yet.").waitFor();

  await acme.client.chat.postMessage({ channel: TREASURY, text: "early" });
  letListen();

  await page.getByText("early").waitFor();
});

test("is served with a policy that lets nothing foreign in", async () => {
  await using acme = await openAcme();
  const { url } = acme.slack;
  const { headers } = await fetch(`${url}/`);
  expect(headers.get("content-security-policy")).toMatch(/^default-src 'self';/);
  expect((await fetch(`${url}/constructor`)).status).toBe(404);
});
