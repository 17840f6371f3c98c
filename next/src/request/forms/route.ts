import type { Answer } from "../../platform/slack/bolt.ts";
import type { Delivery } from "../../platform/slack/delivery.ts";
import { SlackError } from "../../platform/slack/slack-error.ts";
import { editsBetween } from "../../platform/text/edits.ts";
import { foldTyped } from "../../platform/text/typed-text.ts";
import type { Context } from "../engine/context.ts";
import { uuid } from "../engine/uuid.ts";
import { MORE, readOptionValue } from "./ids.ts";
import { isTooMuch } from "./limit.ts";
import type { Command, Surface } from "./surface.ts";
import { notice, sentence, tell } from "./tell.ts";

/** Finds what a delivery is for. Everything is answered, also what nobody here knows. */
export async function route(
  surface: Surface,
  context: Context,
  delivery: Delivery,
  answer: Answer,
): Promise<void> {
  if (isTooMuch(context, delivery)) return refuseMore(context, delivery, answer);
  switch (delivery.kind) {
    case "command":
      return runCommand(surface, context, delivery, answer);
    case "direct-message":
      answer.ack();
      if (isRepeated(context, delivery)) return;
      return runCommand(surface, context, { ...delivery, text: "help" }, answer);
    case "button": {
      const { id = "", value = null } = delivery.action ?? {};
      const option =
        id === MORE ? readOptionValue(value ?? "") : { verb: id, request: value ?? "" };
      const button = surface.buttons.find(({ verb }) => verb === option?.verb);
      if (!button || !option) return answer.ack();
      return button.press(context, delivery, option.request, answer);
    }
    case "submit": {
      const form = surface.forms.find(({ id }) => id === delivery.view?.callbackId);
      if (!form) return answer.ack({ clear: true });
      return form.submit(context, delivery, answer);
    }
    case "home":
      answer.ack();
      return surface.home?.(context, delivery);
    case "shortcut":
    case "removed":
      return answer.ack();
  }
}

const MOST_KEPT = 1_000;
const answered = new WeakMap<Context, Set<string>>();

/** Slack sends an event again when our acknowledgement was lost. */
function isRepeated(context: Context, { workspace, key }: Delivery): boolean {
  const keys = answered.get(context) ?? new Set<string>();
  answered.set(context, keys);
  const id = `${workspace} ${key}`;
  if (keys.has(id)) return true;
  if (keys.size >= MOST_KEPT) keys.clear();
  keys.add(id);
  return false;
}

const TOO_MUCH = "That was a lot within a minute. Nothing was done; try again in a minute.";

async function refuseMore(context: Context, delivery: Delivery, answer: Answer): Promise<void> {
  const { kind, view, responseUrl } = delivery;
  if (kind === "submit") {
    const shown = notice("Too fast", TOO_MUCH);
    return answer.ack(view?.isTop ? { update: shown } : { push: shown });
  }
  // Without a call where Slack takes none of its own.
  if (kind === "command" || responseUrl !== null) {
    return tell(context, delivery, sentence(TOO_MUCH), answer);
  }
  answer.ack();
}

const NUMBER = /^r-?[0-9]{1,9}$/i;
const NEAR = 2;

async function runCommand(
  { commands }: Surface,
  context: Context,
  delivery: Delivery,
  answer: Answer,
): Promise<void> {
  const typed = foldTyped(delivery.text).trim();
  const [first = "", ...rest] = typed.split(/\s+/);
  const run = (command: Command | undefined, words: string) =>
    command?.run(context, delivery, words, answer);
  const named = (name: string) => commands.find((command) => command.name === name);
  const word = first.toLowerCase();
  // Without a word the command is answered like App Home.
  if (NUMBER.test(word)) return run(named("show"), first);
  const command = named(word === "" ? "help" : word);
  if (command) return run(command, rest.join(" "));
  const near = commands.find(({ name }) => editsBetween(name, word, NEAR) !== null);
  const slash = context.config.SLACK_COMMAND;
  const text = near
    ? `Signalbox does not know that word. Did you mean ${slash} ${near.name}?`
    : `Signalbox does not know that word. All commands: ${slash} help`;
  await tell(context, delivery, sentence(text), answer);
}

/** The one place that catches around what people do. Nothing that was clicked is swallowed. */
export async function onError(
  context: Context,
  delivery: Delivery,
  error: unknown,
  answer: Answer,
): Promise<void> {
  // A second delivery of the same click: its view is open already.
  if (error instanceof SlackError && error.said === "exchanged_trigger_id") return answer.ack();
  const reference = uuid(context).slice(0, 8);
  const { kind, action, view } = delivery;
  const where = { kind, action: action?.id, view: view?.callbackId };
  context.log.error({ err: error, reference, ...where }, "something that a person did failed");
  const text =
    error instanceof SlackError && error.said === "expired_trigger_id"
      ? "That took longer than Slack allows. Nothing was changed; try again."
      : `Something went wrong. Check whether it was done before you try again. Reference: ${reference}`;
  try {
    if (kind === "submit" && !answer.isAcknowledged) {
      const shown = notice("That did not work", text);
      // On top of the form, so that nothing typed is lost.
      return answer.ack(view?.isTop ? { update: shown } : { push: shown });
    }
    await tell(context, delivery, sentence(text), answer);
  } catch (silent) {
    context.log.warn({ err: silent, reference }, "a person could not be told of a failure");
  }
}
