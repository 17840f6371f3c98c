import { note } from "../platform/slack/blocks/note.ts";
import { deliveryOf, isFirstDelivery, workspaceOf } from "../platform/slack/intake/delivery.ts";
import type { ButtonArgs } from "../platform/slack/intake/listeners.ts";
import { privately } from "../platform/slack/intake/privately.ts";
import type { Message } from "../platform/slack/message.ts";
import { counted } from "../platform/text/times.ts";
import type { Command } from "../request/command.ts";
import { takesNothing } from "../request/command.ts";
import type { Context } from "../request/context.ts";
import { findPolicy } from "../request/queries/companies.ts";
import type { Checking } from "./check-up.ts";
import { checkUp } from "./check-up.ts";
import { checkUpLines } from "./check-up-lines.ts";
import { health, healthOf, looksAfter } from "./health-message.ts";

export const healthCommand: Command<undefined> = {
  verb: "health",
  usage: {
    takes: "",
    does: "shows system status and fixes; for approvers and administrators",
  },
  act: () => "look",
  worksBeforeSetUp: true,
  parse: takesNothing("health"),
  answer: (context, _, { workspaceId, userId }) => healthAnswer(context, workspaceId, userId),
};

export async function healthButton(context: Context, { body, respond }: ButtonArgs): Promise<void> {
  await respond(privately(await healthAnswer(context, workspaceOf(body), body.user.id)));
}

/** [Try them again] */
export async function retryButton(context: Context, { body, respond }: ButtonArgs): Promise<void> {
  const delivery = deliveryOf(body, "effect");
  const answer = await retryAnswer(context, workspaceOf(body), body.user.id, delivery);
  if (answer) await respond(privately(answer));
}

const HEALTH_NOT_FOR_YOU =
  "Only approvers and administrators see this. The policy names the approvers.";
const NOT_FOR_YOU = "Only approvers see this and try things again. The policy names them.";

/** How everything is doing, for those who look after it or set it up. */
export async function healthAnswer(
  context: Checking & Pick<Context, "maySetUp" | "command">,
  workspaceId: string,
  userId: string,
): Promise<Message> {
  const policy = await findPolicy(context.db, workspaceId);
  const isTheirs =
    (await looksAfter(context, workspaceId, policy, userId)) ||
    (await context.maySetUp(workspaceId, userId));
  if (!isTheirs) return note(HEALTH_NOT_FOR_YOU);
  const [facts, found] = await Promise.all([
    healthOf(context, workspaceId),
    checkUp(context, workspaceId),
  ]);
  return health(facts, checkUpLines(found, context.command));
}

/** Has everything that was given up tried again; nothing for a click that comes twice, or that people were told was lost. */
export async function retryAnswer(
  context: Pick<Context, "db" | "queue" | "people" | "clock">,
  workspaceId: string,
  userId: string,
  delivery: string,
): Promise<Message | undefined> {
  const policy = await findPolicy(context.db, workspaceId);
  if (!(await looksAfter(context, workspaceId, policy, userId))) return note(NOT_FOR_YOU);
  if (!(await isFirstDelivery(context.db, delivery, context.clock()))) return undefined;
  const count = await context.queue.retryDeadLetters(workspaceId);
  return note(
    count === 0
      ? "There is nothing left to try again."
      : `${counted(count, "job")} tried again now. A job that fails again reappears here.`,
  );
}
