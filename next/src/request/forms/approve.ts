import type { ModalView } from "@slack/types";
import { z } from "zod";
import { isGroupRight } from "../../platform/payment-details/middle-group.ts";
import type { Delivery } from "../../platform/slack/delivery.ts";
import { act } from "../engine/apply.ts";
import type { Context } from "../engine/context.ts";
import { kindOf } from "../engine/kind.ts";
import { readFacts } from "../posts/read-facts.ts";
import { CHECKED_IN, questionFor } from "../rules/challenge.ts";
import { approve as approveRequest, whyNotUndecided } from "../rules/decide.ts";
import { refuse } from "../rules/step.ts";
import { admit } from "./admit.ts";
import { FIELDS } from "./ids.ts";
import { questionModal } from "./question.ts";
import { toReviewFacts } from "./review-blocks.ts";
import type { Button, Form } from "./surface.ts";
import { notice, open, refusalMessage, refusalNotice, tell } from "./tell.ts";

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

/**
 * *Review*: first the question, where there is one; then the whole facts, whose submission is the
 * approval.
 */
export const reviewButton: Button = {
  verb: "review",
  async press(context, delivery, id, answer) {
    const admitted = await admit(context, delivery, "approve", id);
    const request = admitted.ok ? admitted.ground.request : admitted.request;
    const because = admitted.ok
      ? request && whyNotUndecided(request, admitted.ground.now)
      : admitted.because;
    if (because) return tell(context, delivery, refusalMessage(because, request), answer);
    answer.ack();
    const view = await draw(context, delivery, id, null);
    if (view) await open(context, delivery, view);
  },
};

const QUESTION = "question";
const APPROVE = "approve";

/**
 * The question while it is not answered, then the review. Null for a request that nobody can show.
 */
async function draw(
  context: Context,
  { workspace, person }: Delivery,
  id: string,
  given: Pick<Carried, "group" | "checkedIn"> | null,
): Promise<ModalView | null> {
  const read = await readFacts(context, workspace, id);
  if (!read) return null;
  const { facts } = read;
  const { content, digest, round } = facts.request;
  const question = questionFor(content, person);
  const carries: Carried = { request: id, digest, round, group: null, checkedIn: null, ...given };
  const metadata = JSON.stringify(carries);
  if (question && !given) return questionModal(facts, question, { id: QUESTION, metadata });
  const { review } = kindOf(context.kinds, content);
  return review(toReviewFacts(facts), content.change, { id: APPROVE, metadata });
}

/** The answer to the question. A wrong one is a field error, and shows nothing of the address. */
export const questionForm: Form = {
  id: QUESTION,
  async submit(context, delivery, answer) {
    const shown = readCarried(delivery);
    const admitted = await admit(context, delivery, "approve", shown.request);
    const request = admitted.ok ? admitted.ground.request : admitted.request;
    const because = admitted.ok
      ? request && whyNotUndecided(request, admitted.ground.now)
      : admitted.because;
    if (because || !request) {
      const refusal = because ?? ({ is: "not-known" } as const);
      return answer.ack({ update: refusalNotice(NOT_APPROVED, refusal, request) });
    }
    const group = textIn(delivery, FIELDS.group);
    const checkedIn = CHECKED_IN.find((each) => each === textIn(delivery, FIELDS.checkedIn));
    const question = questionFor(request.content, delivery.person);
    if (question && !isGroupRight(question, group)) {
      const error = "That does not match. Look it up in your own records again.";
      return answer.ack({ errors: { [FIELDS.group]: error } });
    }
    if (!checkedIn) return answer.ack({ errors: { [FIELDS.checkedIn]: "Choose one." } });
    const view = await draw(context, delivery, request.id, { group, checkedIn });
    answer.ack({ update: view ?? notice(NOT_APPROVED, "Signalbox does not know this request.") });
  },
};

const NOT_APPROVED = "Not approved";

/** The approval. The group is compared once more: what a view carries proves nothing. */
export const approveForm: Form = {
  id: APPROVE,
  async submit(context, delivery, answer) {
    const { request: id, digest, round, group, checkedIn } = readCarried(delivery);
    const { workspace, person: by, key } = delivery;
    const applied = await act(context, {
      ref: { workspace, request: id },
      delivery: key,
      by,
      age: "minute",
      transition(now, around) {
        const question = questionFor(now.content, by);
        const isAnswered = !question || (group !== null && isGroupRight(question, group));
        if (!isAnswered) return refuse({ is: "changed-since-shown" });
        return approveRequest(now, by, { digest, round, checkedIn }, around);
      },
    });
    if (applied.ok) return answer.ack({ clear: true });
    answer.ack({ update: refusalNotice(NOT_APPROVED, applied.because, applied.request) });
  },
};

function readCarried({ view }: Delivery): Carried {
  return carried.parse(JSON.parse(view?.metadata ?? "{}"));
}

function textIn({ view }: Delivery, field: string): string {
  const value = view?.values[field]?.[field];
  return typeof value === "string" ? value.trim() : "";
}
