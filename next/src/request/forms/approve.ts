import type { ModalView } from "@slack/types";
import { z } from "zod";
import { isGroupRight } from "../../platform/payment-details/middle-group.ts";
import { kindOf } from "../engine/kind.ts";
import { factsOf } from "../posts/read-facts.ts";
import { CHECKED_IN, questionFor } from "../rules/challenge.ts";
import { approve as approveRequest } from "../rules/decide.ts";
import type { Request } from "../rules/request.ts";
import { refuse } from "../rules/step.ts";
import { type Asking, admitTo } from "./admit.ts";
import { carriedBy, textIn } from "./fields.ts";
import { questionModal } from "./question.ts";
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
  const facts = await factsOf(context, ground, request, inForce, []);
  const { id, content, digest, round } = request;
  const question = questionFor(content, by);
  const carries: Carried = { request: id, digest, round, group: null, checkedIn: null, ...given };
  const metadata = JSON.stringify(carries);
  if (question && !given) return questionModal(facts, question, { id: QUESTION, metadata });
  const part = kindOf(context.kinds, content).review(facts, content.change);
  return reviewModal(facts, part, { id: APPROVE, metadata });
}

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
