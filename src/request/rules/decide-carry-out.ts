import type { ChangeRequest } from "./change-request.ts";
import { claim } from "./decide-claim.ts";
import type { Circumstances, Decision } from "./decision.ts";
import { accept, refuse } from "./decision.ts";
import { rulesOf } from "./kind-rules.ts";

/** Carries out an approved change that Signalbox makes itself: nothing is sent. */
export interface CarryOutCommand {
  type: "carry-out";
  /** Why it can no longer be carried out, by Slack's word. */
  inVain?: string | undefined;
}

/** Counts the approvals as before a POST, and is done in the same moment. */
export function decideCarryOut(
  { inVain }: CarryOutCommand,
  request: ChangeRequest,
  around: Circumstances,
): Decision {
  const { change } = request.content;
  const { carriedOut } = rulesOf(change);
  if (carriedOut.by === "service") return refuse("not-now");
  const overtaken = around.overtaken ?? inVain;
  const claimed = claim(request, { ...around, overtaken });
  const started = claimed.ok
    ? claimed.events.find((event) => event.type === "sending-started")
    : undefined;
  if (!started) return claimed;
  const { countedApprovers } = started;
  return accept(around, carriedOut.settle(change, { ...around, countedApprovers }));
}
