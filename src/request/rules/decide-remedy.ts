import type { Authority } from "../../authority/authority.ts";
import { whyMayNot, whyNot } from "../../authority/judge.ts";
import { isOwn, lacking, weigh } from "../../authority/quorum.ts";
import { AUTHORITY } from "../../authority/table.ts";
import { isUsableId } from "../../platform/rail-api/rules/service-id.ts";
import { officesFor, requirementsNow } from "./approval/requirements.ts";
import type { ChangeRequest } from "./change-request.ts";
import { isContradiction } from "./decide-destination.ts";
import type { Circumstances, Decision } from "./decision.ts";
import { accept, isIntact, isSameConnection, refuse } from "./decision.ts";
import { canonicalJson, digestOf } from "./digest.ts";
import { subjectOf, whyVoid } from "./kind-rules.ts";
import { remediesFor } from "./remedies-for.ts";
import type { TwoPersonRemedy } from "./remedy.ts";
import { isSameRemedy } from "./remedy.ts";

export type RemedyCommand = {
  /** What the person was asked, as `askedNow` says it; absent where a screen finds out what would be possible now. */
  asked?: string;
} & (
  | { type: "propose-remedy"; by: string; remedy: TwoPersonRemedy }
  /** Agrees to exactly the remedy that was shown. */
  | { type: "confirm-remedy"; by: string; remedy: TwoPersonRemedy }
);

/**
 * What people are asked about a change: another question, or other Rails that may be the right one, have another text. A form
 * carries it, so that nobody rules out what they have not seen.
 */
export function askedNow({ state }: Pick<ChangeRequest, "state">): string {
  if (state.status !== "needs-a-person") return "nothing";
  const { since, question, candidates, made } = state;
  return digestOf(canonicalJson({ since, question, candidates, made }));
}

/** How long a released attempt may wait before it needs a new approval. */
const RELEASED_FOR_MS = 24 * 3_600_000;

/** Approvers decide about a change that needs a person; an id takes the quorum, because money will go there. */
export function decideRemedy(
  command: RemedyCommand,
  request: ChangeRequest,
  around: Circumstances,
): Decision {
  const { by, remedy } = command;
  const { state } = request;
  const isRemedy = remediesFor(request, around.now).includes(remedy.type);
  if (state.status !== "needs-a-person" || !isRemedy) return refuse("not-now");
  if (command.asked !== undefined && command.asked !== askedNow(request)) {
    return refuse("remedy-changed");
  }
  const row: Authority = AUTHORITY[remedy.type];
  const requirements = requirementsNow(request, around.policy, row);
  const offices = officesFor(request, around, row);
  const refusal =
    command.type === "propose-remedy"
      ? whyMayNot(remedy.type, command, offices)
      : whyNot("approver", { by }, offices);
  if (refusal) return refuse(refusal);
  if (remedy.type === "enter-id" && !isUsableId(remedy.serviceId)) return refuse("not-now");
  if (around.isIdTaken) return refuse("id-taken");
  const subject = subjectOf(request);
  if (around.seen && subject && isContradiction(subject.details, around.seen)) {
    return refuse("id-contradicted");
  }
  const proposed =
    state.remedy && isSameRemedy(state.remedy.remedy, remedy) ? state.remedy : undefined;
  const isGone = proposed && whyMayNot(remedy.type, { by: proposed.by }, offices);
  const isNotKnown = isGone === "standing-not-known" || isGone === "group-not-known";
  if (command.type === "propose-remedy") {
    if (proposed?.by === by) return refuse("proposed-already");
    // Another person who enters the same id agrees to it, and earlier agreements are kept.
    const isAgreeing = proposed && remedy.type === "enter-id" && (!isGone || isNotKnown);
    if (!isAgreeing) {
      return requirements.length > 0
        ? accept(around, { type: "remedy-proposed", by, remedy })
        : carriedOut(remedy, { by, proposedBy: by, counted: [] }, request, around);
    }
  }

  if (!proposed) return refuse("remedy-changed");
  const asked = [proposed.by, request.requestedBy];
  const isTheirs = isOwn(by, asked, around.roster);
  if (isTheirs === "yes") return refuse("second-person-needed");
  if (isTheirs === "not-known") return refuse("person-not-known");
  if (isGone) return refuse(isNotKnown ? isGone : "remedy-changed");

  if (around.isFrozen && row.isHeldByFreeze) return refuse("frozen");
  const obstacle = remedy.type === "close" ? undefined : obstacleTo(request, around);
  if (obstacle) return obstacle;
  const { agreed = [] } = proposed;
  const { counted } = weigh([...new Set([...agreed, by])], asked, requirements, around.roster);
  const isEnough = lacking(counted, requirements, around.roster).length === 0;
  if (isEnough) {
    return carriedOut(remedy, { by, proposedBy: proposed.by, counted }, request, around);
  }
  if (agreed.includes(by)) return refuse("already-approved-by-you");
  return accept(around, { type: "remedy-agreed", by });
}

/** It still has to be what was approved, and to be possible. */
function obstacleTo(request: ChangeRequest, around: Circumstances): Decision | undefined {
  if (!isIntact(request)) return refuse("content-differs");
  if (!isSameConnection(request, around)) return refuse("connection-changed");
  const because = whyVoid(request, around);
  return because === undefined ? undefined : accept(around, { type: "voided", because });
}

function carriedOut(
  remedy: TwoPersonRemedy,
  { by, proposedBy, counted }: { by: string; proposedBy: string; counted: readonly string[] },
  request: ChangeRequest,
  around: Circumstances,
): Decision {
  switch (remedy.type) {
    case "close":
      return accept(around, { type: "voided", because: "Two approvers have closed it." });
    case "enter-id":
      return accept(around, {
        type: "in-force",
        serviceId: remedy.serviceId,
        isProven: false,
        by: [proposedBy, ...counted],
      });
    case "release-attempt": {
      const expiresAt = new Date(Date.parse(around.now) + RELEASED_FOR_MS).toISOString();
      const ruledOut = request.state.status === "needs-a-person" ? request.state.candidates : [];
      return accept(around, { type: "released", by, proposedBy, expiresAt, ruledOut });
    }
  }
}
