import type { Pins } from "../authority/pins.ts";
import type { Db } from "../platform/database/schema.ts";
import type { Clock } from "../platform/process/clock.ts";
import type { InTransaction, Tx } from "../platform/queue/transaction.ts";
import { isFirstDelivery } from "../platform/slack/intake/first-delivery.ts";
import type { People } from "../platform/slack/slack.ts";
import { recordHistory } from "./apply-command.ts";
import { draftDigest } from "./draft-digest.ts";
import { areAllKnown, groupsOfRequester, policyFacts } from "./policy-facts.ts";
import { findCurrentConnection, findPolicy, lockWorkspace } from "./queries/companies.ts";
import { findConnection } from "./queries/connections.ts";
import { findDestinationByDetails, findDestinationByServiceId } from "./queries/destinations.ts";
import type { Draft } from "./queries/drafts.ts";
import { lockDraft } from "./queries/drafts.ts";
import { countOpenRequests, findOpenRequestAbout } from "./queries/find-requests.ts";
import { insertRequest, lockRequest, nextRequestNumber } from "./queries/requests.ts";
import { findSetup } from "./queries/setups.ts";
import type { ApprovalPolicy } from "./rules/approval/approval-policy.ts";
import { withMembers } from "./rules/approval/approval-policy.ts";
import { remindersOf } from "./rules/approval/awaited.ts";
import { everyGroup, policyFor } from "./rules/approval/policy.ts";
import type {
  Connection,
  Content,
  CreateRail,
  DestinationChange,
  SetupChange,
} from "./rules/change.ts";
import { isSetupChange } from "./rules/change.ts";
import type { ChangeRequest } from "./rules/change-request.ts";
import {
  destinationIdOf,
  detailsKey,
  detailsOf,
  holdsItsId,
  isUsable,
} from "./rules/destination.ts";
import { canonicalJson, canonicalText, digestOf } from "./rules/digest.ts";
import { rulesOf } from "./rules/kind-rules.ts";
import type { OpenLimits } from "./rules/open-limits.ts";
import { overLimit, USUAL_OPEN_LIMITS } from "./rules/open-limits.ts";

interface Deps {
  db: Db;
  transaction: InTransaction;
  people: Pick<People, "whoIs">;
  clock: Clock;
  pins: Pins;
  newNonce: () => string;
  /** The usual ones when absent. */
  openRequests?: OpenLimits;
}

export interface Submission {
  workspaceId: string;
  draftId: string;
  /** Of the draft as it was shown in the review. */
  digest: string;
  by: string;
  delivery: string;
}

export type Requested =
  | { ok: true; request: ChangeRequest }
  | {
      ok: false;
      because:
        | "seen-before"
        | "draft-gone"
        | "draft-changed"
        | "destination-not-usable"
        | "connection-changed"
        /** Slack did not say who is in a group that decides about it, or by whom it has to be approved. */
        | "group-not-known"
        /** As many requests are open as one person, or the workspace, may have. */
        | "too-many-of-yours"
        | "too-many-here"
        | ChangeObstacle;
    };

/** Why a change of the register or of the set-up cannot be asked for now. */
export type ChangeObstacle =
  | "already-registered"
  | "already-asked"
  | "id-taken"
  /** The set-up has changed since this was made, or the token to change to is no longer kept. */
  | "set-up-changed"
  /** The environment sets it, and nothing looser can be asked for. */
  | "pinned";

/**
 * Turns a reviewed draft into a request of the same id, and freezes what approvals will cover. Submitting a draft twice
 * answers with the request that stands.
 */
export async function requestChange(deps: Deps, submission: Submission): Promise<Requested> {
  const { workspaceId, draftId, by, delivery } = submission;
  const isOver = await deps.transaction((tx) => isOverLimit(tx, submission, deps));
  if (isOver) return { ok: false, because: isOver };
  const inForce = await findPolicy(deps.db, workspaceId);
  const groups = await groupsOfRequester(
    deps,
    workspaceId,
    by,
    inForce,
    "now",
    everyGroup(inForce),
  );
  return deps.transaction(async (tx): Promise<Requested> => {
    if (!(await isFirstDelivery(tx.db, delivery, deps.clock())))
      return { ok: false, because: "seen-before" };
    const draft = await lockDraft(tx.db, workspaceId, draftId);
    if (!draft || draft.createdBy !== by) return { ok: false, because: "draft-gone" };
    const existing = await lockRequest(tx.db, { workspaceId, requestId: draftId });
    if (existing) return whatStands(existing, submission);
    if (draftDigest(draft) !== submission.digest) return { ok: false, because: "draft-changed" };
    const connection = await findCurrentConnection(tx.db, workspaceId);
    if (connection.id !== draft.connectionId) return { ok: false, because: "connection-changed" };
    const refusal = await obstacleTo(tx, draft, deps);
    if (refusal) return { ok: false, because: refusal };
    const now = await findPolicy(tx.db, workspaceId);
    if (!areAllKnown(now, groups)) return { ok: false, because: "group-not-known" };
    const facts = await policyFacts(tx.db, connection.id, draft.change, groups.isIn);
    const policy = withMembers(policyFor(draft.change, facts, now), groups.members);
    if (!policy) return { ok: false, because: "group-not-known" };
    // After the obstacles, which lock the workspace: of two at once the second is counted with the first.
    const open = await countOpenRequests(tx.db, workspaceId, by);
    const isOverNow = overLimit(draft.change, open, deps.openRequests ?? USUAL_OPEN_LIMITS);
    if (isOverNow) return { ok: false, because: isOverNow };

    const request = await newRequest(tx, draft, { connection, policy }, deps);
    const ref = { workspaceId, requestId: request.id };
    await insertRequest(tx.db, request, []);
    await recordHistory(tx, request, [{ type: "requested", at: request.requestedAt }], by);
    await tx.enqueue({ name: "update-approval-card", request: ref });
    const [firstReminder] = remindersOf(request);
    if (firstReminder !== undefined) {
      await tx.enqueue({ name: "remind-approvers", request: ref, startAfter: firstReminder });
    }
    await tx.enqueue({ name: "expire-request", request: ref, startAfter: request.expiresAt });
    return { ok: true, request };
  });
}

/** Before Slack is asked: what will be refused anyway must not use up its rate. What stands already is no new request. */
async function isOverLimit(
  tx: Tx,
  { workspaceId, draftId, by }: Submission,
  { openRequests = USUAL_OPEN_LIMITS }: Deps,
) {
  const draft = await lockDraft(tx.db, workspaceId, draftId);
  if (draft?.createdBy !== by) return undefined;
  if (await lockRequest(tx.db, { workspaceId, requestId: draftId })) return undefined;
  return overLimit(draft.change, await countOpenRequests(tx.db, workspaceId, by), openRequests);
}

/** A form that was filled in anew after it was submitted would pass off what stands for what was reviewed since. */
function whatStands(request: ChangeRequest, { digest }: Submission): Requested {
  return draftDigest(request.content) === digest
    ? { ok: true, request }
    : { ok: false, because: "draft-gone" };
}

async function obstacleTo(
  tx: Tx,
  { workspaceId, connectionId, change }: Draft,
  { pins, clock }: Deps,
): Promise<"destination-not-usable" | ChangeObstacle | undefined> {
  // Also for a Rail: a retirement at the same moment would not see it among those that wait.
  await lockWorkspace(tx.db, workspaceId);
  if (change.kind === "create-rail") {
    return (await isStillUsable(tx, connectionId, change, clock()))
      ? undefined
      : "destination-not-usable";
  }
  return isSetupChange(change)
    ? obstacleToSetup(tx, workspaceId, change, pins)
    : obstacleToRegister(tx, connectionId, change);
}

/** It is made from what is in force now, and what it would bring is there. */
async function obstacleToSetup(
  tx: Tx,
  workspaceId: string,
  change: SetupChange,
  pins: Pins,
): Promise<ChangeObstacle | undefined> {
  if (rulesOf(change).whyPinned(change, pins) !== undefined) return "pinned";
  const { policyVersion, approvalsChannel } = await findSetup(tx.db, workspaceId);
  switch (change.kind) {
    case "change-policy":
      return policyVersion === change.from ? undefined : "set-up-changed";
    case "change-channel":
      return approvalsChannel === change.from ? undefined : "set-up-changed";
    case "change-connection": {
      const to = await findConnection(tx.db, workspaceId, change.to.id);
      const kept = await findConnection(tx.db, workspaceId, change.tokenAt);
      return to && kept && kept.lastFour !== null ? undefined : "set-up-changed";
    }
  }
}

/** The draft holds the destination in full: it must still be the one in the register, to the letter. */
async function isStillUsable(
  tx: Tx,
  connectionId: string,
  { spec }: CreateRail,
  now: string,
): Promise<boolean> {
  const destination = await findDestinationByServiceId(tx.db, connectionId, destinationIdOf(spec));
  if (!destination || !isUsable(destination, now)) return false;
  const [asked, registered] =
    spec.type === "ON_RAMP"
      ? [spec.destination.wallet, destination.kind === "wallet" && destination.wallet]
      : [
          spec.destination.bankAccount,
          destination.kind === "bank-account" && destination.bankAccount,
        ];
  return canonicalJson(asked) === canonicalJson(registered);
}

/** One request at a time about one destination, and none for what the register knows already. */
async function obstacleToRegister(
  tx: Tx,
  connectionId: string,
  change: DestinationChange,
): Promise<"destination-not-usable" | ChangeObstacle | undefined> {
  if (await findOpenRequestAbout(tx.db, connectionId, change.details)) return "already-asked";
  if (change.kind === "retire-destination") {
    const found = await findDestinationByServiceId(tx.db, connectionId, change.serviceId);
    const isTheSame =
      found?.id === change.destinationId &&
      detailsKey(detailsOf(found)) === detailsKey(change.details);
    return isTheSame && found.retiredAt === null ? undefined : "destination-not-usable";
  }
  const registered = await findDestinationByDetails(tx.db, connectionId, change.details);
  if (registered && registered.retiredAt === null) return "already-registered";
  if (change.kind === "whitelist-destination") return undefined;
  const taken = await findDestinationByServiceId(tx.db, connectionId, change.serviceId);
  return taken && holdsItsId(taken, change.details) ? "id-taken" : undefined;
}

interface Around {
  connection: Connection;
  policy: ApprovalPolicy;
}

async function newRequest(
  tx: Tx,
  { id, workspaceId, createdBy, askedIn, change }: Draft,
  { connection, policy }: Around,
  { clock, newNonce }: Deps,
): Promise<ChangeRequest> {
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
  const canonical = canonicalText(content);
  return {
    id,
    workspaceId,
    connectionId: connection.id,
    number: await nextRequestNumber(tx.db, workspaceId),
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
