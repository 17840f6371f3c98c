import { parsedJson } from "../../platform/process/json.ts";
import { block } from "../../platform/slack/blocks/ids.ts";
import { note } from "../../platform/slack/blocks/note.ts";
import type { Click } from "../../platform/slack/intake/delivery.ts";
import { clickOf, isFirstDelivery } from "../../platform/slack/intake/delivery.ts";
import type { ButtonArgs } from "../../platform/slack/intake/listeners.ts";
import { privately } from "../../platform/slack/intake/privately.ts";
import type { Message } from "../../platform/slack/message.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import { whyNoQuestion } from "../../request/clicks/question-limit.ts";
import { redrawPressed } from "../../request/clicks/redraw-pressed.ts";
import type { Context } from "../../request/context.ts";
import { toldAlone } from "../../request/posting/reach.ts";
import { appendAudit, lockWorkspace } from "../../request/queries/audit.ts";
import { findCurrentConnection, findPolicy } from "../../request/queries/companies.ts";
import type { VanishedRail } from "../../request/queries/rails/find-vanished.ts";
import {
  listVanishedRails,
  lockVanishedRail,
  saveRuling,
} from "../../request/queries/rails/find-vanished.ts";
import { tellApprovers } from "../../request/tell-approvers.ts";
import { everyoneNamed, rosterOfPolicy } from "../../request/who-is.ts";
import type { RulingCommand, RulingRefusal } from "../rules/decide-ruling.ts";
import { decideRuling } from "../rules/decide-ruling.ts";
import { rulingNotice, shownRail } from "./vanished-rails.ts";

/** [Propose to rule it out] and [Agree to rule it out] */
export async function ruleOutButton(context: Context, { action, body, respond }: ButtonArgs) {
  const read = shownRail.safeParse(parsedJson(action.value)).data;
  if (!read) return;
  const { railId, ...shown } = read;
  const click = clickOf(body);
  const { workspaceId, by } = click;
  const tooMany = await whyNoQuestion(context, workspaceId, by, "a missing Rail");
  if (tooMany) return void (await respond(privately(tooMany)));
  const answer = await ruleOutRail(context, { ...click, railId, shown });
  if (answer.ok) {
    const notice = rulingNotice(answer.vanished);
    await tellOthers(context, click, notice);
    // The same button is in health answers, which show more than this Rail.
    if (action.block_id === block.ruleOutNotice) await redrawPressed(context, body, notice);
    await respond(privately(notice));
  } else if (answer.refusal !== "seen-before") {
    await respond(privately(note(REFUSALS[answer.refusal])));
    const isNotice = action.block_id === block.ruleOutNotice;
    if (isNotice && OUT_OF_DATE.has(answer.refusal)) {
      await redrawPressed(context, body, await noticeNow(context, workspaceId, railId));
    }
  }
}

/** The pressed notice offers what can no longer be done: another copy of it was pressed, or health. */
const OUT_OF_DATE: ReadonlySet<RulingRefusal> = new Set([
  "not-vanished",
  "ruled-out-already",
  "changed-meanwhile",
]);

async function noticeNow(
  { db }: Pick<Context, "db">,
  workspaceId: string,
  railId: string,
): Promise<Message> {
  const { id: connectionId } = await findCurrentConnection(db, workspaceId);
  const all = await listVanishedRails(db, connectionId);
  const vanished = all.find(({ rail }) => rail.railId === railId);
  return vanished ? rulingNotice(vanished) : note(REFUSALS["not-vanished"]);
}

/** What cannot be told holds nothing up: the second approver also finds it in health. */
async function tellOthers(
  context: Context,
  { workspaceId, by }: Click,
  message: Message,
): Promise<void> {
  try {
    await tellApprovers(context, workspaceId, {
      message: (alone) => toldAlone(message, alone?.channel),
      async people() {
        const policy = await findPolicy(context.db, workspaceId);
        return (await everyoneNamed(context, workspaceId, policy)).filter((each) => each !== by);
      },
    });
  } catch (error) {
    if (!(error instanceof MessengerError)) throw error;
    context.logger.warn({ err: error, workspaceId }, "a ruling has not reached all approvers");
  }
}

const REFUSALS: Record<RulingRefusal, string> = {
  "not-an-approver":
    "Only active approvers rule a Rail out, so nothing was changed. The policy names them.",
  "standing-not-known":
    "Slack did not say who may approve, so nothing was changed. Try again in a minute.",
  "not-vanished": "The Rail service shows this Rail, so it cannot be ruled out.",
  "ruled-out-already": "This Rail is ruled out already.",
  "changed-meanwhile":
    "Something changed since this was shown, so nothing was changed. Open health again and read it.",
  "own-proposal": "You proposed this yourself. Another approver has to agree.",
  "person-not-known":
    "Slack did not say whether you and the proposer are two people, so nothing was changed. Try again in a minute.",
};

export interface RulingClick extends RulingCommand, Click {
  railId: string;
}

type RulingAnswer =
  | { ok: true; vanished: VanishedRail }
  | { ok: false; refusal: RulingRefusal | "seen-before" };

/** Saves an approver's ruling on a Rail that the service no longer shows, with its audit entry. */
export async function ruleOutRail(
  context: Pick<Context, "db" | "transaction" | "people" | "clock">,
  click: RulingClick,
): Promise<RulingAnswer> {
  const { db, transaction, clock } = context;
  const { workspaceId, railId, by, delivery } = click;
  const { id: connectionId } = await findCurrentConnection(db, workspaceId);
  const known = await listVanishedRails(db, connectionId);
  const proposer = known.find(({ rail }) => rail.railId === railId)?.ruling?.proposedBy;
  const people = proposer === undefined ? [by] : [by, proposer];
  const policy = await findPolicy(db, workspaceId);
  const roster = await rosterOfPolicy(context, workspaceId, policy, people, "of-the-deed");

  return transaction(async (tx) => {
    if (!(await isFirstDelivery(tx.db, delivery, clock())))
      return { ok: false, refusal: "seen-before" };
    // A removal of the approver commits before this, or waits for it.
    await lockWorkspace(tx.db, workspaceId);
    const before = await lockVanishedRail(tx.db, connectionId, railId);
    const at = clock();
    const now = {
      isVanished: before !== undefined,
      lastSeenAt: before?.rail.lastSeenAt ?? "",
      ruling: before?.ruling ?? null,
    };
    const decided = decideRuling(click, now, await findPolicy(tx.db, workspaceId), roster, at);
    if (!decided.ok) return decided;
    if (!before) return { ok: false, refusal: "not-vanished" };
    const { ruling } = decided;
    await saveRuling(tx.db, connectionId, railId, ruling);
    await appendAudit(tx.db, {
      workspaceId,
      connectionId,
      at,
      actor: by,
      action: ruling.agreed ? "rail-ruled-out" : "rail-rule-out-proposed",
      facts: JSON.stringify({ ruling, rail: before.rail }),
    });
    return { ok: true, vanished: { ...before, ruling } };
  });
}
