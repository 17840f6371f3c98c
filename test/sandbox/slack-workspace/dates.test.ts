import type { BlockAction } from "@slack/bolt";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ANA, acmeSeed, BEN, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { launchBrowser } from "../support/browser.ts";
import { richText, startAcme, startBolt } from "./bolt-app.ts";
import { openPage } from "./open-page.ts";

const browser = await launchBrowser();
const open = new AsyncDisposableStack();
afterAll(() => open.disposeAsync());

/** The browser is in Los Angeles, Ana in London and Ben in Tokyo; the browser's own zone counts for nobody. */
const seed = {
  ...acmeSeed,
  users: acmeSeed.users.map((user) =>
    user.id === BEN ? { ...user, timezone: "Asia/Tokyo" } : user,
  ),
};

/** Half past midnight on Thursday, 2 July, in London. */
const NOW = "2026-07-01T23:30:00Z";
let now = NOW;

let workspace: Awaited<ReturnType<typeof startAcme>>;
let page: Page;
let troubles: string[];
const chosen: unknown[] = [];
beforeAll(async () => {
  if (!browser) return;
  open.defer(() => browser.close());
  workspace = open.use(await startAcme({ seed, now: () => Date.parse(now) }));
  open.use(
    await startBolt(workspace, (app) =>
      app.action<BlockAction>("when", async ({ ack, body }) => {
        await ack();
        chosen.push(body.state?.values.picker?.when?.selected_date_time);
      }),
    ),
  );
  ({ page, troubles } = open.use(
    await openPage(browser, workspace, `${ANA}/${TREASURY}`, {
      timezoneId: "America/Los_Angeles",
    }),
  ));
  await page.clock.setFixedTime(NOW);
});

const seconds = (iso: string) => Date.parse(iso) / 1000;

/** How the page shows `text` to `reader`. */
async function read(text: string, reader = "Ana Flores"): Promise<string> {
  await page.getByRole("button", { name: reader }).click();
  const { ts = "" } = await workspace.client.chat.postMessage({ channel: TREASURY, text });
  const shown = page.locator(`[data-ts="${ts}"] .text`);
  await shown.waitFor();
  return shown.innerText();
}

const date = (iso: string, format: string) => `<!date^${seconds(iso)}^${format}|fallback>`;

describe.skipIf(!browser)("a date in a message", () => {
  it("has every token of Slack's, in the reader's time zone", async () => {
    const at = "2026-08-05T22:05:09Z";
    const shown = await read(
      [
        "{date_num} {date_slash} {date}",
        "{date_long} {date_long_full} {date_short}",
        "{date_pretty} {date_long_pretty} {date_short_pretty} {day_divider_pretty}",
        "{time} {time_secs} {ago} {other}",
      ]
        .map((format) => date(at, format))
        .join("\n"),
    );

    expect(shown).toBe(
      [
        "2026-08-05 05/08/2026 5 August",
        "Wednesday, 5 August 2026 5 August 2026 5 Aug 2026",
        "5 August Wednesday, 5 August 2026 5 Aug 2026 Wednesday 5 August",
        "23:05 23:05:09 in 35 days {other}",
      ].join("\n"),
    );
    expect(await read(date(at, "{date_short} {time}"), "Ben Okafor")).toBe("6 Aug 2026 07:05");
    expect(await read(date("2025-08-05T12:00:00Z", "{day_divider_pretty}"))).toBe(
      "Tuesday, 5 August 2025",
    );
  });

  it.each([
    ["2026-07-01T22:59:59Z", "yesterday at 23:59"],
    ["2026-07-01T23:00:00Z", "today at 00:00"],
    ["2026-07-02T22:59:59Z", "today at 23:59"],
    ["2026-07-02T23:00:00Z", "tomorrow at 00:00"],
    ["2026-07-03T23:00:00Z", "4 Jul 2026 at 00:00"],
  ])("at %s is %s inside a sentence", async (at, words) => {
    expect(await read(`It expires ${date(at, "{date_short_pretty} at {time}")}.`)).toBe(
      `It expires ${words}.`,
    );
  });

  it("knows tomorrow also on the day that has 25 hours", async () => {
    now = "2026-10-24T23:10:00Z";
    await page.clock.setFixedTime(now);

    expect(await read(date("2026-10-26T00:05:00Z", "{date_pretty}"))).toBe("tomorrow");
    expect(await page.locator(".day").last().innerText()).toBe("Today");
  });

  it("shows its fallback where there is no such moment, and harms no other message", async () => {
    expect(await read("<!date^99999999999999^{date}|some day> or <!date^soon^{date}|soon>")).toBe(
      "some day or soon",
    );
    const { ts } = await workspace.client.chat.postMessage({
      channel: TREASURY,
      text: "rich",
      blocks: [
        richText({
          type: "date",
          timestamp: 99_999_999_999_999,
          format: "{date}",
          fallback: "never",
        }),
      ],
    });
    await page.locator(`[data-ts="${ts}"]`).getByText("never").waitFor();
    expect(troubles).toEqual([]);
  });
});

describe.skipIf(!browser)("a picker of date and time", () => {
  it.each([
    ["an ordinary day", "2026-07-02T09:30", "2026-07-02T08:30:00Z"],
    ["the hour that comes twice", "2026-10-25T01:30", "2026-10-25T00:30:00Z"],
    ["the hour that is skipped", "2027-03-28T01:30", "2027-03-28T01:30:00Z"],
  ])("means the time of the person: %s", async (_, local, moment) => {
    const initial = "2026-12-24T17:45:00Z";
    const { ts } = await workspace.client.chat.postMessage({
      channel: TREASURY,
      text: "When?",
      blocks: [
        {
          type: "actions",
          block_id: "picker",
          elements: [
            { type: "datetimepicker", action_id: "when", initial_date_time: seconds(initial) },
          ],
        },
      ],
    });
    const field = page.locator(`[data-ts="${ts}"] input`);
    await field.waitFor();
    expect(await field.inputValue()).toBe("2026-12-24T17:45");
    chosen.length = 0;
    await field.fill(local);
    await field.dispatchEvent("change");

    await expect.poll(() => chosen.at(-1)).toBe(seconds(moment));
    expect(troubles).toEqual([]);
  });
});
