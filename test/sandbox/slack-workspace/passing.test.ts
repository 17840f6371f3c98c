import { expect, it } from "vitest";
import { createResponseUrls } from "../../../src/sandbox/slack-workspace/kept/response-urls.ts";
import { createTriggers } from "../../../src/sandbox/slack-workspace/kept/triggers.ts";

const MINUTE_MS = 60_000;

it("forgets a trigger that nobody used, an hour after it was too late", () => {
  let now = 0;
  const triggers = createTriggers(() => now, { triggersExpire: false });
  const issue = () => triggers.issue({ userId: "U1", appId: "A1" });
  const first = issue();
  now = 60 * MINUTE_MS;
  const second = issue();
  expect(() => triggers.exchange(first, "A1")).toThrow("expired_trigger_id");

  now += 1;
  issue();

  expect(() => triggers.exchange(first, "A1")).toThrow("invalid_trigger_id");
  expect(triggers.knows(first)).toBe(false);
  expect(triggers.knows(second)).toBe(true);
});

it("forgets a response_url when its life is over", () => {
  let now = 0;
  const lives = { responseUrlUses: 5, responseUrlLifeMs: 30 * MINUTE_MS, eventRetryDelaysMs: [] };
  const urls = createResponseUrls(
    () => "",
    () => now,
    lives,
  );
  const issue = () => urls.issue({ userId: "U1", channel: "C1" }).replace("/response/", "");
  const first = issue();
  now = 30 * MINUTE_MS;
  const second = issue();
  expect(urls.use(first)).toMatchObject({ channel: "C1" });

  now += 1;
  issue();

  expect(() => urls.use(first)).toThrow("no_such_url");
  expect(urls.use(second)).toMatchObject({ channel: "C1" });
});
