import type { ChangeRequest } from "./change-request.ts";
import type { Circumstances } from "./decision.ts";
import { isSameConnection } from "./decision.ts";
import { rulesOf } from "./kind-rules.ts";

/** Why a request can no longer be done as it was asked for, in words for people; undefined when it can. */
export function whyVoid(
  request: Pick<ChangeRequest, "content">,
  around: Pick<Circumstances, "register" | "connection" | "policy" | "setup">,
): string | undefined {
  if (!isSameConnection(request, around)) return ANOTHER_CONNECTION;
  const { change } = request.content;
  const rules = rulesOf(change);
  // The operator may have pinned more since it was asked for.
  return rules.whyPinned(change, around.setup.pins) ?? rules.whyVoid(change, around);
}

const ANOTHER_CONNECTION =
  "The Rail connection was changed while this waited, and what was approved for one is not done with another.";
