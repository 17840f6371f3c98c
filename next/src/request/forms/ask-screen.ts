import type { KnownBlock, ModalView } from "@slack/types";
import { z } from "zod";
import { context as small } from "../../platform/slack/blocks/blocks.ts";
import { bold, richText, section } from "../../platform/slack/blocks/rich-text.ts";
import type { Part } from "../../platform/slack/blocks/text.ts";
import { message, modal } from "../../platform/slack/blocks/views.ts";
import type { Delivery, Values } from "../../platform/slack/delivery.ts";
import { nameOf, titleOf } from "../card/change-lines.ts";
import { numberOf } from "../card/facts.ts";
import { named } from "../card/people.ts";
import { askFor, tryToAsk } from "../engine/ask-for.ts";
import { type Context, kindOf, uuid } from "../engine/context.ts";
import { factsOf } from "../posts/read-facts.ts";
import type { Change, Content, Traits } from "../rules/content.ts";
import { digestOf } from "../rules/digest.ts";
import { deciders } from "../rules/may.ts";
import type { Place, Request } from "../rules/request.ts";
import { readRequest } from "../store/requests.ts";
import { type Asking, admit } from "./admit.ts";
import { carriedBy, faultOfName, faultOfReason, type Texts } from "./fields.ts";
import { notice, refusalMessage, refusalNotice } from "./refusals.ts";
import { isTicked, reviewModal } from "./review-blocks.ts";
import type { Form, Shown } from "./surface.ts";

/** A form with which people ask for something: fields, and how what they typed becomes a change. */
export interface AskScreen<Answers extends Texts> {
  /** The `callback_id` of the form; the review's is the same with `-review`. */
  id: string;
  title: string;
  /**
   * Texts, by the ids of their blocks. What follows a dot in an id is left out: `to.ON_RAMP` and
   * `to.OFF_RAMP` are answers to `to`, of which Slack does not keep one for the other.
   */
  answers: z.ZodType<Answers>;
  /** The form, filled with what is known so far. */
  draw(asking: Asking, answers: Answers): Promise<readonly Part<KnownBlock>[]>;
  /** What would be asked for; or a sentence for each answer that cannot stay so. */
  build(asking: Asking, answers: Answers): Promise<Built | { faults: Faults }>;
}

interface Built {
  change: Change;
  traits: Traits;
  /** What the requester has to know beside the facts. */
  note?: string | null;
}

type Faults = Readonly<Record<string, string | undefined>>;

/** What the form carries, and what the review carries. */
const begun = z.object({
  askedIn: z.union([z.object({ channel: z.string() }), z.object({ person: z.string() })]),
});
const reviewed = begun.extend({
  /** Made at the review: a double click asks once. */
  request: z.uuid(),
  answers: z.unknown(),
  /** The digest of what the review showed, without its nonce. */
  shown: z.string(),
});

type Hidden = Omit<z.infer<typeof reviewed>, "shown">;

const NOT_REQUESTED = "Not requested";

/** Opens the form, filled from `answers` (such as those of an earlier request). */
export async function openForm<A extends Texts>(
  screen: AskScreen<A>,
  context: Context,
  delivery: Delivery,
  answers: Partial<A>,
): Promise<Shown> {
  const asking = await admit(context, delivery, "ask");
  if (!asking.ok) return refusalMessage(asking.because);
  const { channel, person } = delivery;
  const askedIn: Place = channel === null ? { person } : { channel };
  return drawForm(screen, asking, answers, JSON.stringify({ askedIn }));
}

/** The form and the review, as Slack's submissions reach them. */
export function formsOf<A extends Texts>(screen: AskScreen<A>): readonly Form[] {
  const reviewId = `${screen.id}-review`;
  const form: Form = {
    id: screen.id,

    async redraw(context, delivery) {
      const { view } = delivery;
      const asking = await admit(context, delivery, "ask");
      if (!asking.ok || !view) return asking.ok ? null : refusalMessage(asking.because);
      return drawForm(screen, asking, typedIn(view.values), view.metadata);
    },

    async submit(context, delivery) {
      const asking = await admit(context, delivery, "ask");
      // Above the form, which keeps what was typed.
      if (!asking.ok) return { push: refusalNotice(NOT_REQUESTED, asking.because) };
      const values = delivery.view?.values ?? {};
      const answers = screen.answers.parse(typedIn(values));
      const hidden = { ...carriedBy(delivery, begun), request: uuid(context), answers };
      const built = await build(screen, asking, hidden);
      if ("faults" in built) return { errors: errorsAt(values, built.faults) };
      return { push: await drawReview(reviewId, asking, hidden, built, false) };
    },
  };
  const review: Form = {
    id: reviewId,

    async submit(context, delivery, answer) {
      const asking = await admit(context, delivery, "ask");
      if (!asking.ok) return { update: refusalNotice(NOT_REQUESTED, asking.because) };
      const { workspace, person: by, key, view } = delivery;
      const { shown, ...hidden } = carriedBy(delivery, reviewed);
      const made = await readRequest(context.db, workspace, hidden.request);
      // A second delivery of the same press.
      if (made?.is === "intact" && made.request.requestedBy === by) return { clear: true };
      const built = await build(screen, asking, hidden);
      if ("faults" in built) {
        return { update: notice(NOT_REQUESTED, Object.values(built.faults).join(" ")) };
      }
      if (digestOf(built.content) !== shown) {
        return { update: await drawReview(reviewId, asking, hidden, built, true) };
      }
      if (!isTicked(built.content, view?.values ?? {})) {
        return { update: refusalNotice(NOT_REQUESTED, { is: "changed-since-shown" }) };
      }
      // Made only now: the requester must not choose which group approvers are asked for.
      const content = { ...built.content, nonce: uuid(context) };
      const { askedIn } = hidden;
      const asked = await askFor(context, { content, by, askedIn }, key);
      if (!asked.ok) return { update: refusalNotice(NOT_REQUESTED, asked.because, asked.request) };
      answer.ack({ clear: true });
      await sayAsked(asking, asked.request);
      return { clear: true };
    },
  };
  return [form, review];
}

async function drawForm<A extends Texts>(
  { id, title, answers: shape, draw }: AskScreen<A>,
  asking: Asking,
  answers: object,
  metadata: string,
): Promise<ModalView> {
  const blocks = [...(await draw(asking, shape.parse(answers))), small(asking.account)];
  return modal({ id, title, submit: "Review", close: "Cancel", metadata, blocks });
}

/** What would be asked for now, without its nonce; or what is wrong, by answer. */
async function build<A extends Texts>(
  screen: AskScreen<A>,
  asking: Asking,
  { request, answers: given }: Hidden,
): Promise<
  { content: Content; note: string | null } | { faults: Readonly<Record<string, string>> }
> {
  const answers = screen.answers.parse(given);
  const built = await screen.build(asking, answers);
  const found: Faults = "faults" in built ? built.faults : {};
  const name = faultOfName(answers.name) ?? found.name;
  const all = { ...found, name, reason: faultOfReason(answers.reason) };
  const faults = Object.entries(all).filter((each): each is [string, string] => !!each[1]);
  if ("faults" in built || faults.length > 0) return { faults: Object.fromEntries(faults) };
  const { workspace, connection } = asking.ground;
  if (!connection) throw new TypeError("The settings name a connection that there is not");
  const { id, baseUrl, environment } = connection;
  const { note = null, ...parts } = built;
  const content = { workspace, request, nonce: "", connection: { id, baseUrl, environment } };
  return { content: { ...content, ...parts }, note };
}

/** What approvers will see, drawn of the request that asking would make. */
async function drawReview(
  id: string,
  { context, ground, inForce, by, standings }: Asking,
  hidden: Hidden,
  { content, note }: { content: Content; note: string | null },
  isAgain: boolean,
): Promise<ModalView> {
  const wish = { content, by, askedIn: hidden.askedIn, standings };
  const step = await tryToAsk(context, context.db, ground, wish);
  if (!step.ok) return refusalNotice(NOT_REQUESTED, step.because);
  const facts = await factsOf(context, ground, step.next, inForce, null);
  const part = kindOf(context.kinds, content).review(facts, content.change);
  const metadata = JSON.stringify({ ...hidden, shown: step.next.digest });
  return reviewModal(facts, part, { id, metadata, own: { isAgain, note } });
}

/** Where it was asked for; the card itself is in the approvals channel. */
async function sayAsked({ context: { slack }, inForce, by }: Asking, request: Request) {
  const { workspace, content, askedIn } = request;
  const name = nameOf(request);
  const people = named(deciders(content, by, inForce.settings), "and");
  const text = `${numberOf(request)} was sent for approval.`;
  const what = [bold(titleOf(request)), name !== null && " · ", name];
  const to = people.length > 0 ? [" to ", ...people] : [];
  const line = section([...what, " was sent for approval", ...to, "."]);
  const said = message(text, richText(line));
  if ("channel" in askedIn) await slack.whisper(workspace, { ...askedIn, person: by }, said);
  else await slack.post(workspace, { channel: by }, said);
}

/** The answer that a block is for. */
const answerOf = (blockId: string) => blockId.replace(/\..*/, "");

/** What was typed and chosen, as it is. */
function typedIn(values: Values): Record<string, string> {
  const typed = Object.entries(values).flatMap(([id, elements]) => {
    const [value] = Object.values(elements);
    return typeof value === "string" ? [[answerOf(id), value]] : [];
  });
  return Object.fromEntries(typed);
}

/** Slack shows an error only at a field that is there. */
function errorsAt(values: Values, faults: Readonly<Record<string, string>>) {
  const errors = Object.entries(faults).map(([answer, fault]) => {
    const blockId = Object.keys(values).find((id) => answerOf(id) === answer);
    return [blockId ?? "name", fault];
  });
  return Object.fromEntries(errors);
}
