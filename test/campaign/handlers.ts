import { StoreError } from "../../src/platform/database/store-error.ts";
import type { Job } from "../../src/platform/queue/job.ts";
import { RailApiError } from "../../src/platform/rail-api/rail-api-error.ts";
import { MessengerError } from "../../src/platform/slack/messenger-error.ts";
import { createRail } from "../../src/rail/creating/post-rail.ts";
import { reconcileRail } from "../../src/rail/creating/reconcile-rail.ts";
import { verifyRail } from "../../src/rail/creating/verify-rail.ts";
import { IncompleteWalk } from "../../src/rail/creating/walk-rails.ts";
import { postInstructions } from "../../src/rail/instructions/post-instructions.ts";
import { withdrawInstructions } from "../../src/rail/instructions/withdraw-instructions.ts";
import { applyCommand } from "../../src/request/apply-command.ts";
import { ChangedMeanwhile } from "../../src/request/posting/changed-meanwhile.ts";
import { DrawnMeanwhile } from "../../src/request/posting/drawn-meanwhile.ts";
import { raiseAlarm } from "../../src/request/posting/raise-alarm.ts";
import { remindApprovers } from "../../src/request/posting/remind-approvers.ts";
import { tellEnding } from "../../src/request/posting/tell-ending.ts";
import { updateApprovalCard } from "../../src/request/posting/update-approval-card.ts";
import { StandingsNotKnown } from "../../src/request/standings.ts";
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
