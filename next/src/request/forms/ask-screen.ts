import type { KnownBlock, ModalView } from "@slack/types";
import { z } from "zod";
import { context as small } from "../../platform/slack/blocks/blocks.ts";
import { bold, richText, section } from "../../platform/slack/blocks/rich-text.ts";
import type { Part } from "../../platform/slack/blocks/text.ts";
import { message, modal } from "../../platform/slack/blocks/views.ts";
import type { Values } from "../../platform/slack/delivery.ts";
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
import { carriedBy, NAME, REASON, textField, typedIn } from "./fields.ts";
import { notice } from "./refusals.ts";
import { isTicked, reviewModal } from "./review-blocks.ts";
import type { Form } from "./surface.ts";

interface Texts {
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
  /** Where it was asked for; null for a view. */
  channel: z.string().nullable(),
});
const reviewed = begun.extend({
  /** Made at the review: a double click asks once. */
  request: z.uuid(),
  answers: z.unknown(),
  /** The digest of what the review showed, without its nonce. */
  shown: z.string(),
});

type Hidden = Omit<z.infer<typeof reviewed>, "shown">;

const failed = "Not requested";

/** Opens the form, filled from `answers` (such as those of an earlier request). */
export async function openForm<A extends Texts>(
  screen: AskScreen<A>,
  asking: Asking,
  answers: Partial<A>,
): Promise<ModalView> {
  const { channel } = asking.delivery;
  const carries: z.infer<typeof begun> = { channel };
  return drawForm(screen, asking, answers, JSON.stringify(carries));
}

/** The form and the review, as Slack's submissions reach them. */
export function formsOf<A extends Texts>(screen: AskScreen<A>): readonly Form[] {
  const form: Form = {
    ...{ id: screen.id, failed },

    redraw: (asking) =>
      drawForm(screen, asking, typedIn(asking.delivery), asking.delivery.view?.metadata),

    async submit(act) {
      const asking = await admit(act);
      if (!asking.ok) return asking;
      const { context, delivery } = act;
      const answers = screen.answers.parse(typedIn(delivery));
      const hidden = { ...carriedBy(delivery, begun), request: uuid(context), answers };
      const built = await build(screen, asking, hidden);
      if ("faults" in built) return { errors: errorsAt(delivery.view?.values ?? {}, built.faults) };
      const review = await drawReview(screen.id, asking, hidden, built, false);
      return "because" in review ? review : { push: review };
    },
  };
  const review: Form = {
    ...{ id: `${screen.id}-review`, failed },

    async submit(act) {
      const { context, delivery, answer } = act;
      const { person: by, key, view } = delivery;
      const { shown, ...hidden } = carriedBy(delivery, reviewed);
      const asking = await admit(act, "ask", hidden.request);
      if (!asking.ok) return asking;
      // A second delivery of the same press.
      if (asking.ground.request?.requestedBy === by) return { clear: true };
      const built = await build(screen, asking, hidden);
      if ("faults" in built) {
        return { update: notice(failed, Object.values(built.faults).join(" ")) };
      }
      if (digestOf(built.content) !== shown) {
        const again = await drawReview(screen.id, asking, hidden, built, true);
        return "because" in again ? again : { update: again };
      }
      if (!isTicked(built.content, view?.values ?? {})) {
        return refused({ is: "changed-since-shown" });
      }
      // Made only now: the requester must not choose which group approvers are asked for.
      const content = { ...built.content, nonce: uuid(context) };
      const asked = await askFor(context, { content, by, askedIn: placeOf(hidden, by) }, key);
      if (!asked.ok) return asked;
      answer.ack({ clear: true });
      await sayAsked(asking, asked.request);
      return { clear: true };
    },
  };
  return [form, review];
}

const placeOf = ({ channel }: z.infer<typeof begun>, person: string): Place =>
  channel === null ? { person } : { channel };

async function drawForm<A extends Texts>(
  { id, title, answers, draw }: AskScreen<A>,
  asking: Asking,
  given: object,
  metadata = "",
): Promise<ModalView> {
  const blocks = [...(await draw(asking, answers.parse(given))), small(asking.account)];
  return modal({ id, title, submit: "Review", close: "Cancel", metadata, blocks });
}

export const textFields = ({ name, reason }: Texts, hint: string) => [
  textField("name", name, { ...NAME, hint }),
  textField("reason", reason, { ...REASON, hint: "Shown to approvers." }),
];

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
  const name = faultOfText(answers.name, NAME) ?? found.name;
  const all = { ...found, name, reason: faultOfText(answers.reason, REASON) };
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
  screen: string,
  { context, ground, inForce, by, standings }: Asking,
  hidden: Hidden,
  { content, note }: { content: Content; note: string | null },
  isAgain: boolean,
): Promise<ModalView | Refused> {
  const wish = { content, by, askedIn: placeOf(hidden, by), standings };
  const step = await tryToAsk(context, context.db, ground, wish);
  if (!step.ok) return refused(step.because);
  const facts = await factsOf(context, ground, step.next, inForce, null);
  const part = kindOf(context.kinds, content).review(facts, content.change);
  const metadata = JSON.stringify({ ...hidden, shown: step.next.digest });
  return reviewModal(facts, part, { id: `${screen}-review`, metadata, own: { isAgain, note } });
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

/** By block. Slack shows an error only at a field that is there. */
function errorsAt(values: Values, faults: Readonly<Record<string, string>>) {
  const blockOf = (answer: string) =>
    Object.keys(values).find((id) => answer in (values[id] ?? {}));
  return Object.fromEntries(
    Object.entries(faults).map(([answer, fault]) => [blockOf(answer) ?? "name", fault]),
  );
}
