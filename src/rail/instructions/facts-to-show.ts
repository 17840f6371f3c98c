import type { RequestRef } from "../../platform/queue/request-ref.ts";
import { RailApiError } from "../../platform/rail-api/rail-api-error.ts";
import { applyCommand } from "../../request/apply-command.ts";
import type { Context } from "../../request/context.ts";
import { findDispute } from "../../request/queries/disputes.ts";
import type { ChangeRequest } from "../../request/rules/change-request.ts";
import { railOrNull, readBack } from "../creating/verify-rail.ts";
import type { RailFacts } from "../screens/rail-facts.ts";
import { railFacts } from "../screens/rail-facts.ts";

type Reading = Pick<
  Context,
  "db" | "transaction" | "seal" | "pins" | "messenger" | "railApis" | "clock"
>;

interface Due {
  ref: RequestRef;
  /** Verified or done. */
  request: ChangeRequest;
  railId: string;
}

/** What the message with the instructions of a Rail is drawn from; null if the service no longer shows what was approved. */
export async function factsToShow(context: Reading, due: Due): Promise<RailFacts | null> {
  return (await disputedFacts(context, due)) ?? factsReadBack(context, due);
}

/** How a disputed Rail is shown takes nothing from the service, which may be silent or hide it. Null without a dispute. */
async function disputedFacts(
  context: Reading,
  { ref, request, railId }: Due,
): Promise<RailFacts | null> {
  const { connectionId, state } = request;
  const issued = "issued" in state ? state.issued : null;
  if (!issued || (await findDispute(context.db, connectionId, railId)) === null) return null;
  const known = { ...issued, id: railId };
  const facts = await railFacts(context, ref.workspaceId, connectionId, known);
  return facts.dispute === null ? null : facts;
}

/**
 * Judges a disputed Rail: what differs from its approval is quarantined. A service that is silent, or hides the Rail, is no
 * news of it.
 */
export async function judgeDisputed(
  context: Reading,
  { ref, request: { connectionId }, railId }: Due,
): Promise<void> {
  if ((await findDispute(context.db, connectionId, railId)) === null) return;
  try {
    const rail = await railOrNull(await context.railApis(ref.workspaceId, connectionId), railId);
    if (rail) await applyCommand(context, ref, { type: "read-back", railId, rail });
  } catch (error) {
    if (!(error instanceof RailApiError)) throw error;
  }
}

/** Null if the service no longer shows what was approved; without anything to pay with if it shows no such Rail. */
async function factsReadBack(
  context: Reading,
  { ref, request, railId }: Due,
): Promise<RailFacts | null> {
  const { connectionId, state } = request;
  const { rail, applied } = await readBack(context, ref, connectionId, railId);
  if (rail) {
    const isStillSo = applied.ok && applied.request.state.status === state.status;
    return isStillSo ? railFacts(context, ref.workspaceId, connectionId, rail) : null;
  }
  // People must read of a reported problem also while the service shows no such Rail.
  const issued = state.status === "done" ? state.issued : null;
  if (!issued) return null;
  const facts = await railFacts(context, ref.workspaceId, connectionId, { ...issued, id: railId });
  return facts.reportedAt === null ? null : { ...facts, isMissing: true };
}
