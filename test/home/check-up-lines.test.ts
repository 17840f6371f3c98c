import { expect, it } from "vitest";
import { checkUpLines } from "../../src/home/check-up-lines.ts";
import { BOT_SCOPES } from "../../src/platform/slack/scopes.ts";
import { after, NOW } from "../support/builders.ts";
import { aCheckUp } from "../support/health-screens.ts";
import { plainText } from "../support/plain-text.ts";

const lineOf = (what: string, found: Parameters<typeof aCheckUp>[0] = {}) =>
  plainText(checkUpLines(aCheckUp(found), "/rail"))
    .split("\n")
    .find((line) => line.includes(`· ${what}: `)) ?? "";

it("says of each look-up that did not come back in time that it did not", () => {
  const late = {
    slack: "late",
    channel: "late",
    rules: "late",
    token: "late",
    isTagEchoed: "late",
    waiting: "late",
    databaseMs: "late",
  } as const;

  for (const what of [
    "Scopes",
    "Approvals channel",
    "Approvers",
    "Token of the Rail service",
    "Matching of Rails",
    "Background work",
    "Database",
  ]) {
    expect(lineOf(what, late)).toMatch(/^🟠 Attention · .+: did not answer in time\./);
  }
});

it("says of an audit that was not verified for days that it is due daily", () => {
  const check = { checkedAt: NOW, entries: 12, brokenAt: null, toldAt: null };
  const audit = { check, ends: undefined, canBeRewritten: false };

  expect(lineOf("Audit", { audit, now: after({ hours: 47 }) })).toContain("🟢 Fine");
  expect(lineOf("Audit", { audit, now: after({ hours: 49 }) })).toMatch(
    /^🟠 Attention · Audit: 12 entries verified .+, none changed\. It is due daily\./,
  );
});

it("says of the bot's token what Slack says", () => {
  expect(lineOf("Scopes")).toBe("🟢 Fine · Scopes: all that are needed are granted");
  const without = (...names: string[]) => ({
    slack: { ok: true as const, scopes: BOT_SCOPES.filter((each) => !names.includes(each)) },
  });
  expect(lineOf("Scopes", without("files:write", "usergroups:read"))).toMatch(
    /🟢 .+: all that are needed are granted\. Off without files:write: QR codes.+\. Off without usergroups:read: user groups/,
  );
  expect(lineOf("Scopes", without("files:write", "im:write"))).toMatch(/🔴 .+missing im:write\./);
  expect(lineOf("Scopes", { slack: { ok: true, scopes: null } })).toContain("⚪ Not known yet");
  expect(lineOf("Scopes", { slack: { ok: false, because: "token_revoked" } })).toMatch(
    /^🔴 Broken · .+refuses the bot's token \(token_revoked\)\. .+reinstalls/,
  );
  expect(lineOf("Scopes", { slack: { ok: false, because: null } })).toContain("in time");
});

it("says of a channel that takes no cards, although the bot is in it, why that may be", () => {
  const channel = { channelId: "C0APPROV1", place: "ours" as const, missingCards: 2 };

  expect(lineOf("Approvals channel")).toContain("🟢 Fine");
  expect(lineOf("Approvals channel", { channel })).toMatch(
    /🟠 .+did not take 2 approval cards\. .+lets only some people post/,
  );
  expect(
    lineOf("Approvals channel", { channel: { ...channel, place: "archived" as const } }),
  ).toMatch(/🔴 .+is archived/);
});

it.each([
  [0, "🟢"],
  [-9_999, "🟢"],
  [10_001, "🟠"],
  [-60_001, "🔴"],
])("judges a clock that is %i ms before Slack's", (skewMs, level) => {
  expect(lineOf("Clock", { skewMs })).toContain(level);
});

it("judges how long work has waited", () => {
  const since = (minutes: number) => ({ waiting: 3, oldestWaiting: after({ minutes: -minutes }) });

  expect(lineOf("Background work")).toContain("🟢 Fine · Background work: no overdue jobs");
  expect(lineOf("Background work", since(1))).toContain("🟢 Fine · Background work: 3 jobs");
  expect(lineOf("Background work", since(3))).toContain("🟠");
  expect(lineOf("Background work", since(16))).toMatch(/🔴 .+Ask the operator/);
});

it("says what comes of a service that does not show metadata", () => {
  expect(lineOf("Matching of Rails")).toContain("🟢");
  expect(lineOf("Matching of Rails", { isTagEchoed: false })).toMatch(/🟠 .+a person confirms it/);
});
