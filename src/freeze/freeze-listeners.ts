import type {
  AllMiddlewareArgs,
  BlockButtonAction,
  Middleware,
  SlackActionMiddlewareArgs,
  SlackCommandMiddlewareArgs,
} from "@slack/bolt";
import { inTime, LATE } from "../platform/process/in-time.ts";
import { deliveryOf, workspaceOf } from "../platform/slack/intake/delivery.ts";
import { privately } from "../platform/slack/intake/privately.ts";
import type { Context } from "../request/context.ts";
import { whyNoQuestion } from "../request/question-limit.ts";
import { rememberClick } from "../request/remember-click.ts";
import { freezeSending, resumeSending } from "./freeze.ts";
import { freezeAnswer } from "./freeze-answer.ts";

/** `/rail freeze …`: sending has stopped when Slack is told that the command has arrived. */
export async function freezeCommand(
  deps: Context,
  typed: string,
  { command, ack, respond }: SlackCommandMiddlewareArgs & AllMiddlewareArgs,
): Promise<void> {
  const { team_id: workspaceId, user_id: by } = command;
  const delivery = deliveryOf(command, "effect");
  const saving = freezeSending(deps, { workspaceId, by, reason: typed, delivery });
  const over = await savedInTime(deps, saving, command, "freeze");
  await ack();
  const message = await freezeAnswer(deps, workspaceId, await saving.finally(over));
  if (message) await respond(privately(message));
}

/** [Let sending go on]: one more who agrees that the freeze that was shown ends. */
export function resumeButton(
  deps: Context,
): Middleware<SlackActionMiddlewareArgs<BlockButtonAction>> {
  return async ({ action, body, ack, respond }) => {
    const workspaceId = workspaceOf(body);
    const by = body.user.id;
    const tooMany = await whyNoQuestion(deps, workspaceId, by, "the freeze");
    if (tooMany) {
      await ack();
      return void (await respond(privately(tooMany)));
    }
    const saving = resumeSending(deps, {
      workspaceId,
      by,
      shown: action.value ?? "",
      delivery: deliveryOf(body, "effect"),
    });
    const over = await savedInTime(deps, saving, body, "resume");
    await ack();
    const message = await freezeAnswer(deps, workspaceId, await saving.finally(over));
    if (message) await respond(privately(message));
  };
}

/** Slack takes three seconds of silence for a failure: it is told in time that a slow save is under way. */
const ACK_WITHIN_MS = 2_500;

/** What is not saved by then is remembered. */
async function savedInTime(
  deps: Context,
  saving: Promise<unknown>,
  body: Parameters<typeof rememberClick>[1],
  what: "freeze" | "resume",
): Promise<() => Promise<void>> {
  const isLate = (await inTime(saving, ACK_WITHIN_MS)) === LATE;
  return isLate ? rememberClick(deps, body, what) : async () => {};
}
