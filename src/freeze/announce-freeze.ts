import type { Logger } from "pino";
import type { Db } from "../platform/database/schema.ts";
import type { Chore } from "../platform/queue/job.ts";
import { MessengerError } from "../platform/slack/messenger-error.ts";
import type { Messenger, People } from "../platform/slack/slack.ts";
import type { EachDeps } from "../request/each-workspace.ts";
import { eachWorkspace } from "../request/each-workspace.ts";
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
import { freezeNotice, freezeNoticeAlone } from "./freeze-messages.ts";
import { begunWith } from "./rules/decide-freeze.ts";

interface Deps {
  db: Db;
  messenger: Pick<Messenger, "post" | "update" | "directMessageWith">;
  people: People;
  logger: Pick<Logger, "warn">;
  approvalsChannelOf: (workspaceId: string) => Promise<string | null>;
}

/**
 * Tells the approvers' channel that sending is frozen, who wants it to go on, and that it does: one message for each
 * freeze, redrawn from what holds now. As long as the channel does not take it each approver is told alone, once of a
 * freeze and once of its end.
 */
export async function announceFreeze(deps: Deps, workspaceId: string): Promise<void> {
  const told = await findFreezeNotice(deps.db, workspaceId);
  const { version } = await findFreeze(deps.db, workspaceId);
  if (version <= (told?.version ?? 0)) return;
  const channelId = await deps.approvalsChannelOf(workspaceId);
  // Nobody has set the workspace up yet: it is told of once somebody has.
  if (channelId === null) return;
  const facts = await freezeFacts(deps, workspaceId);
  try {
    await tellChannel(deps, { workspaceId, channelId, told }, facts);
  } catch (error) {
    if (!(error instanceof MessengerError && error.isOutOfReach)) throw error;
    deps.logger.warn({ err: error, workspaceId }, "the approvals channel does not take a freeze");
    await tellApprovers(deps, { workspaceId, channelId }, facts, error);
  }
}

export const announceFreezeChore: Chore<Deps & EachDeps> = {
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
  /** The approvers' channel. */
  channelId: string;
}

async function tellChannel(
  { db, messenger }: Deps,
  { workspaceId, told, ...where }: Where & { told: PostedMessage | undefined },
  facts: FreezeFacts,
): Promise<void> {
  const { freeze } = facts;
  const message = freezeNotice(facts);
  const at =
    (told && isOfThisFreeze(told, freeze)
      ? await redrawn(messenger, { workspaceId }, told, message)
      : undefined) ?? (await messenger.post(workspaceId, where.channelId, message));
  const { channelId, ts } = at;
  await saveFreezeNotice(db, workspaceId, { channelId, ts, version: freeze.version });
}

/** The end of a freeze is told where its beginning was. */
function isOfThisFreeze({ version }: PostedMessage, now: Freeze): boolean {
  return now.frozen === null || version >= begunWith(now);
}

async function tellApprovers(
  deps: Deps,
  { workspaceId, channelId }: Where,
  facts: FreezeFacts,
  { code: because }: MessengerError,
): Promise<void> {
  const { db, messenger, logger } = deps;
  const message = freezeNoticeAlone(facts, { channelId, because });
  const version = begunWith(facts.freeze);
  const told = { ...(await findFreezeTold(db, workspaceId)) };
  const isTold = (userId: string) => (told[userId] ?? 0) >= version;
  const approvers = await everyoneNamed(deps, workspaceId, facts.policy);
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
