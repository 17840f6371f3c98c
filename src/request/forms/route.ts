import type { HomeView, ModalView } from "@slack/types";
import { header } from "../../platform/slack/blocks/blocks.ts";
import { code, type Line, richText, section } from "../../platform/slack/blocks/rich-text.ts";
import { plain } from "../../platform/slack/blocks/text.ts";
import { type Message, message } from "../../platform/slack/blocks/views.ts";
import type { Answer } from "../../platform/slack/bolt.ts";
import type { Delivery } from "../../platform/slack/delivery.ts";
import { SlackError } from "../../platform/slack/slack-error.ts";
import { editsBetween } from "../../platform/text/edits.ts";
import { foldTyped } from "../../platform/text/typed-text.ts";
import { MORE } from "../card/face.ts";
import { numberIn } from "../card/facts.ts";
import { type Context, uuid } from "../engine/context.ts";
import { canonicalBytes, sha256 } from "../rules/digest.ts";
import { type Act, admit } from "./admit.ts";
import { NOTICE, notice, refusalLine, sentence } from "./refusals.ts";
import type { Shown, Surface } from "./surface.ts";

/** Finds what a delivery is for. Everything is answered, also what nobody here knows. */
export async function route(
  surface: Surface,
  context: Context,
  delivery: Delivery,
  answer: Answer,
): Promise<void> {
  const act = { context, delivery, answer };
  const { isTooMuch, isRepeated } = count(act);
  if (isTooMuch) return refuseMore(act);
  switch (delivery.kind) {
    case "command":
      return reply(act, await runCommand(surface, act));
    case "removed":
      return surface.removed(act);
    case "direct-message":
      answer.ack();
      return isRepeated ? undefined : reply(act, await runCommand(surface, act));
    case "home":
      answer.ack();
      return publishHome(surface, act);
    case "button":
    case "shortcut":
      answer.ack();
      await reply(act, await press(surface, act));
      return delivery.view?.surface === "home" ? publishHome(surface, act) : undefined;
    case "submit": {
      const form = surface.forms.find(({ id }) => id === delivery.view?.callbackId);
      if (!form) return answer.ack({ clear: true });
      const done = await form.submit(act);
      return "because" in done ? reply(act, done) : answer.ack(done);
    }
  }
}

const MINUTE_MS = 60_000;
/** One person's acts of all kinds: by what we ask for one, Slack limits the whole workspace. */
const MOST_A_MINUTE = 60;
const MOST_KEPT = 10_000;
type Counted = { at: number; key: string };
const acts = new WeakMap<Context, Map<string, Counted[]>>();

/**
 * Counts an act. Nothing more is asked for a person who has done too much within a minute. Slack
 * sends an event again, within minutes, when our acknowledgement was lost.
 */
function count({ context, delivery: { workspace, person, key } }: Act) {
  const all = acts.get(context) ?? new Map<string, Counted[]>();
  acts.set(context, all);
  if (all.size >= MOST_KEPT) all.clear();
  const now = context.now();
  const by = `${workspace} ${person}`;
  const within = (ms: number) => (each: Counted) => each.at <= now && now - each.at < ms;
  const before = (all.get(by) ?? []).filter(within(10 * MINUTE_MS));
  const isTooMuch = before.filter(within(MINUTE_MS)).length >= MOST_A_MINUTE;
  const isRepeated = before.some((each) => each.key === key);
  all.set(by, isTooMuch ? before : [...before, { at: now, key }]);
  return { isTooMuch, isRepeated };
}

const TOO_MUCH = "You did too much within a minute. Nothing was done; try again in a minute.";

/** Without a call where Slack takes none of its own. */
async function refuseMore(act: Act): Promise<void> {
  const { kind, responseUrl } = act.delivery;
  const isFree = kind === "submit" || kind === "command" || responseUrl !== null;
  return isFree ? reply(act, sentence(TOO_MUCH)) : act.answer.ack();
}

/** What cards call it, where the command has another word. */
const MEANT: ReadonlyMap<string, string> = new Map([["stop", "freeze"]]);

/** Guests may see help. Few words to the app alone name something to show; more are a question. */
async function runCommand(surface: Surface, act: Act): Promise<Shown> {
  const { commands } = surface;
  const typed = foldTyped(act.delivery.text).trim().split(/\s+/);
  const [first = "", ...rest] = typed;
  const isDirect = act.delivery.kind === "direct-message";
  const word = first.toLowerCase();
  const slash = act.context.config.SLACK_COMMAND;
  if (word === "help" || (isDirect && typed.length > 3)) return helpOf(surface, slash);
  if (word === "") {
    act.answer.ack();
    return homeOf(surface, act);
  }
  const [name, words] = isDirect || numberIn(word) !== null ? ["show", typed] : [word, rest];
  const command = commands.find((each) => each.name === name);
  if (command) {
    act.answer.ack();
    if ("open" in command) return command.open(act, words.join(" "));
    const asking = await admit(act, command.deed);
    return asking.ok ? command.run(asking, words.join(" ")) : asking;
  }
  if (word === "resume") return sentence("Press Review to resume on the card of the stop.");
  const names = [...commands.map((each) => each.name), "help"];
  const near = MEANT.get(word) ?? names.find((each) => editsBetween(each, word, 2) !== null);
  const instead = near ? `Did you mean ${slash} ${near}?` : `All commands: ${slash} help`;
  return sentence(`Signalbox does not know that word. ${instead}`);
}

/** The five most needed commands come first. Guests may see it: it says nothing of the company. */
function helpOf({ home, commands }: Surface, slash: string): Message {
  const all = [home, ...commands, { name: "help", usage: "", says: "This list" }];
  const lines = all.map(({ name, usage, says }): Line => {
    const typed = [slash, name, usage].filter((part) => part !== "").join(" ");
    return [code(typed), ` ${says}`];
  });
  const title = `What ${slash} can do`;
  return message(
    title,
    header(title),
    richText(section(...lines.slice(0, 5))),
    richText(section(["Also"], ...lines.slice(5))),
  );
}

/** For the command alone and for App Home. Who is not of the team gets help. */
async function homeOf(surface: Surface, act: Act): Promise<Message> {
  const asking = await admit(act);
  if (asking.ok) return surface.home.draw(asking);
  const help = helpOf(surface, act.context.config.SLACK_COMMAND);
  return { ...help, blocks: [...sentence(...refusalLine(asking)).blocks, ...help.blocks] };
}

/** Only where something changed: the view that is there carries the digest of what it shows. */
async function publishHome(surface: Surface, act: Act): Promise<void> {
  const { workspace, person, view } = act.delivery;
  const { blocks } = await homeOf(surface, act);
  const drawn = sha256(canonicalBytes({ blocks }));
  if (view?.metadata === drawn) return;
  const home: HomeView = { type: "home", private_metadata: drawn, blocks: [...blocks] };
  await act.context.slack.publishHome(workspace, person, home);
}

/** A button; or a choice on a form, which draws that anew. */
async function press(surface: Surface, act: Act): Promise<Shown> {
  const { buttons, forms } = surface;
  const { workspace, action, view } = act.delivery;
  const { id = "", value } = action ?? {};
  const [verb, about = ""] = id === MORE ? (value ?? "").split(":") : [id, value ?? ""];
  if (verb === "help") return helpOf(surface, act.context.config.SLACK_COMMAND);
  const button = buttons.find((each) => each.verb === verb);
  const form = forms.find((each) => each.id === view?.callbackId);
  if (button && "open" in button) return button.open(act, about);
  if (!button && !form?.redraw) return null;
  const asking = await admit(act, button?.deed, button?.deed && about);
  if (!asking.ok) return asking;
  if (button) return button.press(asking, about);
  if (view && form?.redraw) {
    const redrawn = await form.redraw(asking);
    await act.context.slack.updateView(workspace, view.id, redrawn, view.hash);
  }
  return null;
}

/**
 * As near to what the person clicked as Slack allows, and to nobody else. On top of a form that was
 * submitted, so that nothing typed is lost.
 */
async function reply({ context, delivery, answer }: Act, shown: Shown): Promise<void> {
  if (!shown) return;
  if ("type" in shown) return showView(context, delivery, shown);
  const { slack } = context;
  const { workspace, person, channel, responseUrl, kind, view } = delivery;
  const isInPlace = "inPlace" in shown;
  if (isInPlace && shown.view) {
    await showView(context, delivery, shown.view);
    if (responseUrl === null || delivery.message !== null) return;
  }
  const other = isInPlace ? shown.inPlace : shown;
  const said = "because" in other ? sentence(...refusalLine(other)) : other;
  if (kind === "command" && !answer.isAcknowledged) return answer.ack(said);
  if (kind === "submit" && !answer.isAcknowledged) {
    const top = notice(said);
    return answer.ack(view?.isTop ? { update: top } : { push: top });
  }
  answer.ack();
  // A message would stand behind the view, or in another tab than Home: there only if it is late.
  if (kind === "button" && view) {
    const top = notice(said, "because" in other ? undefined : "Signalbox");
    const late = () => slack.whisper(workspace, { channel, person }, said);
    const showing = showView(context, delivery, top);
    return view.surface === "home" ? showing.catch(late) : showing;
  }
  if (responseUrl !== null) await slack.respond(responseUrl, said, { replaceOriginal: isInPlace });
  else await slack.whisper(workspace, { channel, person }, said);
}

/** On top of the form in which they pressed; in the place of what only says something. */
async function showView(
  { slack }: Context,
  { workspace, triggerId, view }: Delivery,
  shown: ModalView,
): Promise<void> {
  if (triggerId === null) return;
  const isNotice = view?.callbackId === NOTICE;
  const isOnForm = view?.surface === "modal" && !isNotice;
  if (isOnForm) return slack.openView(workspace, triggerId, shown, "push");
  // There is nothing to go back to.
  const alone = { ...shown, close: plain(shown.submit ? "Cancel" : "Close") };
  if (view && isNotice) return slack.updateView(workspace, view.id, alone, view.hash);
  return slack.openView(workspace, triggerId, alone);
}

/** The one place that catches around what people do. Nothing that was clicked is swallowed. */
export async function onError(
  context: Context,
  delivery: Delivery,
  error: unknown,
  answer: Answer,
): Promise<void> {
  const said = error instanceof SlackError ? error.said : null;
  // A second delivery of the same click: its view is open already.
  if (said === "exchanged_trigger_id") return answer.ack();
  const reference = uuid(context).slice(0, 8);
  const { kind, action, view } = delivery;
  const where = { kind, action: action?.id, view: view?.callbackId };
  context.log.error({ err: error, reference, ...where }, "something that a person did failed");
  // They only looked.
  if (kind === "home") return answer.ack();
  // Slack says it again.
  if (kind === "removed") return;
  const text =
    said === "expired_trigger_id"
      ? "That took longer than Slack allows. Nothing was changed; try again."
      : `Something went wrong. Check whether it was done before you try again. Reference: ${reference}`;
  try {
    await reply({ context, delivery, answer }, sentence(text));
  } catch (silent) {
    context.log.warn({ err: silent, reference }, "a person could not be told of a failure");
  }
}
