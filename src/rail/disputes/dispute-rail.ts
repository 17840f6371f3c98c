import { whyMayNot } from "../../authority/judge.ts";
import { note } from "../../platform/slack/blocks/note.ts";
import type { Click } from "../../platform/slack/intake/delivery.ts";
import { clickOf, isFirstDelivery, workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { ButtonArgs } from "../../platform/slack/intake/listeners.ts";
import { privately } from "../../platform/slack/intake/privately.ts";
import type { Message } from "../../platform/slack/message.ts";
import { redrawPressed } from "../../request/clicks/redraw-pressed.ts";
import type { Context } from "../../request/context.ts";
import { findPolicy } from "../../request/queries/companies.ts";
import { findConnectionOf, findProblem, lockProblem } from "../../request/queries/disputes.ts";
import { namedAnywhere } from "../../request/rules/approval/policy.ts";
import { rosterOfPolicy } from "../../request/who-is.ts";
import { requestOfRail } from "../screens/rail-facts.ts";
import type { DisputeValue } from "./problem-notices.ts";
import { problemsReported, railsInNotice, readDisputeValue } from "./problem-notices.ts";
import { keepProblem } from "./report-problem.ts";

/** [Mark as disputed] below a reported problem. */
export async function disputeButton(context: Context, { action, body, respond }: ButtonArgs) {
  const value = readDisputeValue(action.value);
  if (!value) return;
  await respond(privately(await disputeRail(context, { ...value, ...clickOf(body) })));
  if (body.message) {
    const { problems, further } = await problemsNow(
      context,
      workspaceOf(body),
      body.message.blocks,
    );
    const shown = { command: context.command, further };
    await redrawPressed(context, body, problemsReported(problems.toReversed(), shown));
  }
  await context.announceChanges();
}

/** The problems of the Rails in the blocks of a notice, as they are now. */
export async function problemsNow(
  { db }: Pick<Context, "db">,
  workspaceId: string,
  blocks: unknown,
) {
  const { railIds, further } = railsInNotice(blocks);
  const problems = await Promise.all(
    railIds.map(async (railId) => {
      const connectionId = await findConnectionOf(db, workspaceId, railId);
      const request = await requestOfRail(db, connectionId, railId);
      const problem = await findProblem(db, connectionId, railId);
      return { railId, name: request?.content.change.name ?? null, problem };
    }),
  );
  return { problems, further };
}

/** Withholds the instructions of a Rail on one approver's decision; the message with them is redrawn. */
export async function disputeRail(
  context: Pick<Context, "db" | "transaction" | "people" | "clock">,
  { workspaceId, railId, reportedAt, by, delivery }: DisputeValue & Click,
): Promise<Message> {
  const { db, transaction, clock } = context;
  const policy = await findPolicy(db, workspaceId);
  const roster = await rosterOfPolicy(context, workspaceId, policy, [by], "now");
  const connectionId = await findConnectionOf(db, workspaceId, railId);
  const request = await requestOfRail(db, connectionId, railId);
  return transaction(async (tx) => {
    const at = clock();
    const known = await lockProblem(tx.db, { workspaceId, connectionId, railId });
    const anywhere = namedAnywhere(await findPolicy(tx.db, workspaceId));
    const refusal = whyMayNot("dispute-rail", { by }, { anywhere, roster });
    if (refusal === "standing-not-known" || refusal === "group-not-known") return NOT_KNOWN;
    if (refusal) return NO_APPROVER;
    if (known?.rail.dispute) return note("This Rail is disputed already.");
    if (!known?.problem) return SETTLED;
    if (known.problem.reportedAt !== reportedAt) return CHANGED;
    // A refusal is repeated if Slack delivers the click twice: only what takes effect is remembered.
    if (!(await isFirstDelivery(tx.db, delivery, at))) return DISPUTED;
    const problem = { ...known.problem, by, at };
    await keepProblem(tx, { workspaceId, connectionId, railId, request, at }, problem);
    return DISPUTED;
  });
}

const DISPUTED = note(
  "Disputed.",
  "Signalbox no longer shows its deposit instructions. If it can't change a message that does, you get a direct message.",
);
const NO_APPROVER = note("Only active approvers can mark a Rail as disputed. Nothing was changed.");
const NOT_KNOWN = note("Slack isn't responding. Nothing was changed; try again in a minute.");
const SETTLED = note("No problem is reported about this Rail now. Nothing was changed.");
const CHANGED = note(
  "There is a newer report about this Rail. Nothing was changed; open that one.",
);
