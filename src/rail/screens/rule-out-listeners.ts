import type { BlockButtonAction, Middleware, SlackActionMiddlewareArgs } from "@slack/bolt";
import { note } from "../../platform/slack/blocks/note.ts";
import { deliveryOf, workspaceOf } from "../../platform/slack/intake/delivery.ts";
import { privately } from "../../platform/slack/intake/privately.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import { whyNoQuestion } from "../../request/clicks/question-limit.ts";
import type { Context } from "../../request/context.ts";
import { ruleOutRail } from "../creating/rule-out-rail.ts";
import type { RulingRefusal } from "../rules/decide-ruling.ts";
import { readRuleOut, rulingNotice } from "./vanished-rails.ts";

/** [Propose to rule it out] and [Agree to rule it out] */
export function ruleOutButton(
  deps: Context,
): Middleware<SlackActionMiddlewareArgs<BlockButtonAction>> {
  return async ({ action, body, respond }) => {
    const workspaceId = workspaceOf(body);
    const read = readRuleOut(action.value);
    if (!read) return;
    const { railId, ...shown } = read;
    const by = body.user.id;
    const tooMany = await whyNoQuestion(deps, workspaceId, by, "a missing Rail");
    if (tooMany) return void (await respond(privately(tooMany)));
    const delivery = deliveryOf(body, "effect");
    const answer = await ruleOutRail(deps, { workspaceId, by, delivery, railId, shown });
    if (answer.ok) {
      await tellChannel(deps, workspaceId, rulingNotice(answer.vanished));
      await respond(privately(rulingNotice(answer.vanished)));
    } else if (answer.refusal !== "seen-before") {
      await respond(privately(note(REFUSALS[answer.refusal])));
    }
  };
}

/** The second approver also finds it in health: a channel that takes nothing holds nothing up. */
async function tellChannel(
  { messenger, approvalsChannelOf, logger }: Context,
  workspaceId: string,
  message: ReturnType<typeof rulingNotice>,
): Promise<void> {
  const channelId = await approvalsChannelOf(workspaceId);
  if (channelId === null) return;
  try {
    await messenger.post(workspaceId, channelId, message);
  } catch (error) {
    if (!(error instanceof MessengerError)) throw error;
    logger.warn({ err: error, workspaceId }, "the approvals channel was not told of a ruling");
  }
}

const REFUSALS: Record<RulingRefusal, string> = {
  "not-an-approver":
    "Only active approvers rule a Rail out, so nothing was changed. An administrator can change who they are.",
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
