import { changeRegister } from "../destination/change-register.ts";
import { whitelistDestination } from "../destination/post-destination.ts";
import type { JobName } from "../platform/queue/job.ts";
import type { Handler } from "../platform/queue/queue.ts";
import { JOB_NAMES } from "../platform/queue/queues.ts";
import { createRail } from "../rail/creating/post-rail.ts";
import { reconcileRail } from "../rail/creating/reconcile-rail.ts";
import { verifyRail } from "../rail/creating/verify-rail.ts";
import { postInstructions } from "../rail/instructions/post-instructions.ts";
import { withdrawInstructions } from "../rail/instructions/withdraw-instructions.ts";
import { applyCommand } from "../request/apply-command.ts";
import { applySetupChange } from "../request/carry-out.ts";
import { raiseAlarm } from "../request/posting/raise-alarm.ts";
import { remindApprovers } from "../request/posting/remind-approvers.ts";
import { tellEnding } from "../request/posting/tell-ending.ts";
import { updateApprovalCard } from "../request/posting/update-approval-card.ts";
import type { Installations } from "../workspace/install/installations.ts";

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
