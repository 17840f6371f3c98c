import { whyMayNot } from "../authority/judge.ts";
import { NOBODY_KNOWN } from "../authority/roster.ts";
import { overOneConnection } from "../platform/database/at-once.ts";
import type { Tx } from "../platform/queue/transaction.ts";
import type { Click } from "../platform/slack/intake/delivery.ts";
import { isFirstDelivery } from "../platform/slack/intake/delivery.ts";
import type { People } from "../platform/slack/slack.ts";
import type { Obstacle } from "./change-kind.ts";
import { kindOf } from "./change-kind.ts";
import type { Context } from "./context.ts";
import { areAllKnown, groupsOfRequester, policyFacts } from "./policy-facts.ts";
import { findInForce, findPolicy } from "./queries/companies.ts";
import { countOpenRequests } from "./queries/count-requests.ts";
import type { Draft } from "./queries/drafts.ts";
import { draftDigest, findDraft } from "./queries/drafts.ts";
import { findRequest, insertRequest, lockRequest, nextRequestNumber } from "./queries/requests.ts";
import { connectionRow, policyRow, requestRow, trustIn } from "./queries/row-macs.ts";
import { toRequestRow } from "./queries/rows.ts";
import { recordHistory } from "./record-history.ts";
import type { ApprovalPolicy } from "./rules/approval/approval-policy.ts";
import { withMembers } from "./rules/approval/approval-policy.ts";
import { remindersOf } from "./rules/approval/awaited.ts";
import { everyGroup, policyFor } from "./rules/approval/policy.ts";
import type { Connection, Content } from "./rules/change.ts";
import type { ChangeRequest } from "./rules/change-request.ts";
import { canonicalJson, digestOf } from "./rules/digest.ts";
import { rulesOf } from "./rules/kind-rules.ts";
import { overLimit, USUAL_OPEN_LIMITS } from "./rules/open-limits.ts";

type Requesting = Pick<
  Context,
  "db" | "transaction" | "seal" | "clock" | "pins" | "newNonce" | "openRequests"
> & { people: Pick<People, "whoIs" | "standingOf"> };

export interface Submission extends Click {
  draftId: string;
  /** The digest of the draft that the review showed. */
  digest: string;
}

export type Requested =
  | { ok: true; request: ChangeRequest }
  | {
      ok: false;
      because:
        | "seen-before"
        | "draft-gone"
        | "draft-changed"
        | "connection-changed"
        /** The environment sets it, and nothing looser can be requested. */
        | "pinned"
        /** Slack did not say who is in a group that decides about it or has to approve it. */
        | "group-not-known"
        /** One person, or the workspace, has the most requests that may be open. */
        | "too-many-of-yours"
        | "too-many-here"
        /** A row that decides is not as Signalbox wrote it. */
        | "doubted"
        /** The decision that asks for it does not count any more. */
        | "overtaken"
        /** A person who asks has to be an active member, at least. */
        | NonNullable<ReturnType<typeof whyMayNot<"look">>>
        | Obstacle["because"];
    };

/** Saves the decision that asks for a change, in the transaction of its request; false where it counts no more. */
export type SaveDecision = (tx: Tx) => Promise<boolean>;

/**
 * Turns a reviewed draft into a request of the same id, and freezes what approvals will cover. A draft submitted twice
 * answers with its request.
 */
export async function requestChange(
  context: Requesting,
  submission: Submission,
  saveDecision: SaveDecision = async () => true,
): Promise<Requested> {
  const { workspaceId, draftId, by, delivery } = submission;
  const [isOver, policyBefore] = await overOneConnection(context.db, (db) =>
    Promise.all([isOverLimit({ ...context, db }, submission), findPolicy(db, workspaceId)]),
  );
  if (isOver) return { ok: false, because: isOver };
  // The gate of each form has asked this: one without a gate must not let anybody in.
  const standing = await context.people.standingOf(workspaceId, by, "of-the-deed");
  const roster = { ...NOBODY_KNOWN, standings: new Map([[by, standing]]) };
  const noMember = whyMayNot("look", { by }, { roster });
  if (noMember) return { ok: false, because: noMember };
  const approving = everyGroup(policyBefore);
  const groups = await groupsOfRequester(context, workspaceId, by, policyBefore, "now", approving);
  return context.transaction(async (tx): Promise<Requested> => {
    const [isFirst, draft, existing, number, { policy: now, connection }] = await Promise.all([
      isFirstDelivery(tx.db, delivery, context.clock()),
      findDraft(tx.db, workspaceId, draftId),
      lockRequest(tx.db, { workspaceId, requestId: draftId }),
      // A simultaneous retirement would not see this request among the waiting ones, and waits for its lock.
      nextRequestNumber(tx.db, workspaceId),
      findInForce(tx.db, workspaceId),
    ]);
    if (!isFirst) return { ok: false, because: "seen-before" };
    if (!draft || draft.createdBy !== by) return { ok: false, because: "draft-gone" };
    if (existing) return whatStands(existing, submission);
    if (draftDigest(draft) !== submission.digest) return { ok: false, because: "draft-changed" };
    if (connection.id !== draft.connectionId) return { ok: false, because: "connection-changed" };
    const { change } = draft;
    if (rulesOf(change).whyPinned(change, context.pins) !== undefined) {
      return { ok: false, because: "pinned" };
    }
    const around = { workspaceId, connectionId: connection.id, now: context.clock() };
    const inForce = [policyRow(now), connectionRow(connection)];
    const [obstacle, trust, facts, open] = await Promise.all([
      kindOf(change).obstacle(tx.db, change, around),
      trustIn(tx.db, context.seal, workspaceId, inForce),
      // The policy in force now counts: another one may have taken effect while Slack was asked.
      policyFacts(tx.db, connection.id, draft.change, now, groups),
      // The workspace is locked: of two at once, the second is counted with the first.
      countOpenRequests(tx.db, workspaceId, by),
    ]);
    if (obstacle) return { ok: false, because: obstacle.because };
    if (trust.doubted.length > 0) {
      await tx.enqueue({ name: "check-rows", request: { workspaceId, requestId: draftId } });
      return { ok: false, because: "doubted" };
    }
    if (!areAllKnown(now, groups)) return { ok: false, because: "group-not-known" };
    const policy = withMembers(policyFor(draft.change, facts, now), groups.members);
    if (!policy) return { ok: false, because: "group-not-known" };
    const isOverNow = overLimit(draft.change, open, context.openRequests ?? USUAL_OPEN_LIMITS);
    if (isOverNow) return { ok: false, because: isOverNow };
    if (!(await saveDecision(tx))) return { ok: false, because: "overtaken" };

    const request = newRequest(draft, { connection, policy, number }, context);
    const ref = { workspaceId, requestId: request.id };
    const marks = trust.sign([requestRow(toRequestRow(request))]);
    const asked = { type: "requested", at: request.requestedAt } as const;
    await tx.enqueue({ name: "update-approval-card", request: ref });
    const [firstReminder] = remindersOf(request);
    if (firstReminder !== undefined) {
      await tx.enqueue({ name: "remind-approvers", request: ref, startAfter: firstReminder });
    }
    await tx.enqueue({ name: "expire-request", request: ref, startAfter: request.expiresAt });
    await tx.withJobs(
      insertRequest(tx.db, request),
      recordHistory(tx, request, [asked], by, undefined, marks),
    );
    return { ok: true, request };
  });
}

/** Comes before Slack is asked, so that a refusal does not use up its rate limit. An existing request is not a new one. */
async function isOverLimit(
  { db, openRequests = USUAL_OPEN_LIMITS }: Requesting,
  { workspaceId, draftId, by }: Submission,
) {
  const draft = await findDraft(db, workspaceId, draftId);
  if (draft?.createdBy !== by) return undefined;
  const open = await countOpenRequests(db, workspaceId, by);
  const isOver = overLimit(draft.change, open, openRequests);
  return isOver && (await findRequest(db, { workspaceId, requestId: draftId }))
    ? undefined
    : isOver;
}

/** A form filled in anew after its submission would pass off the existing request for what was reviewed since. */
function whatStands(request: ChangeRequest, { digest }: Submission): Requested {
  return draftDigest(request.content) === digest
    ? { ok: true, request }
    : { ok: false, because: "draft-gone" };
}

interface Around {
  connection: Connection;
  policy: ApprovalPolicy;
  number: number;
}

function newRequest(
  { id, workspaceId, createdBy, askedIn, change }: Draft,
  { connection, policy, number }: Around,
  { clock, newNonce }: Requesting,
): ChangeRequest {
  const now = clock();
  const content: Content = {
    workspaceId,
    requestId: id,
    nonce: newNonce(),
    connection,
    requestedBy: createdBy,
    askedIn,
    policyVersion: policy.version,
    change,
  };
  const canonical = canonicalJson(content);
  return {
    id,
    workspaceId,
    connectionId: connection.id,
    number,
    version: 0,
    content,
    canonical,
    digest: digestOf(canonical),
    policy,
    requestedBy: createdBy,
    requestedAt: now,
    expiresAt: new Date(Date.parse(now) + policy.expiresInHours * 3_600_000).toISOString(),
    approvals: [],
    wrongAnswers: {},
    attempt: 0,
    state: { status: "pending" },
  };
}
