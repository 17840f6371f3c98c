import type { ChangeRequest } from "./change-request.ts";
import { claim } from "./decide-claim.ts";
import type { Circumstances, Decision } from "./decision.ts";
import { accept, refuse } from "./decision.ts";
import { rulesOf } from "./kind-rules.ts";
import type { SeenEnd } from "./outcome/seen-rail.ts";

/** Carries out an approved change that Signalbox makes itself: nothing is sent. */
export interface CarryOutCommand {
  type: "carry-out";
  /** The destination that the service has shown under the change's id; null if it has shown none. */
  seen: SeenEnd | null;
  /** Why it can no longer be carried out, by Slack's word. */
  inVain?: string | undefined;
}

/** Counts the approvals as before a POST, and is done in the same moment. */
export function decideCarryOut(
  { seen, inVain }: CarryOutCommand,
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
  const { isIdTaken } = around;
  return accept(around, carriedOut.settle(change, { isIdTaken, seen, countedApprovers }));
}
