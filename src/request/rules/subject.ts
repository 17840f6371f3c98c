import type { Change, MoneyChange, Subject } from "./change.ts";
import type { ChangeRequest } from "./change-request.ts";
import { rulesOf } from "./kind-rules.ts";

/** Null for a request that is about no destination: one that changes the set-up. */
export function subjectOf(
  request: Pick<ChangeRequest, "state"> & { content: { change: MoneyChange } },
): Subject;
export function subjectOf(
  request: Pick<ChangeRequest, "state"> & { content: { change: Change } },
): Subject | null;
export function subjectOf({
  content,
  state,
}: Pick<ChangeRequest, "state"> & { content: { change: Change } }): Subject | null {
  const subject = subjectOfChange(content.change);
  return subject && state.status === "in-force"
    ? { ...subject, serviceId: state.serviceId }
    : subject;
}

/** Null for a change of the set-up. */
export function subjectOfChange(change: MoneyChange): Subject;
export function subjectOfChange(change: Change): Subject | null;
export function subjectOfChange(change: Change): Subject | null {
  return rulesOf(change).subject(change);
}
