import type { ChangeKind } from "../../request/change-kind.ts";
import type { ChangeChannel } from "../../request/rules/change.ts";
import { CHANNEL_PINNED } from "../../request/rules/pinned.ts";
import { aboutSetup } from "./setup-kind.ts";

/** Another channel for approvals. */
export const channelKind: ChangeKind<ChangeChannel> = {
  ...aboutSetup,
  whyPinned: ({ channelId }, { channel }) =>
    channel === null || channel === channelId ? undefined : CHANNEL_PINNED,
  whyVoid: ({ from }, { setup }) => (setup.approvalsChannel === from ? undefined : ANOTHER_CHANNEL),
};

const ANOTHER_CHANNEL = "The approvals channel was changed while this waited.";
