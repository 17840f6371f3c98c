import type { RichTextSection } from "@slack/types";
import type { Tx } from "../../platform/queue/transaction.ts";
import { warningLine } from "../../platform/slack/blocks/rich-text.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import type { RequestFacts } from "../../request/card/request-facts.ts";
import { findOpenRequestOn } from "../../request/queries/find-requests.ts";
import { forgetCard } from "../../request/queries/messages.ts";
import { markedIn } from "../../request/queries/rows.ts";
import { reportsIn } from "../../request/rules/outcome/seen-rail.ts";
import { hasEnded } from "../../request/rules/status.ts";

/** The route of a request to adopt this Rail. */
export const adoptionRoute = (railId: string) => `adopt-rail ${railId}`;

/** What is wrong with the Rail that people are asked to adopt. An adoption that has ended asks nobody. */
export function problemWarning({
  request,
  problem,
}: Pick<RequestFacts, "request" | "problem">): RichTextSection[] {
  if (problem === null || hasEnded(request)) return [];
  const title = markedIn(problem)
    ? "this Rail is disputed, so it cannot be adopted."
    : "a problem is reported about this Rail.";
  const [newest = "", ...before] = reportsIn(problem).map(
    ({ reason }, _, all) => `“${shortened(reason, all.length === 1 ? 200 : 60, "none given")}”`,
  );
  const others = before.length > 0 && `. Others before: ${before.join(", ")}`;
  return [warningLine(title, ` Reason: ${newest}`, others)];
}

/** Has the card of a Rail's open adoption redrawn: it shows the problem, which is no part of the request. */
export async function redrawAdoption(tx: Tx, connectionId: string, railId: string): Promise<void> {
  const adoption = await findOpenRequestOn(tx.db, connectionId, adoptionRoute(railId));
  if (!adoption) return;
  const ref = { workspaceId: adoption.workspaceId, requestId: adoption.id };
  await forgetCard(tx.db, ref);
  await tx.enqueue({ name: "update-approval-card", request: ref });
}
