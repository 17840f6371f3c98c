import { applyCommand } from "../services/apply-command.ts";
import { applySetupChange } from "../services/apply-setup-change.ts";
import { changeRegister } from "../services/change-register.ts";
import { createRail } from "../services/create-rail.ts";
import type { Installations } from "../services/ports/installations.ts";
import type { JobName } from "../services/ports/jobs.ts";
import { reconcileRail } from "../services/reconcile-rail.ts";
import { verifyRail } from "../services/verify-rail.ts";
import { whitelistDestination } from "../services/whitelist-destination.ts";
import { postInstructions } from "./post-instructions.ts";
import type { Handler } from "./queue.ts";
import { JOB_NAMES } from "./queues.ts";
import { raiseAlarm } from "./raise-alarm.ts";
import { remindApprovers } from "./remind-approvers.ts";
import { tellEnding } from "./tell-ending.ts";
import { updateApprovalCard } from "./update-approval-card.ts";
import { withdrawInstructions } from "./withdraw-instructions.ts";

type Deps = Parameters<typeof createRail>[0] &
  Parameters<typeof reconcileRail>[0] &
  Parameters<typeof verifyRail>[0] &
  Parameters<typeof postInstructions>[0] &
  Parameters<typeof updateApprovalCard>[0] &
  Parameters<typeof raiseAlarm>[0] &
  Parameters<typeof withdrawInstructions>[0] &
  Parameters<typeof remindApprovers>[0] &
  Parameters<typeof tellEnding>[0] &
  Parameters<typeof applyCommand>[0] &
  Parameters<typeof whitelistDestination>[0] &
  Parameters<typeof changeRegister>[0] &
  Parameters<typeof applySetupChange>[0] & {
    /** Of workspaces in which the app was installed. */
    hasLeft?: Installations["hasLeft"];
  };

/** Who does which job. In a workspace that was left nothing is done any more: it has no tokens, and what waited has ended. */
export function jobHandlers(deps: Deps): Record<JobName, Handler> {
  const handlers = inWorkspaces(deps);
  const { hasLeft } = deps;
  if (!hasLeft) return handlers;
  for (const name of JOB_NAMES) {
    const handler = handlers[name];
    handlers[name] = async (ref) => {
      if (!(await hasLeft(ref.workspaceId))) await handler(ref);
    };
  }
  return handlers;
}

function inWorkspaces(deps: Deps): Record<JobName, Handler> {
  return {
    "create-rail": (ref) => createRail(deps, ref),
    "reconcile-rail": (ref) => reconcileRail(deps, ref),
    "verify-rail": (ref) => verifyRail(deps, ref),
    "post-instructions": (ref) => postInstructions(deps, ref),
    "update-approval-card": (ref) => updateApprovalCard(deps, ref),
    "raise-alarm": (ref) => raiseAlarm(deps, ref),
    "withdraw-instructions": (ref) => withdrawInstructions(deps, ref),
    "remind-approvers": (ref) => remindApprovers(deps, ref),
    "tell-ending": (ref) => tellEnding(deps, ref),
    "expire-request": async (ref) => void (await applyCommand(deps, ref, { type: "expire" })),
    "void-request": async (ref) => void (await applyCommand(deps, ref, { type: "void" })),
    "wake-request": async (ref) => void (await applyCommand(deps, ref, { type: "wake" })),
    "whitelist-destination": (ref) => whitelistDestination(deps, ref),
    "keep-register": (ref) => changeRegister(deps, ref),
    "keep-setup": (ref) => applySetupChange(deps, ref),
  };
}
