import { whyNotIntoIt } from "./approval/destination-rules.ts";
import type { ChangeConnection, SetupChange } from "./change.ts";
import type { ChangeRequest } from "./change-request.ts";
import { isSetupChange } from "./change-request.ts";
import type { Circumstances, SetupNow } from "./decision.ts";
import { isSameConnection } from "./decision.ts";
import { canonicalJson } from "./digest.ts";
import { whyPinned } from "./pinned.ts";

/** Why a request can no longer be done as it was asked for, in words for people; undefined when it can. */
export function whyVoid(
  request: Pick<ChangeRequest, "content">,
  around: Pick<Circumstances, "register" | "connection" | "policy" | "setup">,
): string | undefined {
  if (!isSameConnection(request, around)) return ANOTHER_CONNECTION;
  const { change } = request.content;
  return isSetupChange(change) ? whyNotSetUp(change, around) : whyNotIntoIt(change, around);
}

function whyNotSetUp(
  change: SetupChange,
  { policy, setup }: Pick<Circumstances, "policy" | "setup">,
): string | undefined {
  // The operator may have pinned more since it was asked for.
  const pinned = whyPinned(setup.pins, change);
  if (pinned !== undefined) return pinned;
  switch (change.kind) {
    case "change-policy":
      return policy.version === change.from ? undefined : ANOTHER_POLICY;
    case "change-channel":
      return setup.approvalsChannel === change.from ? undefined : ANOTHER_CHANNEL;
    case "change-connection":
      return isSameToken(change, setup) ? undefined : TOKEN_GONE;
  }
}

/** What was shown: where it leads, and the end of the very token that was entered for it. */
function isSameToken(
  { to, lastFour }: ChangeConnection,
  { connection }: Pick<SetupNow, "connection">,
): boolean {
  return canonicalJson({ to, lastFour }) === canonicalJson(connection);
}

const ANOTHER_CONNECTION =
  "The Rail connection was changed while this waited, and what was approved for one is not done with another.";
const ANOTHER_POLICY =
  "Another policy has come into force since this was made from the one before: what it would change is not what was shown.";
const ANOTHER_CHANNEL = "The approvals channel was changed while this waited.";
const TOKEN_GONE =
  "The token that was entered for it is no longer kept, or another one has been entered since: there is nothing to change to.";
