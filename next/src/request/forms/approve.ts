import type { ModalView } from "@slack/types";
import { z } from "zod";
import { isGroupRight, type MiddleGroup } from "../../platform/payment-details/middle-group.ts";
import { networkName } from "../../platform/payment-details/network-name.ts";
import { alert, input, context as small } from "../../platform/slack/blocks/blocks.ts";
import { option, select } from "../../platform/slack/blocks/elements.ts";
import { bold, richText, section } from "../../platform/slack/blocks/rich-text.ts";
import { modal } from "../../platform/slack/blocks/views.ts";
import { cleanText } from "../../platform/text/shown-text.ts";
import { quoted } from "../card/change-lines.ts";
import { accountText, type CardFacts, numberOf } from "../card/facts.ts";
import { warningTexts } from "../card/warnings.ts";
import { kindOf } from "../engine/context.ts";
import { factsOf } from "../posts/read-facts.ts";
import { CHECKED_IN, questionFor } from "../rules/challenge.ts";
import { valueIn } from "../rules/content.ts";
import { approve as approveRequest } from "../rules/decide.ts";
import type { Request } from "../rules/request.ts";
import { refuse } from "../rules/step.ts";
import { type Asking, admitTo } from "./admit.ts";
import { carriedBy, textField, textIn } from "./fields.ts";
import { SOURCES } from "./reasons.ts";
import { refusalMessage, refusalNotice } from "./refusals.ts";
import { carryOut } from "./request-form.ts";
import { reviewModal } from "./review-blocks.ts";
import type { Button, Form } from "./surface.ts";

/**
 * What the views carry. The digest is what the person saw; all else is asked again when they
 * submit.
 */
const carried = z.object({
  request: z.string(),
  digest: z.string(),
  round: z.int(),
  /** The group that they typed, and where they found it. */
  group: z.string().nullable(),
  checkedIn: z.string().nullable(),
});

type Carried = z.infer<typeof carried>;

const QUESTION = "question";
const APPROVE = "approve";
const NOT_APPROVED = "Not approved";

/**
 * *Review*: first the question, where there is one; then the whole facts, whose submission is the
 * approval.
 */
export const reviewButton: Button = {
  verb: "review",
  async press(context, delivery, id) {
    const found = await admitTo(context, delivery, "approve", id);
    return found.ok ? draw(found, null) : refusalMessage(found.because, found.request);
  },
};

/** The question while it is not answered, then the review. */
async function draw(
  { context, by, ground, inForce, request }: Asking & { request: Request },
  given: Pick<Carried, "group" | "checkedIn"> | null,
): Promise<ModalView> {
  const facts = await factsOf(context, ground, request, inForce, null);
  const { id, content, digest, round } = request;
  const question = questionFor(content, by);
  const carries: Carried = { request: id, digest, round, group: null, checkedIn: null, ...given };
  const metadata = JSON.stringify(carries);
  if (question && !given) return questionModal(facts, question, metadata);
  const part = kindOf(context.kinds, content).review(facts, content.change);
  return reviewModal(facts, part, { id: APPROVE, metadata });
}

/** Before the review of a first use or a look-alike. Shows neither the value nor what differs. */
export function questionModal(
  { request, account }: Pick<CardFacts, "request" | "account">,
  group: MiddleGroup,
  metadata: string,
): ModalView {
  const { content } = request;
  const { change } = content;
  const value = valueIn(content.change);
  const what = value?.kind === "account" ? "IBAN" : "address";
  const place = value?.kind === "wallet" ? ` on ${networkName(value.network)}` : "";
  const name =
    change.kind === "create-rail"
      ? bold(cleanText(change.destination.name, 60))
      : quoted(change.kind === "add-destination" ? change.name : "");
  const caseMatters = group.ignoresCase ? "" : " Upper and lower case matter.";
  const length = group.last - group.first + 1;
  const sources = CHECKED_IN.map((each) => option(SOURCES[each], each));
  return modal({
    id: QUESTION,
    title: `Check ${numberOf(request)}`,
    submit: "Next",
    metadata,
    blocks: [
      ...warningTexts(content).map(alert),
      richText(
        section(
          ["To ", name, place],
          [bold(`Look its ${what} up in your own records, not in Slack.`)],
        ),
      ),
      textField("group", `Characters ${group.first}–${group.last} of the ${what}`, null, {
        ...{ min: length, max: length, isFocused: true },
        hint: `The ${ordinal(group.number)} group when written in fours.${caseMatters}`,
      }),
      input("checked-in", "Where did you look it up?", select("checked-in", sources), {
        hint: "Kept in the audit.",
      }),
      small(accountText(account)),
    ],
  });
}

const SUFFIXES: Readonly<Record<Intl.LDMLPluralRule, string>> = {
  ...{ zero: "th", one: "st", two: "nd", few: "rd", many: "th", other: "th" },
};
const ORDINALS = new Intl.PluralRules("en", { type: "ordinal" });

const ordinal = (number: number) => `${number}${SUFFIXES[ORDINALS.select(number)]}`;

/** The answer to the question. A wrong one is a field error, and shows nothing of the address. */
export const questionForm: Form = {
  id: QUESTION,
  async submit(context, delivery) {
    const { request: id } = carriedBy(delivery, carried);
    const found = await admitTo(context, delivery, "approve", id);
    if (!found.ok) return { update: refusalNotice(NOT_APPROVED, found.because, found.request) };
    const group = textIn(delivery, "group");
    const checkedIn = CHECKED_IN.find((each) => each === textIn(delivery, "checked-in"));
    const question = questionFor(found.request.content, found.by);
    if (question && !isGroupRight(question, group)) {
      return { errors: { group: "That does not match. Look it up in your own records again." } };
    }
    if (!checkedIn) return { errors: { "checked-in": "Choose one." } };
    return { push: await draw(found, { group, checkedIn }) };
  },
};

/** The approval. The group is compared once more: what a view carries proves nothing. */
export const approveForm: Form = {
  id: APPROVE,
  async submit(context, delivery) {
    const { request, digest, round, group, checkedIn } = carriedBy(delivery, carried);
    const { person: by } = delivery;
    return carryOut(context, delivery, request, NOT_APPROVED, (now, around) => {
      const question = questionFor(now.content, by);
      const isAnswered = !question || (group !== null && isGroupRight(question, group));
      if (!isAnswered) return refuse({ is: "changed-since-shown" });
      return approveRequest(now, by, { digest, round, checkedIn }, around);
    });
  },
};
