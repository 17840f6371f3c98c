import type { Db } from "../platform/database/schema.ts";
import type { MiddleGroup } from "../platform/payment-details/middle-group.ts";
import type { RequestRef } from "../platform/queue/request-ref.ts";
import type { InTransaction } from "../platform/queue/transaction.ts";
import type { People } from "../platform/slack/slack.ts";
import type { Applied, ApplyDeps } from "./apply-command.ts";
import { applyCommand } from "./apply-command.ts";
import { countRailsInto } from "./queries/find-requests.ts";
import { valueFacts } from "./queries/known-values.ts";
import { findRequest } from "./queries/requests.ts";
import type { Check } from "./rules/approval/challenge.ts";
import { challengeOf, checkFor } from "./rules/approval/challenge.ts";
import type { ChangeRequest } from "./rules/change-request.ts";
import { subjectOf } from "./rules/kind-rules.ts";
import type { TwoPersonRemedy } from "./rules/remedy.ts";
import { rosterFor } from "./who-is.ts";

interface Deps extends ApplyDeps {
  db: Db;
  transaction: InTransaction;
  people: People;
}

/** Who clicked what, in which delivery. */
export interface Click extends RequestRef {
  by: string;
  delivery: string;
}

export interface ApprovalClick extends Click {
  /** Of what was shown. */
  digest: string;
  /** Which group the approver was asked for, counted from one; null when for none. */
  asked: number | null;
  /** What they typed. */
  typed: string | null;
}

/** An approval of exactly the content whose digest was shown, with the group of the value that was asked for. */
export async function approveRequest(
  deps: Deps,
  { by, delivery, digest, asked, typed, ...ref }: ApprovalClick,
): Promise<Applied> {
  const request = await findRequest(deps.db, ref);
  if (!request) return { ok: false, refusal: "not-found" };
  const roster = await rosterFor(deps, request, [by]);
  const check = await checkOf(deps, request);
  const answer = { asked, typed };
  const command = {
    type: "approve",
    by,
    standing: roster.standings.get(by) ?? "not-known",
    digest,
    check,
    answer,
  } as const;
  return applyCommand(deps, ref, command, delivery, roster);
}

/** The group of the address or IBAN that this approver has to type; null when none is asked for. */
export async function questionFor(
  deps: Pick<Deps, "db" | "transaction">,
  request: ChangeRequest,
  by: string,
): Promise<MiddleGroup | null> {
  const check = await checkOf(deps, request);
  return check && challengeOf(request, by, check);
}

async function checkOf(
  { db }: Pick<Deps, "db" | "transaction">,
  request: ChangeRequest,
): Promise<Check | null> {
  const subject = subjectOf(request);
  if (!subject) return null;
  const { details, serviceId } = subject;
  const { lookAlikes } = await valueFacts(db, request.connectionId, details);
  const rails = serviceId === null ? 0 : await countRailsInto(db, request.connectionId, serviceId);
  return checkFor(request, { isFirstUse: rails === 0, lookAlikes });
}

export async function denyRequest(
  deps: Deps,
  { by, delivery, reason, ...ref }: Click & { reason: string },
): Promise<Applied> {
  const request = await findRequest(deps.db, ref);
  if (!request) return { ok: false, refusal: "not-found" };
  const roster = await rosterFor(deps, request, [by], {
    freshness: "groups-of-a-minute",
    isToStop: true,
  });
  const standing = roster.standings.get(by) ?? "not-known";
  return applyCommand(deps, ref, { type: "deny", by, standing, reason }, delivery, roster);
}

export async function withdrawRequest(
  deps: ApplyDeps,
  { by, delivery, ...ref }: Click,
): Promise<Applied> {
  return applyCommand(deps, ref, { type: "withdraw", by }, delivery);
}

/** One approver proposes what is to be done about an unknown outcome. */
export async function proposeRemedy(
  deps: Deps,
  { by, delivery, remedy, ...ref }: Click & { remedy: TwoPersonRemedy },
): Promise<Applied> {
  const request = await findRequest(deps.db, ref);
  if (!request) return { ok: false, refusal: "not-found" };
  const roster = await rosterFor(deps, request, [by, ...proposersOf(request)]);
  const standing = roster.standings.get(by) ?? "not-known";
  const command = { type: "propose-remedy", by, standing, remedy } as const;
  return applyCommand(deps, ref, command, delivery, roster);
}

/** A second approver agrees to exactly the remedy that they were shown. */
export async function confirmRemedy(
  deps: Deps,
  { by, delivery, remedy, ...ref }: Click & { remedy: TwoPersonRemedy },
): Promise<Applied> {
  const request = await findRequest(deps.db, ref);
  if (!request) return { ok: false, refusal: "not-found" };
  const roster = await rosterFor(deps, request, [by, ...proposersOf(request)]);
  const standing = roster.standings.get(by) ?? "not-known";
  const proposers = roster.standings;
  const command = { type: "confirm-remedy", by, standing, remedy, proposers } as const;
  return applyCommand(deps, ref, command, delivery, roster);
}

/** Who has proposed what others may agree to, and who has agreed. */
export function proposersOf({ state }: Pick<ChangeRequest, "state">): string[] {
  if (state.status !== "needs-a-person" || !state.remedy) return [];
  return [state.remedy.by, ...(state.remedy.agreed ?? [])];
}
