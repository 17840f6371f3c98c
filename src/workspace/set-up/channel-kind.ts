import { channel, lines } from "../../platform/slack/blocks/rich-text.ts";
import type { ChangeKind } from "../../request/change-kind.ts";
import { findSetup, saveApprovalsChannel } from "../../request/queries/setups.ts";
import type { ChangeChannel } from "../../request/rules/change.ts";
import { CHANNEL_PINNED } from "../../request/rules/pinned.ts";
import { aboutSetup, afterSetupChange } from "./setup-kind.ts";

/** Another channel for approvals. */
export const channelKind: ChangeKind<ChangeChannel> = {
  words: {
    nothingDone: "The approvals channel stayed as it was.",
    nothingWillBeDone: "The approvals channel will stay as it is.",
    next: "Takes effect next.",
    sending: "The change is taking effect.",
    noWayBack:
      "Once there are enough approvals, requests are posted there; to change it back needs approvals too.",
    inForce: "IN EFFECT",
    inRules: "the approvals channel",
  },
  title: () => "change the approvals channel",
  card: ({ from, channelId }) => ({
    facts: [["Change", ["Change the approvals channel"]]],
    body: [
      lines(
        [
          "Requests are posted in ",
          channel(channelId),
          " instead of ",
          from === null ? "no channel" : channel(from),
          ".",
        ],
        ["Cards already posted stay where they are."],
      ),
    ],
  }),
  warnings: () => [],
  ...aboutSetup,
  async obstacle(db, { from }, { workspaceId }) {
    const { approvalsChannel } = await findSetup(db, workspaceId);
    return approvalsChannel === from ? undefined : { because: "set-up-changed" };
  },
  async record(tx, { id, workspaceId }, { kind, channelId }, { type }) {
    if (type !== "set-up-changed") return;
    await saveApprovalsChannel(tx.db, workspaceId, channelId);
    await afterSetupChange(tx, workspaceId, kind, id);
  },
  whyPinned: ({ channelId }, pins) =>
    pins.channel === null || pins.channel === channelId ? undefined : CHANNEL_PINNED,
  whyVoid: ({ from }, { setup }) => (setup.approvalsChannel === from ? undefined : ANOTHER_CHANNEL),
};

const ANOTHER_CHANNEL = "The approvals channel was changed while this waited.";
