import type { Standing } from "../../../authority/roster.ts";
import { isNamedInBoth, isSamePerson } from "../../../authority/roster.ts";
import type { Approval, ChangeRequest } from "../change-request.ts";
import type { Circumstances } from "../decision.ts";
import { isSameConnection } from "../decision.ts";
import type { Lapsed, LapsedBecause } from "./lapsed.ts";

/** Of those who have approved, each in one of three. */
export interface Counted {
  /** One account of each person, in the order in which they approved. */
  counted: readonly string[];
  /** Of whom Slack does not say enough now: they do not count, and nothing of theirs ends either. */
  inDoubt: readonly string[];
  lapsed: readonly Lapsed[];
}

type Around = Pick<Circumstances, "policy" | "connection" | "roster">;

/** Whose approvals count now. */
export function countApprovals(
  standings: ReadonlyMap<string, Standing>,
  request: ChangeRequest,
  around: Around,
): Counted {
  const counted: string[] = [];
  const inDoubt: string[] = [];
  const lapsed: Lapsed[] = [];
  for (const approval of firstOfEach(request.approvals)) {
    const { by } = approval;
    const standing = standings.get(by) ?? "not-known";
    const because = whyLapsed(approval, standing, request, around);
    if (because !== undefined) {
      lapsed.push({ by, because });
      continue;
    }
    const others = counted.map((other) => isSamePerson(by, other, around.roster));
    if (others.includes("yes")) lapsed.push({ by, because: "same-person" });
    else if (others.includes("not-known") || isInDoubt(by, standing, request, around)) {
      inDoubt.push(by);
    } else counted.push(by);
  }
  return { counted, inDoubt, lapsed };
}

const firstOfEach = (approvals: readonly Approval[]) =>
  approvals.filter(({ by }, index) => approvals.findIndex((each) => each.by === by) === index);

/** Only what is certain ends an approval. */
function whyLapsed(
  { by, digest }: Approval,
  standing: Standing,
  request: ChangeRequest,
  around: Around,
): LapsedBecause | undefined {
  if (isSamePerson(by, request.requestedBy, around.roster) === "yes") return "requester";
  if (digest !== request.digest) return "content-differs";
  if (!isSameConnection(request, around)) return "connection-changed";
  if (isNamedInBoth(by, request.policy, around.policy, around.roster) === "no") return "not-named";
  return standing === "active" || standing === "not-known" ? undefined : standing;
}

function isInDoubt(
  by: string,
  standing: Standing,
  { requestedBy, policy }: ChangeRequest,
  { roster, policy: current }: Around,
): boolean {
  return (
    standing === "not-known" ||
    isNamedInBoth(by, policy, current, roster) === "not-known" ||
    isSamePerson(by, requestedBy, roster) === "not-known"
  );
}

/** What becomes of those that do not count any more. */
export function lapsedEvent(lapsed: readonly Lapsed[]) {
  const because = Object.fromEntries(lapsed.map((each) => [each.by, each.because]));
  return { type: "approvals-lapsed", of: lapsed.map(({ by }) => by), because } as const;
}
