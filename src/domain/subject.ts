import type { Change, DestinationDetails } from "./change.ts";
import type { ChangeRequest } from "./change-request.ts";
import { detailsOfSpec } from "./destination.ts";
import { destinationIdOf } from "./route.ts";

/** The destination that a change is about: where money may go, and the service's id for it once there is one. */
export interface Subject {
  details: DestinationDetails;
  serviceId: string | null;
}

export function subjectOf({ content, state }: Pick<ChangeRequest, "content" | "state">): Subject {
  const subject = subjectOfChange(content.change);
  return state.status === "in-force" ? { ...subject, serviceId: state.serviceId } : subject;
}

export function subjectOfChange(change: Change): Subject {
  switch (change.kind) {
    case "create-rail":
      return { details: detailsOfSpec(change.spec), serviceId: destinationIdOf(change.spec) };
    case "whitelist-destination":
      return { details: change.details, serviceId: null };
    case "import-destination":
    case "retire-destination":
      return { details: change.details, serviceId: change.serviceId };
  }
}
