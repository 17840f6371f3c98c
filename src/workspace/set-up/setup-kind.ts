import type { Tx } from "../../platform/queue/transaction.ts";
import { channel, lines } from "../../platform/slack/blocks/rich-text.ts";
import type { ChangeKind } from "../../request/change-kind.ts";
import { listMindingFreeze, listOpenRequests } from "../../request/queries/find-requests.ts";
import { forgetWaitingCards } from "../../request/queries/messages.ts";
import { findApprovalsChannel, saveApprovalsChannel } from "../../request/queries/setups.ts";
import { isHeld } from "../../request/queries/successions.ts";
import type { ChangeChannel, SetupChange } from "../../request/rules/change.ts";
import type { ChangeRequest } from "../../request/rules/change-request.ts";
import { waitsForToken } from "../../request/rules/change-request.ts";
import { nextStep } from "../../request/rules/next-step.ts";
import { CHANNEL_PINNED } from "../../request/rules/pinned.ts";

/** The part that the changes of the set-up share: nothing is sent, and they concern no destination. */
export const aboutSetup = {
  route: ({ kind }) => kind,
  subject: () => null,
  traits: () => ({ types: [], assets: [], networks: [] }),
  isTyped: () => false,
  fillsWorkspace: false,
  carriedOut: {
    by: "signalbox",
    job: "keep-setup",
    settle: (_, { countedApprovers }) => ({ type: "set-up-changed", countedApprovers }),
  },
  remedies: () => ["close"],
} satisfies Partial<ChangeKind<SetupChange>>;

/**
 * Looks again at everything else that waits, in the transaction that changes the set-up; `but` is the request that
 * changed it. A change of the policy or the channel ends requests made from the version before. Cards are left to the
 * sweep, page by page, since there may be many. After a change of the connection, requests of another one end or are
 * held.
 */
export async function afterSetupChange(
  tx: Tx,
  workspaceId: string,
  kind: SetupChange["kind"],
  but?: string,
): Promise<void> {
  if (kind !== "change-channel") await forgetWaitingCards(tx.db, workspaceId);
  for (const request of await listMindingFreeze(tx.db, workspaceId)) {
    const { id, content } = request;
    if (id === but) continue;
    if (kind === "change-connection") await afterConnectionChange(tx, workspaceId, request);
    else if (kind === content.change.kind) {
      await tx.enqueue({ name: "void-request", request: { workspaceId, requestId: id } });
    }
  }
}

/** Requests of the new connection continue, and held ones say so. Any other may end. */
async function afterConnectionChange(
  tx: Tx,
  workspaceId: string,
  request: ChangeRequest,
): Promise<void> {
  const ref = { workspaceId, requestId: request.id };
  await tx.enqueue({ name: "update-approval-card", request: ref });
  if (await isHeld(tx.db, workspaceId, request.connectionId)) return;
  await tx.enqueue({ name: "void-request", request: ref });
  const step = nextStep(request);
  if (step && request.state.status !== "pending") {
    await tx.enqueue({ name: step.name, request: ref, startAfter: step.at });
  }
}

/** Tries at once every request that waits for a usable token. */
export async function wakeForToken(
  tx: Tx,
  workspaceId: string,
  connectionId: string,
): Promise<void> {
  for (const request of await listOpenRequests(tx.db, workspaceId)) {
    if (request.connectionId !== connectionId || !waitsForToken(request)) continue;
    const ref = { workspaceId, requestId: request.id };
    await tx.enqueue({ name: "wake-request", request: ref });
  }
}

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
    const approvalsChannel = await findApprovalsChannel(db, workspaceId);
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
