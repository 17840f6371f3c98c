import type { Standing } from "../../authority/roster.ts";
import type { ChangeRequest } from "./change-request.ts";
import { isSetupRequest } from "./change-request.ts";
import { claim } from "./decide-claim.ts";
import type { Circumstances, Decision } from "./decision.ts";
import { accept, refuse } from "./decision.ts";

/** An approved change of the set-up: nothing is sent. */
export interface SetupCommand {
  type: "keep-setup";
  standings: ReadonlyMap<string, Standing>;
}

/** Counts who approved in the same way as before a POST, and is done in the same moment. */
export function decideSetup(
  { standings }: SetupCommand,
  request: ChangeRequest,
  around: Circumstances,
): Decision {
  if (!isSetupRequest(request)) return refuse("not-now");
  const claimed = claim(standings, request, around);
  const started = claimed.ok
    ? claimed.events.find((event) => event.type === "sending-started")
    : undefined;
  if (!started) return claimed;
  const { countedApprovers } = started;
  return accept(around, { type: "set-up-changed", countedApprovers });
}
