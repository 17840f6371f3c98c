import type { Change, DestinationDetails, MoneyChange } from "./change.ts";
import type { ChangeRequest } from "./change-request.ts";
import { detailsOfSpec } from "./destination.ts";
import { destinationIdOf } from "./route.ts";

/** The destination that a change is about: where money may go, and the service's id for it once there is one. */
export interface Subject {
  details: DestinationDetails;
  serviceId: string | null;
}

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
  switch (change.kind) {
    case "create-rail":
      return { details: detailsOfSpec(change.spec), serviceId: destinationIdOf(change.spec) };
    case "whitelist-destination":
      return { details: change.details, serviceId: null };
    case "import-destination":
    case "retire-destination":
      return { details: change.details, serviceId: change.serviceId };
    case "change-policy":
    case "change-channel":
    case "change-connection":
      return null;
  }
}
