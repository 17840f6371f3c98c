import type { Middleware, SlackEventMiddlewareArgs } from "@slack/bolt";
import type { RichTextList, RichTextText } from "@slack/types";
import { section } from "../platform/slack/blocks/blocks.ts";
import { bold, bulletList, richText } from "../platform/slack/blocks/rich-text.ts";
import { deliveryOf, isFirstDelivery } from "../platform/slack/intake/delivery.ts";
import type { ButtonArgs } from "../platform/slack/intake/listeners.ts";
import { privately } from "../platform/slack/intake/privately.ts";
import type { Message } from "../platform/slack/message.ts";
import { messageWith } from "../platform/slack/message.ts";
import { shortened } from "../platform/text/shown-text.ts";
import type { Context, Verb } from "../request/context.ts";
import type { HelpTopic } from "./read-command.ts";
import { HELP } from "./read-command.ts";

export async function helpButton({ command, verbs }: Context, { respond }: ButtonArgs) {
  await respond(privately(help({ command, verbs })));
}

/** Somebody wrote to Signalbox itself. It understands commands alone, so help is the answer to everything. */
export function messageWritten({
  command,
  verbs,
  messenger,
  db,
  clock,
}: Context): Middleware<SlackEventMiddlewareArgs<"message">> {
  return async ({ event, body, context: { teamId } }) => {
    if (event.channel_type !== "im" || event.subtype !== undefined || event.bot_id) return;
    const workspaceId = teamId ?? body.team_id;
    // Slack repeats an event whose acknowledgement it missed.
    const delivery = deliveryOf({ team_id: workspaceId, trigger_id: body.event_id }, "seen");
    if (!(await isFirstDelivery(db, delivery, clock()))) return;
    await messenger.post(workspaceId, event.channel, help({ command, verbs }));
  };
}

export interface Help extends HelpTopic {
  command: string;
  verbs: readonly Verb[];
}

/** The first verbs of the list, which people need most often. */
const FIRST = 5;

/** Says what there is to type; first of all why, where that is not what was meant. */
export function help({ command, verbs, ...asked }: Help): Message {
  const { topic, unknown, problem } = asked;
  const first = reason(command, asked);
  const named = [...verbs.filter(({ verb }) => verb !== ""), HELP];
  const alone = verbs.find(({ verb }) => verb === "");
  const title = `What ${command} does`;
  const about =
    topic === undefined ? named.slice(0, FIRST) : named.filter(({ verb }) => verb === topic);
  return messageWith(
    unknown === undefined ? (problem ?? title) : `Not a command of ${command}`,
    first !== undefined && section(first),
    richText([bold(title)], usages(command, about)),
    topic === undefined && richText(["Also:"], usages(command, named.slice(FIRST))),
    topic === undefined && alone && section(`${command} alone ${alone.usage.does}.`),
  );
}

function reason(command: string, { unknown, nearest, problem }: HelpTopic): string | undefined {
  if (problem !== undefined) return problem;
  if (unknown === undefined) return undefined;
  const known = nearest === undefined ? "" : ` Did you mean ${command} ${nearest}?`;
  return `“${shortened(unknown, 40)}” is not a command of ${command}.${known}`;
}

function usages(command: string, verbs: readonly Verb[]): RichTextList {
  return bulletList(
    ...verbs.map(({ verb, usage: { takes, does } }) => [
      typed([command, verb, takes].filter((part) => part !== "").join(" ")),
      `: ${does}`,
    ]),
  );
}

function typed(text: string): RichTextText {
  return { type: "text", text, style: { code: true } };
}
