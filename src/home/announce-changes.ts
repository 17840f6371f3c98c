import { ASKED } from "../authority/row-shapes.ts";
import { AUTHORITY } from "../authority/table.ts";
import type { Chore } from "../platform/queue/job.ts";
import type { Message } from "../platform/slack/message.ts";
import { MessengerError } from "../platform/slack/messenger-error.ts";
import { approversRemoved } from "../policy/screens/remove-approver.ts";
import { changedRails } from "../rail/creating/changed-rails.ts";
import { unapprovedRails, unreadableRails } from "../rail/creating/unapproved-rails.ts";
import { problemsReported, railsDisputed } from "../rail/disputes/problem-notices.ts";
import type { Context } from "../request/context.ts";
import { eachWorkspace } from "../request/each-workspace.ts";
import { checkReach, toldAlone } from "../request/posting/reach.ts";
import { oneByOne, sent } from "../request/posting/tell-each.ts";
import { listActors } from "../request/queries/audit.ts";
import { findPolicy } from "../request/queries/companies.ts";
import type { News, NewsOf, Notice } from "../request/queries/notices.ts";
import { endNotices, listNotices, noteToldAlone } from "../request/queries/notices.ts";
import { findPolicyVersion } from "../request/queries/setups.ts";
import { tellApprovers } from "../request/tell-approvers.ts";
import { everyoneNamed } from "../request/who-is.ts";
import { reviewBegun, reviewEnded } from "../review/review-notices.ts";
import type { PolicyChanged } from "./settings-notice.ts";
import { settingsNotice } from "./settings-notice.ts";

type Announcing = Pick<
  Context,
  "db" | "people" | "messenger" | "logger" | "approvalsChannelOf" | "command" | "maySetUp"
>;

type Kind = News["kind"];

interface Telling extends Pick<Context, "db" | "command"> {
  workspaceId: string;
}

/** One message for all news of a kind, oldest first. */
const MESSAGES: {
  [K in Kind]: (news: readonly NewsOf<K>[], telling: Telling) => Message | Promise<Message>;
} = {
  "approver-removed": approversRemoved,
  "rails-not-approved": unapprovedRails,
  "rails-changed": changedRails,
  "rails-unreadable": unreadableRails,
  "rail-problem": problemsReported,
  "rail-disputed": railsDisputed,
  "review-begun": reviewBegun,
  "review-ended": reviewEnded,
  async settings(news, { db, workspaceId, ...telling }) {
    const changes = news.map(({ change }) => change);
    const policies = new Map<number, PolicyChanged>();
    for (const change of changes) {
      if (change.is !== "policy") continue;
      const before = await findPolicyVersion(db, workspaceId, change.from);
      const after = await findPolicyVersion(db, workspaceId, change.to);
      if (before && after) policies.set(change.to, { before, after });
    }
    return settingsNotice({ changes, policies, ...telling });
  },
};

/**
 * Tells the approvals channel the news, once. While it is out of reach each approver is told alone, once. A crash right
 * after a message repeats it.
 */
export async function announceChanges(context: Announcing, workspaceId: string): Promise<void> {
  const notices = await listNotices(context.db, workspaceId);
  const kinds = new Set(notices.map(({ news }) => news.kind));
  const all = await Promise.allSettled(
    [...kinds].map((kind) => announce(context, workspaceId, kind, notices)),
  );
  for (const one of all) if (one.status === "rejected") throw one.reason;
}

export const announceChangesChore: Chore<Announcing> = {
  name: "announce-changes",
  everySeconds: 30,
  expireInSeconds: 300,
  work: (context) =>
    eachWorkspace(
      context,
      { that: "have-notices", atOnce: 8, what: "announce-changes" },
      (workspaceId) => announceChanges(context, workspaceId),
    ),
};

async function announce<K extends Kind>(
  context: Announcing,
  workspaceId: string,
  kind: K,
  all: readonly Notice[],
): Promise<void> {
  const { db, command } = context;
  const due = all.filter(({ news }) => news.kind === kind);
  await tellLeft(context, workspaceId, due);
  await tellBefore(context, workspaceId, due);
  const newTo = (userId: string) => due.filter(({ told }) => !told.includes(userId));
  const noteTold = (userId: string) => noteToldAlone(db, workspaceId, newTo(userId), userId);
  const messageOf = (all: readonly Notice[]) =>
    MESSAGES[kind](all.map(({ news }) => news).filter(isOf(kind)), { db, command, workspaceId });
  if (kind === "review-ended") {
    const message = await messageOf(due);
    const isTold = (userId: string) => newTo(userId).length === 0;
    const telling = { message, isTold, told: noteTold };
    if (await tellAdministrators(context, workspaceId, telling)) {
      return endNotices(db, workspaceId, due);
    }
  }
  const place = await tellApprovers(context, workspaceId, {
    message: async (alone) =>
      toldAlone(await messageOf(alone ? newTo(alone.userId) : due), alone?.channel),
    async people() {
      const policy = await findPolicy(db, workspaceId);
      const removed = due.flatMap(({ news }) =>
        news.kind === "approver-removed" ? news.userId : [],
      );
      const everyone = [...(await everyoneNamed(context, workspaceId, policy)), ...removed];
      return everyone.filter((userId) => newTo(userId).length > 0);
    },
    told: noteTold,
  });
  if (place === "channel") await endNotices(db, workspaceId, due);
}

/** The approvers before a change that one person made at once are each told, once: the channel may be that person's. */
async function tellBefore(
  context: Announcing,
  workspaceId: string,
  due: readonly Notice[],
): Promise<void> {
  const { db, messenger, logger, command } = context;
  for (const notice of due) {
    const { news, told } = notice;
    if (news.kind !== "settings" || !("under" in news.change)) continue;
    const before = await findPolicyVersion(db, workspaceId, news.change.under ?? 0);
    const named = before ? await everyoneNamed(context, workspaceId, before) : [];
    const untold = named.filter((userId) => !told.includes(userId)).map((userId) => ({ userId }));
    await oneByOne(logger, { workspaceId }, untold, async ({ userId }) => {
      const message = await MESSAGES.settings([news], { db, command, workspaceId });
      await sent(messenger, { workspaceId }, userId, message);
      await noteToldAlone(db, workspaceId, [notice], userId);
    });
  }
}

/** A channel from which the approvals were moved is told once, if the bot can still write there. */
async function tellLeft(
  context: Announcing,
  workspaceId: string,
  due: readonly Notice[],
): Promise<void> {
  const { db, messenger, command } = context;
  const current = await context.approvalsChannelOf(workspaceId);
  for (const notice of due) {
    const { news, told } = notice;
    const left = news.kind === "settings" && news.change.is === "channel" ? news.change.from : null;
    if (news.kind !== "settings" || left === null || left === current || told.includes(left)) {
      continue;
    }
    const telling = { db, command, workspaceId };
    try {
      await checkReach({ messenger }, workspaceId, left);
      await messenger.post(workspaceId, left, await MESSAGES.settings([news], telling));
    } catch (error) {
      if (!(error instanceof MessengerError) || error.mayPass) throw error;
      // Any other answer of a former channel must not hold up the present one.
      if (error.code === "not-installed") throw error;
      context.logger.warn({ err: error, workspaceId }, "the former approvals channel is not told");
    }
    await noteToldAlone(db, workspaceId, [notice], left);
  }
}

const isOf =
  <K extends Kind>(kind: K) =>
  (news: News): news is NewsOf<K> =>
    news.kind === kind;

/** What only administrators do, and nobody asks for. */
const THEIRS = Object.values(AUTHORITY)
  .filter(({ by }) => by === "administrator" || by === "slack")
  .flatMap<string>(({ audit }) => audit)
  .filter((each) => !ASKED.includes(each));

/**
 * Tells each administrator whom Signalbox knows, by direct message: Slack has no list of them that an app could ask for
 * cheaply. False where nobody got it: it knows none, or Slack takes no message to any of them.
 */
async function tellAdministrators(
  context: Pick<Context, "db" | "people" | "messenger" | "logger" | "maySetUp">,
  workspaceId: string,
  { message, told, isTold }: ToAdministrators,
): Promise<boolean> {
  const { db, messenger, logger } = context;
  const approvers = await everyoneNamed(context, workspaceId, await findPolicy(db, workspaceId));
  const known = new Set([...(await listActors(db, workspaceId, THEIRS)), ...approvers]);
  const administrators: { userId: string }[] = [];
  for (const userId of known) {
    if (await context.maySetUp(workspaceId, userId)) administrators.push({ userId });
  }
  const left = administrators.filter(({ userId }) => !isTold(userId));
  const now = await oneByOne(logger, { workspaceId }, left, async ({ userId }) => {
    await sent(messenger, { workspaceId }, userId, message);
    await told(userId);
  });
  return now.length > 0 || left.length < administrators.length;
}

interface ToAdministrators {
  message: Message;
  isTold: (userId: string) => boolean;
  /** After each person. */
  told: (userId: string) => Promise<void>;
}
