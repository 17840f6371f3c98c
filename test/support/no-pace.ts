import type { Pace } from "../../src/platform/slack/slack.ts";

/** For tests without a database, in which every turn has come. */
export const noPace: Pace = {
  take: async () => ({ isTaken: true, waitMs: 0 }),
  stall: async () => {},
};

/** Every turn has come, and still whoever Slack tells to wait does. */
export const unpaced = (kept: Pace): Pace => ({
  ...kept,
  take: (workspaceId, { name }, atMostMs) =>
    kept.take(workspaceId, { name, everyMs: 0, atOnce: 1 }, atMostMs),
});
