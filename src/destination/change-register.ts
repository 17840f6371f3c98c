import type { Db } from "../platform/database/schema.ts";
import type { Job } from "../platform/queue/job.ts";
import type { RequestRef } from "../platform/queue/request-ref.ts";
import type { InTransaction } from "../platform/queue/transaction.ts";
import type { People } from "../platform/slack/slack.ts";
import type { ApplyDeps } from "../request/apply-command.ts";
import { applyCommand } from "../request/apply-command.ts";
import { findRequest } from "../request/queries/requests.ts";
import { findSeenDestination } from "../request/queries/seen-rails.ts";
import { StandingsNotKnown } from "../request/standings.ts";
import { rosterFor } from "../request/who-is.ts";

interface Deps extends ApplyDeps {
  db: Db;
  transaction: InTransaction;
  people: People;
  /** Throws a `ClockOff` where the time of this process is not to be relied on. */
  checkClock: () => Promise<void>;
}

/** Carries out an approved import or retirement: our register changes, and nothing is sent. */
export async function changeRegister(deps: Deps, ref: RequestRef): Promise<void> {
  const request = await findRequest(deps.db, ref);
  if (request?.state.status !== "approved") return;
  await deps.checkClock();
  const { change } = request.content;
  const seen =
    change.kind === "import-destination"
      ? await findSeenDestination(deps.db, request.connectionId, change.serviceId)
      : undefined;
  const roster = await rosterFor(deps, request);
  const { standings } = roster;
  const command = { type: "keep-register", standings, seen: seen ?? null } as const;
  const applied = await applyCommand(deps, ref, command, undefined, roster);
  if (!applied.ok && applied.refusal === "below-quorum") throw new StandingsNotKnown();
}

export const keepRegisterJob: Job<Deps, "keep-register"> = {
  name: "keep-register",
  does: "changing the register",
  expireInSeconds: 60,
  work: changeRegister,
};
