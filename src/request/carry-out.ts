import type { Db } from "../platform/database/schema.ts";
import type { RequestRef } from "../platform/queue/request-ref.ts";
import type { InTransaction } from "../platform/queue/transaction.ts";
import type { People } from "../platform/slack/slack.ts";
import type { ApplyDeps } from "./apply-command.ts";
import { applyCommand } from "./apply-command.ts";
import { findRequest } from "./queries/requests.ts";
import { StandingsNotKnown } from "./standings.ts";
import { rosterFor } from "./who-is.ts";

interface Deps extends ApplyDeps {
  db: Db;
  transaction: InTransaction;
  people: People;
  /** Throws a `ClockOff` where the time of this process is not to be relied on. */
  checkClock: () => Promise<void>;
}

/** Brings an approved change of the set-up into force: nothing is sent. Throws a `StandingsNotKnown`. */
export async function applySetupChange(deps: Deps, ref: RequestRef): Promise<void> {
  const request = await findRequest(deps.db, ref);
  if (request?.state.status !== "approved") return;
  await deps.checkClock();
  const roster = await rosterFor(deps, request);
  const command = { type: "keep-setup", standings: roster.standings } as const;
  const applied = await applyCommand(deps, ref, command, undefined, roster);
  if (!applied.ok && applied.refusal === "below-quorum") throw new StandingsNotKnown();
}
