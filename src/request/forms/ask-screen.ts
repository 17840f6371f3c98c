import type { KnownBlock, ModalView } from "@slack/types";
import { z } from "zod";
import { context as small } from "../../platform/slack/blocks/blocks.ts";
import { bold, richText, section } from "../../platform/slack/blocks/rich-text.ts";
import type { Part } from "../../platform/slack/blocks/text.ts";
import { message, modal } from "../../platform/slack/blocks/views.ts";
import type { Delivery, Values } from "../../platform/slack/delivery.ts";
import { faultOfText } from "../../platform/text/typed-text.ts";
import { nameOf, titleOf } from "../card/change-lines.ts";
import { numberOf } from "../card/facts.ts";
import { named } from "../card/people.ts";
import { askFor, tryToAsk } from "../engine/ask-for.ts";
import { kindOf, uuid } from "../engine/context.ts";
import { factsOf } from "../posts/read-facts.ts";
import type { Change, Content, Traits } from "../rules/content.ts";
import { digestOf } from "../rules/digest.ts";
import { deciders } from "../rules/may.ts";
import type { Place, Request } from "../rules/request.ts";
import { type Asking, admit, type Refused, refused } from "./admit.ts";
import { carriedBy, NAME, REASON, reasonField, textField, typedIn } from "./fields.ts";
import { notice, sentence } from "./refusals.ts";
import { isTicked, reviewModal } from "./review-blocks.ts";
import type { Form } from "./surface.ts";

export interface Texts {
  name: string;
  reason: string;
}

/** A form with which people ask for something: fields, and how what they typed becomes a change. */
export interface AskScreen<Answers extends Texts> {
  /** The `callback_id` of the form; the review's is the same with `-review`. */
  id: string;
  title: string;
  /** Texts, by the `action_id` of their elements. */
  answers: z.ZodType<Answers>;
  /** The form, filled with what is known so far. */
  draw(asking: Asking, answers: Answers): Promise<readonly Part<KnownBlock>[]>;
  /** What would be asked for. */
  build(asking: Asking, answers: Answers): Promise<Built | { faults: Faults }>;
}

interface Built {
  change: Change;
  traits: Traits;
  /** What the requester has to know beside the facts. */
  note?: string | null;
}

/** A sentence for each field that cannot stay so. */
export type Faults = Readonly<Record<string, string | undefined>>;

/** What the form carries, and what the review carries. */
const begun = z.object({
  /** Where it was asked for; null for a view. */
  channel: z.string().nullable(),
  /** Answers that the form has no field for. */
  kept: z.record(z.string(), z.string()).default({}),
});
const reviewed = begun.extend({
  /** Made at the review: a double click asks once. */
  request: z.uuid(),
  answers: z.unknown(),
  /** The digest of what the review showed, without its nonce. */
  shown: z.string(),
});

type Hidden = Omit<z.infer<typeof reviewed>, "shown">;

/** What would be asked for now, without its nonce. */
interface Draft {
  content: Content;
  note: string | null;
}

/** What opens the form, and form and review as Slack's submissions reach them. */
export function askScreen<A extends Texts>(screen: AskScreen<A>) {
  const { id, title, answers: shape } = screen;
  const reviewId = `${id}-review`;

  async function drawForm(asking: Asking, given: object, metadata = ""): Promise<ModalView> {
    const blocks = [...(await screen.draw(asking, shape.parse(given))), small(asking.account)];
    return modal({ id, title, submit: "Review", close: "Cancel", metadata, blocks });
  }

  async function draft(
    asking: Asking,
    { request, answers: given }: Hidden,
  ): Promise<Draft | { faults: Readonly<Record<string, string>> }> {
    const answers = shape.parse(given);
    const built = await screen.build(asking, answers);
    const found: Faults = "faults" in built ? built.faults : {};
    const name = faultOfText(answers.name, NAME) ?? found.name;
    const reason = faultOfText(answers.reason, REASON) ?? found.reason;
    const all = { ...found, name, reason };
    const faults = Object.entries(all).filter((each): each is [string, string] => !!each[1]);
    if ("faults" in built || faults.length > 0) return { faults: Object.fromEntries(faults) };
    const { id, baseUrl, environment } = asking.connection;
    const { note = null, ...parts } = built;
    const { workspace } = asking.service;
    const content = { workspace, request, nonce: "", connection: { id, baseUrl, environment } };
    return { content: { ...content, ...parts }, note };
  }

  /** What approvers will see, drawn of the request that asking would make. */
  async function drawReview(
    { context, ground, inForce, by, standings }: Asking,
    hidden: Hidden,
    { content, note }: Draft,
    isAgain: boolean,
  ): Promise<ModalView | Refused> {
    const wish = { content, by, askedIn: placeOf(hidden, by), standings };
    const step = await tryToAsk(context, context.db, ground, wish);
    if (!step.ok) return refused(step.because);
    const facts = await factsOf(context, ground, step.next, inForce, null);
    const part = kindOf(context.kinds, content).review(facts, content.change);
    const metadata = JSON.stringify({ ...hidden, shown: step.next.digest });
    return reviewModal(facts, part, { id: reviewId, metadata }, { isAgain, note });
  }

  const form: Form = {
    id,
    redraw: (asking) =>
      drawForm(asking, answersIn(asking.delivery), asking.delivery.view?.metadata),

    async submit(act) {
      const asking = await admit(act);
      if (!asking.ok) return asking;
      const { context, delivery } = act;
      const answers = shape.parse(answersIn(delivery));
      const hidden = { ...carriedBy(delivery, begun), request: uuid(context), answers };
      const made = await draft(asking, hidden);
      if ("faults" in made) return { errors: errorsAt(delivery.view?.values ?? {}, made.faults) };
      const shown = await drawReview(asking, hidden, made, false);
      return "because" in shown ? shown : { push: shown };
    },
  };

  const review: Form = {
    id: reviewId,

    async submit(act) {
      const { context, delivery, answer } = act;
      const { person: by, key, view } = delivery;
      const { shown, ...hidden } = carriedBy(delivery, reviewed);
      const asking = await admit(act, "ask", hidden.request);
      if (!asking.ok) return asking;
      const made = await draft(asking, hidden);
      const isShown = !("faults" in made) && digestOf(made.content) === shown;
      // A second delivery: what the first one asked for, perhaps just now, is in its way.
      const now = isShown ? asking : await admit(act, "ask", hidden.request);
      if (now.ok && now.ground.request?.requestedBy === by) return { clear: true };
      if ("faults" in made)
        return { update: notice(sentence(Object.values(made.faults).join(" "))) };
      if (!isShown) {
        const again = await drawReview(asking, hidden, made, true);
        return "because" in again ? again : { update: again };
      }
      if (!isTicked(made.content, view?.values ?? {})) {
        return refused({ is: "changed-since-shown" });
      }
      // Made only now: the requester must not choose which group approvers are asked for.
      const content = { ...made.content, nonce: uuid(context) };
      const asked = await askFor(context, { content, by, askedIn: placeOf(hidden, by) }, key);
      if (!asked.ok) return asked;
      answer.ack({ clear: true });
      if (asked.held) await sayAsked(asking, asked.request);
      return { clear: true };
    },
  };

  return {
    forms: [form, review],
    /** Filled from `answers`, such as those of an earlier request. `kept`: those without a field. */
    open(asking: Asking, answers: Partial<A> = {}, kept: Record<string, string> = {}) {
      const { channel } = asking.delivery;
      const metadata = JSON.stringify({ channel, kept } satisfies z.infer<typeof begun>);
      return drawForm(asking, { ...answers, ...kept }, metadata);
    },
  };
}

/** Nothing of it is trusted. */
const answersIn = (delivery: Delivery) => ({
  ...carriedBy(delivery, begun).kept,
  ...typedIn(delivery),
});

const placeOf = ({ channel }: z.infer<typeof begun>, person: string): Place =>
  channel === null ? { person } : { channel };

export const textFields = ({ name, reason }: Texts, hint: string) => [
  textField("name", name, { ...NAME, hint }),
  reasonField(reason),
];

/** Where it was asked for; the card itself is in the approvals channel. */
async function sayAsked({ context: { slack }, inForce, by }: Asking, request: Request) {
  const { workspace, content, askedIn } = request;
  const name = nameOf(request);
  const people = named(deciders(content, by, inForce.settings), "and");
  const what = [bold(titleOf(request)), name !== null && " · ", name, " was sent for approval"];
  const line = section([...what, people.length > 0 && " to ", ...people, "."]);
  const said = message(`${numberOf(request)} was sent for approval.`, richText(line));
  await slack.whisper(workspace, { channel: null, ...askedIn, person: by }, said);
}

/** By block. Slack shows an error only at a field that is there. */
function errorsAt(values: Values, faults: Readonly<Record<string, string>>) {
  const blockOf = (answer: string) =>
    Object.keys(values).find((id) => answer in (values[id] ?? {}));
  return Object.fromEntries(
    Object.entries(faults).map(([answer, fault]) => [
      blockOf(answer) ?? blockOf("name") ?? "reason",
      fault,
    ]),
  );
}
