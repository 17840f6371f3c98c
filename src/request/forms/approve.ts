import { isGroupRight, type MiddleGroup } from "../../platform/payment-details/middle-group.ts";
import { alert, input, context as small } from "../../platform/slack/blocks/blocks.ts";
import { option, radio } from "../../platform/slack/blocks/elements.ts";
import { bold, type Line, richText, section } from "../../platform/slack/blocks/rich-text.ts";
import { modal } from "../../platform/slack/blocks/views.ts";
import { placeOf, quoted } from "../card/change-lines.ts";
import { accountText, type CardFacts, numberOf } from "../card/facts.ts";
import { warningTexts } from "../card/warnings.ts";
import { kindOf } from "../engine/context.ts";
import { factsOf } from "../posts/read-facts.ts";
import { CHECKED_IN, questionFor } from "../rules/challenge.ts";
import { valueIn } from "../rules/content.ts";
import { approve as approveRequest, whyNotAgain } from "../rules/decide.ts";
import type { Request } from "../rules/request.ts";
import { refuse } from "../rules/step.ts";
import { type Asking, admit, refused } from "./admit.ts";
import { textField } from "./fields.ts";
import { SOURCES } from "./reasons.ts";
import { type Answered, type Frame, frameOf, requestForm } from "./request-form.ts";
import { reviewModal } from "./review-blocks.ts";

/**
 * *Review*: first the question, where there is one; then the whole facts, whose submission is the
 * approval. A wrong answer is a field error, and shows nothing of the address. The group is
 * compared once more with the approval: what a view carries proves nothing.
 */
export const approve = requestForm({
  ...{ deed: "approve", verb: "review" },

  async draw(asking, request, frame) {
    const { by, inForce, standings, ground } = asking;
    const { restoredAt } = ground;
    const because = whyNotAgain(request, by, { inForce, standings, restoredAt });
    if (because) return refused(because, request);
    const question = questionFor(request.content, by);
    if (!question) return drawReview(asking, request, frame);
    const account = accountText(asking.self.team, request.content.connection.environment);
    return questionModal({ request, account }, question, frame);
  },

  async read(act, { group, checkedIn }, shown) {
    const { person: by } = act.delivery;
    if (group === undefined) {
      const { digest, round, checkedIn } = shown;
      return (request, around) =>
        isRight(request, by, shown)
          ? approveRequest(request, by, { digest, round, checkedIn }, around)
          : refuse({ is: "changed-since-shown" });
    }
    const asking = await admit(act, "approve", shown.request);
    if (!asking.ok) return asking;
    const { request } = asking.ground;
    if (!checkedIn) return { errors: { checkedIn: "Choose one." } };
    if (!request || !isRight(request, by, { group, checkedIn })) {
      return { errors: { group: "That does not match. Look it up in your own records again." } };
    }
    const frame = frameOf("approve", request, { group, checkedIn });
    return { push: await drawReview(asking, request, frame) };
  },
});

/** Whether both answer the question that this person is asked, if any. */
function isRight({ content }: Request, by: string, { group, checkedIn }: Answered): boolean {
  const question = questionFor(content, by);
  return !question || (!!group && !!checkedIn && isGroupRight(question, group));
}

async function drawReview({ context, ground, inForce }: Asking, request: Request, frame: Frame) {
  const { content } = request;
  const facts = await factsOf(context, ground, request, inForce, null);
  return reviewModal(facts, kindOf(context.kinds, content).review(facts, content.change), frame);
}

/** Before the review of a first use or a look-alike. Shows neither the value nor what differs. */
export function questionModal(
  { request, account }: Pick<CardFacts, "request" | "account">,
  group: MiddleGroup,
  frame: Frame,
) {
  const { content } = request;
  const { change } = content;
  const what = valueIn(change)?.kind === "account" ? "IBAN" : "address";
  // Its Rail's name says which it is where the place has none, and is no name of the place.
  const rail = "name" in change && `Rail ${quoted(change.name)} to `;
  const isNew = change.kind === "add-destination";
  const to: Line = isNew
    ? ["To ", quoted(change.name), ", ", ...placeOf(change)]
    : [rail, ...placeOf(change, true)];
  const caseMatters = group.ignoresCase ? "" : " Upper and lower case matter.";
  const length = group.last - group.first + 1;
  const sources = CHECKED_IN.map((each) => option(SOURCES[each], each));
  return modal({
    ...frame,
    title: `Check ${numberOf(request)}`,
    submit: "Next",
    blocks: [
      ...warningTexts(content).map(alert),
      richText(section(to, [bold(`Look up its ${what} in your own records, not in Slack.`)])),
      textField("group", null, {
        label: `Characters ${group.first}–${group.last} of the ${what}`,
        ...{ min: length, max: length, isFocused: true },
        hint: `Group ${group.number} when it is written in fours.${caseMatters}`,
      }),
      input("checkedIn", "Where did you look it up?", radio("checkedIn", sources), {
        hint: "Kept in the audit.",
      }),
      small(account),
    ],
  });
}
