import type { Standing } from "../../authority/roster.ts";
import { isSamePerson } from "../../authority/roster.ts";
import { isUsableId } from "../../platform/rail-api/rules/service-id.ts";
import { whyNotAnApprover } from "./approval/why-not-an-approver.ts";
import type { ChangeRequest } from "./change-request.ts";
import type { Circumstances, Decision } from "./decision.ts";
import { accept, isIntact, isSameConnection, refuse } from "./decision.ts";
import { remediesFor } from "./remedies-for.ts";
import type { TwoPersonRemedy } from "./remedy.ts";
import { isSameRemedy } from "./remedy.ts";
import { whyVoid } from "./why-void.ts";

export type RemedyCommand =
  | { type: "propose-remedy"; by: string; standing: Standing; remedy: TwoPersonRemedy }
  /** Agrees to exactly the remedy that was shown. */
  | {
      type: "confirm-remedy";
      by: string;
      standing: Standing;
      remedy: TwoPersonRemedy;
      /** Of whoever proposed it. */
      proposers: ReadonlyMap<string, Standing>;
    };

/** How long a released attempt may wait before it has to be approved anew. */
const RELEASED_FOR_MS = 24 * 3_600_000;

/** What two approvers may do about a change that needs a person. */
export function decideRemedy(
  command: RemedyCommand,
  request: ChangeRequest,
  around: Circumstances,
): Decision {
  const { by, remedy } = command;
  const { state } = request;
  const isRemedy = remediesFor(request, around.now).includes(remedy.type);
  if (state.status !== "needs-a-person" || !isRemedy) return refuse("not-now");
  const refusal = whyNotAnApprover(by, command.standing, request, around);
  if (refusal) return refuse(refusal);
  if (remedy.type === "enter-id" && !isUsableId(remedy.serviceId)) return refuse("not-now");
  if (around.isIdTaken) return refuse("id-taken");
  if (around.isIdContradicted) return refuse("id-contradicted");
  if (command.type === "propose-remedy") {
    const isAgain = state.remedy?.by === by && isSameRemedy(state.remedy.remedy, remedy);
    if (isAgain) return refuse("proposed-already");
    return accept(around, { type: "remedy-proposed", by, remedy });
  }

  const proposed = state.remedy;
  if (!proposed || !isSameRemedy(proposed.remedy, remedy)) return refuse("remedy-changed");
  const others = [proposed.by, request.requestedBy];
  const isOneOfThem = others.map((other) => isSamePerson(by, other, around.roster));
  if (isOneOfThem.includes("yes")) return refuse("second-person-needed");
  if (isOneOfThem.includes("not-known")) return refuse("person-not-known");
  const standing = command.proposers.get(proposed.by) ?? "not-known";
  const isGone = whyNotAnApprover(proposed.by, standing, request, around);
  const isNotKnown = isGone === "standing-not-known" || isGone === "group-not-known";
  if (isGone) return refuse(isNotKnown ? isGone : "remedy-changed");
  return carriedOut(remedy, { by, proposedBy: proposed.by }, request, around);
}

function carriedOut(
  remedy: TwoPersonRemedy,
  { by, proposedBy }: { by: string; proposedBy: string },
  request: ChangeRequest,
  around: Circumstances,
): Decision {
  if (remedy.type === "close") {
    return accept(around, { type: "voided", because: "Two approvers have closed it." });
  }
  if (!isIntact(request)) return refuse("content-differs");
  if (!isSameConnection(request, around)) return refuse("connection-changed");
  const because = whyVoid(request, around);
  if (because !== undefined) return accept(around, { type: "voided", because });
  switch (remedy.type) {
    case "enter-id":
      return accept(around, {
        type: "in-force",
        serviceId: remedy.serviceId,
        isProven: false,
        by: [proposedBy, by],
      });
    case "release-attempt": {
      const expiresAt = new Date(Date.parse(around.now) + RELEASED_FOR_MS).toISOString();
      const ruledOut = request.state.status === "needs-a-person" ? request.state.candidates : [];
      return accept(around, { type: "released", by, proposedBy, expiresAt, ruledOut });
    }
  }
}
