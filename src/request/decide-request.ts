import { overOneConnection } from "../platform/database/at-once.ts";
import type { MiddleGroup } from "../platform/payment-details/middle-group.ts";
import type { RequestRef } from "../platform/queue/request-ref.ts";
import type { Click } from "../platform/slack/intake/delivery.ts";
import type { Applied, Applying } from "./apply-command.ts";
import { applyCommand } from "./apply-command.ts";
import type { Context } from "./context.ts";
import { hasRailInto } from "./queries/count-requests.ts";
import { findRequest } from "./queries/requests.ts";
import { valueFacts } from "./queries/values/known-values.ts";
import type { Check } from "./rules/approval/challenge.ts";
import { challengeOf, checkFor } from "./rules/approval/challenge.ts";
import type { ChangeRequest } from "./rules/change-request.ts";
import type { Command } from "./rules/decide.ts";
import type { Answer } from "./rules/decide-approval.ts";
import { subjectOf } from "./rules/kind-rules.ts";
import type { TwoPersonRemedy } from "./rules/remedy.ts";
import { rosterFor } from "./who-is.ts";

type Deciding = Pick<
  Context,
  "transaction" | "seal" | "pins" | "clock" | "pauses" | "db" | "people"
>;

export interface RequestClick extends Click, RequestRef {}

export interface ApprovalClick extends RequestClick, Answer {
  /** The digest that was shown. */
  digest: string;
  /** Judges the answer, and approves nothing yet. */
  isForAnswer?: boolean;
}

/** Approves exactly the content of the shown digest, with the group of the value that the approver typed. */
export async function approveRequest(
  context: Deciding,
  { digest, asked, typed, checkedIn = null, isForAnswer = false, ...click }: ApprovalClick,
): Promise<Applied> {
  const commandOf = async (request: ChangeRequest) => {
    const check = await checkOf(context, request);
    const answer = { asked, typed, checkedIn };
    return { type: "approve", by: click.by, digest, check, answer, isForAnswer } as const;
  };
  // An answer alone decides nothing, so Slack's earlier word about people is enough.
  return decided(context, click, commandOf, isForAnswer ? { freshness: "of-a-minute" } : {});
}

/** The group of the address or IBAN that this approver has to type; null if none. */
export async function questionFor(
  context: Pick<Context, "db">,
  request: ChangeRequest,
  by: string,
): Promise<MiddleGroup | null> {
  const check = await checkOf(context, request);
  return check && challengeOf(request, by, check);
}

async function checkOf({ db }: Pick<Context, "db">, request: ChangeRequest): Promise<Check | null> {
  const subject = subjectOf(request);
  if (!subject) return null;
  const { details, serviceId } = subject;
  const { connectionId } = request;
  const [{ lookAlikes }, isUsed] = await overOneConnection(db, (db) =>
    Promise.all([
      valueFacts(db, connectionId, details),
      serviceId !== null && hasRailInto(db, connectionId, serviceId),
    ]),
  );
  return checkFor(request, { isFirstUse: !isUsed, lookAlikes });
}

export async function denyRequest(
  context: Deciding,
  { reason, ...click }: RequestClick & { reason: string },
): Promise<Applied> {
  const look = { freshness: "groups-of-a-minute", isToStop: true } as const;
  return decided(context, click, () => ({ type: "deny", by: click.by, reason }), look);
}

/** Puts an approver's question to the requester. */
export async function askRequester(
  context: Deciding,
  { question, ...click }: RequestClick & { question: string },
): Promise<Applied> {
  const look = { freshness: "of-a-minute", isToStop: true } as const;
  return decided(context, click, () => ({ type: "ask", by: click.by, question }), look);
}

export async function withdrawRequest(
  context: Applying,
  { by, delivery, ...ref }: RequestClick,
): Promise<Applied> {
  return applyCommand(context, ref, { type: "withdraw", by }, delivery);
}

/** `asked`: what the person saw that they were asked, as `askedNow` says it. */
type RemedyClick = RequestClick & { remedy: TwoPersonRemedy; asked: string };

/** One approver proposes what to do about an unknown outcome. */
export async function proposeRemedy(
  context: Deciding,
  { remedy, asked, ...click }: RemedyClick,
): Promise<Applied> {
  return decided(context, click, () => ({ type: "propose-remedy", by: click.by, remedy, asked }));
}

/** A second approver agrees to exactly the remedy that they were shown. */
export async function confirmRemedy(
  context: Deciding,
  { remedy, asked, ...click }: RemedyClick,
): Promise<Applied> {
  return decided(context, click, () => ({ type: "confirm-remedy", by: click.by, remedy, asked }));
}

/** Asks Slack about the person who clicked, and about everybody on whom the decision rests, before it locks anything. */
async function decided(
  context: Deciding,
  { by, delivery, ...ref }: RequestClick,
  commandOf: (request: ChangeRequest) => Command | Promise<Command>,
  look: Parameters<typeof rosterFor>[3] = { freshness: "of-the-deed" },
): Promise<Applied> {
  const request = await findRequest(context.db, ref);
  if (!request) return { ok: false, refusal: "not-found" };
  const [roster, command] = await Promise.all([
    rosterFor(context, request, [by, ...proposersOf(request)], look),
    commandOf(request),
  ]);
  return applyCommand(context, ref, command, delivery, roster);
}

/** The person who proposed the remedy, and those who agreed to it. */
export function proposersOf({ state }: Pick<ChangeRequest, "state">): string[] {
  if (state.status !== "needs-a-person" || !state.remedy) return [];
  return [state.remedy.by, ...(state.remedy.agreed ?? [])];
}
