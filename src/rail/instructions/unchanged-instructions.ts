import type { Logger } from "pino";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import { header } from "../../platform/slack/blocks/blocks.ts";
import type { Leaf, Line } from "../../platform/slack/blocks/rich-text.ts";
import {
  bold,
  channel,
  link,
  named,
  richText,
  user,
} from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { messageWith } from "../../platform/slack/message.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import { nameInText } from "../../platform/text/shown-text.ts";
import type { Context } from "../../request/context.ts";
import { OVER, retell, tellEach } from "../../request/posting/tell-each.ts";
import { concerned } from "../../request/posting/tell-of-outage.ts";
import { findPolicy } from "../../request/queries/companies.ts";
import { findProblem } from "../../request/queries/disputes.ts";
import type { PostedMessage } from "../../request/queries/messages.ts";
import { findMessage, replaceMessage } from "../../request/queries/messages.ts";
import { markedIn } from "../../request/queries/rows.ts";
import { policyNow } from "../../request/rules/approval/policy.ts";
import type { ChangeRequest } from "../../request/rules/change-request.ts";
import { numberOf } from "../../request/rules/change-request.ts";
import type { MarkedDispute, ReportedProblem } from "../../request/rules/outcome/seen-rail.ts";
import { environmentName } from "../../request/words.ts";
import { problemParts } from "../disputes/disputed-rail.ts";

type Telling = Pick<Context, "db" | "messenger" | "people"> & { logger: Pick<Logger, "warn"> };

/** Why Slack did not change a message: it is gone, or it stays as it was. Throws unless Slack has refused for now. */
export async function whyUnchanged(
  { messenger, logger }: Pick<Telling, "messenger" | "logger">,
  ref: RequestRef,
  at: PostedMessage,
  error: unknown,
): Promise<"gone" | "unchanged"> {
  if (!(error instanceof MessengerError) || error.mayPass) throw error;
  logger.warn({ err: error, ...ref }, "a message with deposit instructions cannot be changed");
  if (error.code !== "no-such-message") return "unchanged";
  // Slack says the same of a message that is there, and that it does not let us change.
  return (await messenger.presenceOf(ref.workspaceId, at)) === "gone" ? "gone" : "unchanged";
}

/** A channel may stay closed for months, with many such messages in it. */
const PAUSE_MS = 5 * 60_000;

/** The message stays out of date, and the sweep tries again after a pause. */
export async function tryLater(
  { db, clock }: Pick<Context, "db" | "clock">,
  ref: RequestRef,
  message: PostedMessage,
): Promise<void> {
  const redrawAt = new Date(Date.parse(clock()) + PAUSE_MS).toISOString();
  await replaceMessage(db, ref, "instructions", { ...message, redrawAt }, message);
}

/** The approvers and the requester. */
export async function everybody(context: Telling, request: ChangeRequest): Promise<string[]> {
  const policy = await findPolicy(context.db, request.workspaceId);
  return concerned(context, { request, currentPolicy: policyNow(request, policy) });
}

/**
 * Tells everybody, and whoever reported or disputed the Rail, that a message may still say how to pay into it: once for each
 * report and dispute.
 */
export async function tellUnchanged(
  context: Telling,
  request: ChangeRequest,
  railId: string,
  at: PostedMessage,
): Promise<void> {
  const { db, messenger } = context;
  const { workspaceId, id: requestId, connectionId } = request;
  const ref = { workspaceId, requestId };
  const problem = await findProblem(db, connectionId, railId);
  if (!problem) return;
  const version = await noteUnchanged(context, ref, at.channelId, sinceOf(problem));
  const messageLink = await messenger.linkTo(workspaceId, at);
  const message = unchangedNotice({ request, problem, channelId: at.channelId, messageLink });
  const by = "by" in problem ? [problem.by] : [];
  const people = new Set([...(await everybody(context, request)), problem.reportedBy, ...by]);
  const tellings = [...people].map((userId) => ({ userId, message }));
  await tellEach(context, { ...ref, about: "unchanged", version }, tellings);
}

const sinceOf = (problem: ReportedProblem | MarkedDispute) =>
  markedIn(problem)?.at ?? problem.reportedAt;

/** Counts the reports and disputes that did not reach the message; the same one counts once. */
async function noteUnchanged(
  { db }: Pick<Context, "db">,
  ref: RequestRef,
  channelId: string,
  since: string,
): Promise<number> {
  const noted = await findMessage(db, ref, "unchanged");
  if (noted && noted.version > 0 && noted.ts === since) return noted.version;
  const version = Math.abs(noted?.version ?? 0) + 1;
  await replaceMessage(db, ref, "unchanged", { channelId, ts: since, version }, noted);
  return version;
}

/** Tells those people that this is over. */
export async function tellChanged(context: Telling, request: ChangeRequest): Promise<void> {
  const ref = { workspaceId: request.workspaceId, requestId: request.id };
  const noted = await findMessage(context.db, ref, "unchanged");
  if (!noted || noted.version < 0) return;
  await retell(context, { ...ref, about: "unchanged", version: OVER }, changedNotice(request));
  await replaceMessage(context.db, ref, "unchanged", { ...noted, version: -noted.version }, noted);
}

type About = Pick<ChangeRequest, "number" | "content">;

export const DO_NOT_PAY = "Do not send money to it";

export function textName({ number, content }: About): string {
  const { change, connection } = content;
  return `${numberOf({ number })}, ${nameInText(change.name)} (${environmentName(connection.environment)}),`;
}

export function whichRail({ number, content }: About): Line {
  const { change, connection } = content;
  return [
    `${numberOf({ number })} · `,
    named(change.name),
    ` · ${environmentName(connection.environment)}`,
  ];
}

/** `text` names the message. */
export function messageAt(
  { content }: About,
  text: string,
  { channelId, messageLink }: { channelId: string; messageLink?: string | undefined },
): Leaf[] {
  return [
    messageLink === undefined ? text : link(messageLink, text),
    ...(channelId === content.askedIn
      ? [" in ", channel(channelId)]
      : [" in the requester's direct messages with Signalbox"]),
  ];
}

export interface UnchangedNotice {
  request: About;
  problem: ReportedProblem | MarkedDispute;
  channelId: string;
  messageLink?: string | undefined;
}

/** To one person: nobody may pay, and a message that Slack did not let us change may still say how. */
export function unchangedNotice({ request, problem, ...at }: UnchangedNotice): Message {
  const marked = markedIn(problem);
  return messageWith(
    `${DO_NOT_PAY}: ${textName(request)} has a message that may still say how to pay`,
    header(DO_NOT_PAY),
    richText(
      whichRail(request),
      [
        bold("Signalbox could not change "),
        ...messageAt(request, "the message with its deposit instructions", at),
        bold(": it may still say how to pay."),
      ],
      marked && [user(marked.by), " marked the Rail as disputed."],
      ...problemParts(problem),
      [
        "Have that message deleted, or let Signalbox change it: unarchive the channel, and invite Signalbox there with /invite. Signalbox keeps trying.",
      ],
    ),
  );
}

/** Replaces that message. */
export function changedNotice(request: About): Message {
  return messageWith(
    `${textName(request)} no longer has that message`,
    richText(whichRail(request), [
      "The message with its deposit instructions could not be changed at first. Now it is changed or deleted.",
    ]),
  );
}
