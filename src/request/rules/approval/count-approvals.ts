import { isAdderAlone, isOwn, weigh } from "../../../authority/quorum.ts";
import type { Known } from "../../../authority/roster.ts";
import { AUTHORITY } from "../../../authority/table.ts";
import { deedOf } from "../change.ts";
import type { Approval, ChangeRequest } from "../change-request.ts";
import type { Circumstances } from "../decision.ts";
import { isSameConnection } from "../decision.ts";
import type { Lapsed, LapsedBecause } from "./lapsed.ts";
import { requirementsNow } from "./requirements.ts";

/** Sorts the people who approved into three. */
export interface Counted {
  /** One account of each person, in the order in which they approved. */
  counted: readonly string[];
  /** Slack does not say enough about them now: they do not count, and their approval does not end either. */
  inDoubt: readonly string[];
  lapsed: readonly Lapsed[];
}

type Around = Pick<Circumstances, "policy" | "connection" | "roster">;

/** Approvals count while they cover the present content, and while the authority table counts them. */
export function countApprovals(request: ChangeRequest, around: Around): Counted {
  const approvals = firstOfEach(request.approvals);
  const outdated = approvals.flatMap((approval): Lapsed[] => {
    const because = whyOutdated(approval, request, around);
    return because === undefined ? [] : [{ by: approval.by, because }];
  });
  const left = approvals.filter(({ by }) => outdated.every((each) => each.by !== by));
  const { counted, inDoubt, dropped } = weigh(
    left.map(({ by }) => by),
    [request.requestedBy],
    requirementsNow(request, around.policy),
    around.roster,
  );
  return { counted, inDoubt, lapsed: [...dropped, ...outdated] };
}

const firstOfEach = (approvals: readonly Approval[]) =>
  approvals.filter(({ by }, index) => approvals.findIndex((each) => each.by === by) === index);

/** An approval covers exactly the bytes that were shown, and the place where they would be sent. */
function whyOutdated(
  { by, digest }: Approval,
  request: ChangeRequest,
  around: Around,
): LapsedBecause | undefined {
  if (isOwn(by, [request.requestedBy], around.roster) === "yes") return undefined;
  if (digest !== request.digest) return "content-differs";
  return isSameConnection(request, around) ? undefined : "connection-changed";
}

export function lapsedEvent(lapsed: readonly Lapsed[]) {
  const because = Object.fromEntries(lapsed.map((each) => [each.by, each.because]));
  return { type: "approvals-lapsed", of: lapsed.map(({ by }) => by), because } as const;
}

/** Whether these are only the person who added the destination, who cannot approve its first use alone. */
export function isAddersAlone(
  approvers: readonly string[],
  { content }: Pick<ChangeRequest, "content">,
  { register, roster }: Pick<Circumstances, "register" | "roster">,
): Known {
  if (!AUTHORITY[deedOf(content.change)].isNotForAdderAlone) return "no";
  if (register.is === "absent") return "no";
  if (!register.isUnused) return "no";
  return isAdderAlone(approvers, register.addedBy, roster);
}
