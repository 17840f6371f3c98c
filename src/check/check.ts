import type { MessageShortcut, Middleware, SlackShortcutMiddlewareArgs } from "@slack/bolt";
import type { ModalView } from "@slack/types";
import { answerModal } from "../platform/slack/blocks/answer-modal.ts";
import { input } from "../platform/slack/blocks/blocks.ts";
import { checkedView } from "../platform/slack/blocks/checked.ts";
import { block, callback } from "../platform/slack/blocks/ids.ts";
import { textInput } from "../platform/slack/blocks/inputs.ts";
import { modal } from "../platform/slack/blocks/modal.ts";
import { typedIn } from "../platform/slack/blocks/state.ts";
import { workspaceOf } from "../platform/slack/intake/delivery.ts";
import type { ButtonArgs, SubmitArgs } from "../platform/slack/intake/listeners.ts";
import { openView } from "../platform/slack/intake/open-view.ts";
import { privately } from "../platform/slack/intake/privately.ts";
import type { Message } from "../platform/slack/message.ts";
import type { Command } from "../request/command.ts";
import type { Context } from "../request/context.ts";
import { checkPaymentDetails, paymentCheck } from "./payment-check.ts";

/** Reads the text letter by letter as it was typed, because it looks for hidden characters. */
export const checkCommand: Command<MessageText> = {
  verb: "check",
  usage: {
    takes: "<IBAN|address|text>",
    does: "tells whether an IBAN or address is known here, or looks like a known one",
  },
  act: () => "look",
  takesAnyText: true,
  parse: (text) =>
    text === "" ? { ok: false, problem: PROBLEM } : { ok: true, args: { text, isCut: false } },
  answer: (context, text, { workspaceId }) => checkAnswer(context, workspaceId, text),
};

const PROBLEM = "check needs an IBAN, a blockchain address, or a text that contains one.";

async function checkAnswer(
  { db, clock, command }: Pick<Context, "db" | "clock" | "command">,
  workspaceId: string,
  { text, isCut }: MessageText,
): Promise<Message> {
  const check = await checkPaymentDetails(db, workspaceId, text);
  return paymentCheck({ ...check, now: clock(), command, isCut });
}

/** Check payment details, on any message: a private answer beside it, even if the app is not a member. */
export function checkMessage(
  context: Context,
): Middleware<SlackShortcutMiddlewareArgs<MessageShortcut>> {
  return async ({ shortcut, respond }) => {
    const text = textOfMessage(shortcut.message);
    await respond(privately(await checkAnswer(context, workspaceOf(shortcut), text)));
  };
}

export function checkButton(_: Context, { body, client }: ButtonArgs): Promise<void> {
  return openView(client, body, checkModal());
}

/** The answer takes the place of the form. */
export async function submitCheck(context: Context, { view, body, ack }: SubmitArgs) {
  const text = { text: typedIn(view, block.checkedText), isCut: false };
  const { blocks } = await checkAnswer(context, workspaceOf(body), text);
  await ack({
    response_action: "update",
    view: checkedView(answerModal({ blocks }, body.user.id)),
  });
}

/** Asks for a text with payment details. */
export function checkModal(): ModalView {
  return modal({
    id: callback.checkText,
    title: "Check payment details",
    submit: "Check",
    blocks: [
      input(block.checkedText, "IBAN, address or any text", textInput("", { multiline: true }), {
        hint: "Each IBAN and blockchain address in it is looked up. Nothing is kept, and nobody else sees it.",
      }),
    ],
  });
}

/** The text of a message that people can read. `isCut`: it was too long, so this is only its beginning. */
interface MessageText {
  text: string;
  isCut: boolean;
}

/** Slack's own messages are shorter; a bot's attachments need not be. */
const LONGEST = 100_000;

/** Keeps two neighbouring texts from being read as one value. */
const APART = "\n\n";

/** Reads blocks and attachments too: a bot's invoice may have no text, and our cards show addresses in rich text only. */
export function textOfMessage(message: unknown): MessageText {
  const whole = [...new Set(textsIn(message, 0))].join(APART);
  return { text: whole.slice(0, LONGEST), isCut: whole.length > LONGEST };
}

/** Fields in which Slack keeps what people read, and where links lead. */
const READ = [
  "text",
  "url",
  "pretext",
  "title",
  "title_link",
  "author_name",
  "author_link",
  "from_url",
  "original_url",
  "image_url",
  "alt_text",
  "footer",
  "fallback",
  "preview",
] as const;

/** Deeper than anything Slack takes: a payload must not decide how deep we go. */
const DEEPEST = 20;

function textsIn(value: unknown, depth: number): string[] {
  if (depth > DEEPEST) return [];
  if (Array.isArray(value)) return value.flatMap((each) => textsIn(each, depth + 1));
  if (!isRecord(value)) return [];
  if (isParagraph(value)) return textsOfParagraph(value.elements);
  const own = READ.flatMap((field) => {
    const text = value[field];
    return typeof text === "string" ? [text] : [];
  });
  // A field of an attachment: elsewhere `value` is what a button or option carries, which nobody reads.
  if (typeof value.value === "string" && typeof value.title === "string") own.push(value.value);
  return [...own, ...Object.values(value).flatMap((each) => textsIn(each, depth + 1))];
}

/** Sections, quotes and preformatted text: their leaves are one line, and bold letters do not split a value. */
function isParagraph(value: Record<string, unknown>): value is { elements: unknown[] } {
  return (
    typeof value.type === "string" &&
    /^rich_text_(?:section|quote|preformatted)$/.test(value.type) &&
    Array.isArray(value.elements)
  );
}

function textsOfParagraph(leaves: readonly unknown[]): string[] {
  const records = leaves.filter(isRecord);
  const line = records.map(({ text, url }) => stringIn(text) ?? stringIn(url) ?? APART).join("");
  const links = records.flatMap(({ text, url }) =>
    typeof text === "string" && typeof url === "string" ? [url] : [],
  );
  return [line, ...links];
}

const stringIn = (value: unknown): string | undefined =>
  typeof value === "string" ? value : undefined;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
