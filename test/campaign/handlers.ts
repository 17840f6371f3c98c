import { ChangedMeanwhile } from "../../src/jobs/changed-meanwhile.ts";
import { DrawnMeanwhile } from "../../src/jobs/drawn-meanwhile.ts";
import { postInstructions } from "../../src/jobs/post-instructions.ts";
import { raiseAlarm } from "../../src/jobs/raise-alarm.ts";
import { remindApprovers } from "../../src/jobs/remind-approvers.ts";
import { tellEnding } from "../../src/jobs/tell-ending.ts";
import { updateApprovalCard } from "../../src/jobs/update-approval-card.ts";
import { withdrawInstructions } from "../../src/jobs/withdraw-instructions.ts";
import { applyCommand } from "../../src/services/apply-command.ts";
import { createRail } from "../../src/services/create-rail.ts";
import { MessengerError } from "../../src/services/messenger-error.ts";
import type { Job } from "../../src/services/ports/jobs.ts";
import { RailApiError } from "../../src/services/rail-api-error.ts";
import { reconcileRail } from "../../src/services/reconcile-rail.ts";
import { StandingsNotKnown } from "../../src/services/standings.ts";
import { verifyRail } from "../../src/services/verify-rail.ts";
import { IncompleteWalk } from "../../src/services/walk-rails.ts";
import { StoreError } from "../../src/store/store-error.ts";
import type { CampaignDeps } from "./scene.ts";

/** As `app.ts` wires them. */
export async function handle(deps: CampaignDeps, { name, request }: Job): Promise<void> {
  switch (name) {
    case "create-rail":
      return createRail(deps, request);
    case "reconcile-rail":
      return reconcileRail(deps, request);
    case "verify-rail":
      return verifyRail(deps, request);
    case "post-instructions":
      return postInstructions(deps, request);
    case "update-approval-card":
      return updateApprovalCard(deps, request);
    case "raise-alarm":
      return raiseAlarm(deps, request);
    case "withdraw-instructions":
      return withdrawInstructions(deps, request);
    case "remind-approvers":
      return remindApprovers(deps, request);
    case "tell-ending":
      return tellEnding(deps, request);
    case "expire-request":
      return void (await applyCommand(deps, request, { type: "expire" }));
    case "void-request":
      return void (await applyCommand(deps, request, { type: "void" }));
    case "whitelist-destination":
    case "keep-register":
    case "keep-setup":
    case "wake-request":
      throw new Error(`Nothing in the campaign asks for ${name}`);
  }
}

/** Thrown for a job to be tried again. */
export function isKnown(error: unknown): boolean {
  return (
    error instanceof RailApiError ||
    error instanceof MessengerError ||
    error instanceof StandingsNotKnown ||
    error instanceof DrawnMeanwhile ||
    error instanceof IncompleteWalk ||
    error instanceof ChangedMeanwhile ||
    (error instanceof StoreError && error.code === "conflict")
  );
}
