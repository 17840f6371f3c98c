import type { Job } from "../platform/queue/job.ts";
import type { RequestRef } from "../platform/queue/request-ref.ts";
import { applyCommand } from "./apply-command.ts";
import { kindOf } from "./change-kind.ts";
import type { Context } from "./context.ts";
import { findRequest } from "./queries/requests.ts";
import { rosterFor, StandingsNotKnown } from "./who-is.ts";

type CarryingOut = Pick<
  Context,
  "db" | "transaction" | "seal" | "pins" | "people" | "clock" | "checkClock" | "pauses"
>;

/** Carries out a change that Signalbox makes itself: nothing is sent. Throws a `StandingsNotKnown` or a `ClockOff`. */
export async function carryOut(context: CarryingOut, ref: RequestRef): Promise<void> {
  const request = await findRequest(context.db, ref);
  if (request?.state.status !== "approved") return;
  await context.checkClock();
  const roster = await rosterFor(context, request);
  const { change } = request.content;
  const inVain = await kindOf(change).whyInVain?.(context, ref.workspaceId, change);
  const command = { type: "carry-out", inVain } as const;
  const applied = await applyCommand(context, ref, command, undefined, roster);
  if (!applied.ok && applied.refusal === "below-quorum") throw new StandingsNotKnown();
}

export const keepRegisterJob: Job<CarryingOut, "keep-register"> = {
  name: "keep-register",
  does: "changing the register",
  expireInSeconds: 60,
  work: carryOut,
};

export const keepSetupJob: Job<CarryingOut, "keep-setup"> = {
  name: "keep-setup",
  does: "changing the set-up",
  expireInSeconds: 60,
  work: carryOut,
};
