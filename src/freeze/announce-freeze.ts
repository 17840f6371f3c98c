import type { Chore } from "../platform/queue/job.ts";
import { MessengerError } from "../platform/slack/messenger-error.ts";
import type { Context } from "../request/context.ts";
import { eachWorkspace } from "../request/each-workspace.ts";
import { begunWith } from "../request/freezing/rules/decide-freeze.ts";
import type { OutOfReach } from "../request/posting/reach.ts";
import { checkReach, toldAlone } from "../request/posting/reach.ts";
import { oneByOne, redrawn, sent } from "../request/posting/tell-each.ts";
import {
  findFreeze,
  findFreezeNotice,
  findFreezeTold,
  saveFreezeNotice,
  saveFreezeTold,
} from "../request/queries/freezes.ts";
import type { PostedMessage } from "../request/queries/messages.ts";
import type { Freeze } from "../request/rules/freeze.ts";
import { everyoneNamed } from "../request/who-is.ts";
import type { FreezeFacts } from "./freeze-facts.ts";
import { freezeFacts } from "./freeze-facts.ts";
import { freezeNotice, overtakenNotice } from "./freeze-messages.ts";

type Announcing = Pick<
  Context,
  "db" | "seal" | "messenger" | "people" | "logger" | "approvalsChannelOf"
>;

/**
 * Keeps one message for each freeze in the approvals channel, redrawn from the present state. While the channel fails,
 * or none is chosen, each approver gets a direct message, once about the freeze and once about its end.
 */
export async function announceFreeze(context: Announcing, workspaceId: string): Promise<void> {
  const told = await findFreezeNotice(context.db, workspaceId);
  const { version } = await findFreeze(context.db, workspaceId);
  if (version <= (told?.version ?? 0)) return;
  const channelId = await context.approvalsChannelOf(workspaceId);
  const facts = await freezeFacts(context, workspaceId);
  if (channelId === null) return tellApprovers(context, workspaceId, null, facts);
  try {
    await tellChannel(context, { workspaceId, channelId, told }, facts);
  } catch (error) {
    if (!(error instanceof MessengerError && error.isOutOfReach)) throw error;
    context.logger.warn(
      { err: error, workspaceId },
      "the approvals channel does not take a freeze",
    );
    await tellApprovers(context, workspaceId, { channelId, because: error.code }, facts);
  }
}

export const announceFreezeChore: Chore<Announcing> = {
  name: "announce-freeze",
  everySeconds: 30,
  expireInSeconds: 300,
  work: (context) =>
    eachWorkspace(
      context,
      { that: "have-an-untold-freeze", atOnce: 8, what: "announce-freeze" },
      (workspaceId) => announceFreeze(context, workspaceId),
    ),
};

interface Where {
  workspaceId: string;
  channelId: string;
}

async function tellChannel(
  { db, messenger, logger }: Announcing,
  { workspaceId, told, ...where }: Where & { told: PostedMessage | undefined },
  facts: FreezeFacts,
): Promise<void> {
  const { freeze } = facts;
  const message = freezeNotice(facts);
  const shown = told && isOfThisFreeze(told, freeze) ? told : undefined;
  if (told && !shown && mayStillSayFrozen(told, freeze)) {
    await overtake({ messenger, logger }, workspaceId, told);
  }
  for (const each of new Set([where.channelId, shown?.channelId ?? where.channelId])) {
    await checkReach({ messenger }, workspaceId, each);
  }
  const at =
    (shown && (await redrawn(messenger, { workspaceId }, shown, message))) ??
    (await messenger.post(workspaceId, where.channelId, message));
  const { channelId, ts } = at;
  await saveFreezeNotice(db, workspaceId, { channelId, ts, version: freeze.version });
}

/** The end of a freeze is announced in the place of its beginning. */
function isOfThisFreeze({ version }: PostedMessage, now: Freeze): boolean {
  return now.frozen === null || version >= begunWith(now);
}

/** A message about an earlier freeze, whose end was never drawn there. */
function mayStillSayFrozen({ version }: PostedMessage, now: Freeze): boolean {
  return now.frozen?.isFurther === true || version < begunWith(now) - 1;
}

/** Takes the button from an earlier message before the newer one is posted: nothing redraws it later. */
async function overtake(
  { messenger, logger }: Pick<Announcing, "messenger" | "logger">,
  workspaceId: string,
  earlier: PostedMessage,
): Promise<void> {
  try {
    await redrawn(messenger, { workspaceId }, earlier, overtakenNotice());
  } catch (error) {
    if (!(error instanceof MessengerError) || error.mayPass) throw error;
    logger.warn({ err: error, workspaceId }, "a message about an earlier freeze stays as it is");
  }
}

/** `channel`: null if none is chosen. */
async function tellApprovers(
  context: Announcing,
  workspaceId: string,
  channel: OutOfReach | null,
  facts: FreezeFacts,
): Promise<void> {
  const { db, messenger, logger } = context;
  const message = toldAlone(freezeNotice(facts), channel);
  const version = begunWith(facts.freeze);
  const told = { ...(await findFreezeTold(db, workspaceId)) };
  const isTold = (userId: string) => (told[userId] ?? 0) >= version;
  const approvers = await everyoneNamed(context, workspaceId, facts.policy);
  // Nobody has set the workspace up yet: the announcement waits for the set-up.
  if (channel === null && approvers.length === 0) return;
  const left = approvers.filter((each) => !isTold(each)).map((userId) => ({ userId }));
  await oneByOne(logger, { workspaceId }, left, async ({ userId }) => {
    await sent(messenger, { workspaceId }, userId, message);
    told[userId] = version;
    await saveFreezeTold(db, workspaceId, told);
  });
  if (!approvers.some(isTold)) {
    throw new Error("A freeze has reached nobody: neither a channel nor a person");
  }
}
