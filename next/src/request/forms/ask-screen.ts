import type { ModalView } from "@slack/types";
import { z } from "zod";
import type { Answer } from "../../platform/slack/bolt.ts";
import type { Delivery, Values } from "../../platform/slack/delivery.ts";
import { askFor } from "../engine/ask-for.ts";
import type { Context } from "../engine/context.ts";
import { kindOf } from "../engine/kind.ts";
import { uuid } from "../engine/uuid.ts";
import type { Change, Content, Traits } from "../rules/content.ts";
import { digestOf } from "../rules/digest.ts";
import type { Place, Request } from "../rules/request.ts";
import type { InForce } from "../rules/settings.ts";
import type { Ground } from "../store/ground.ts";
import { readRequest } from "../store/requests.ts";
import { type Admitted, admit } from "./admit.ts";
import { refusalSentence } from "./refusals.ts";
import type { Form } from "./surface.ts";
import { notice, open, refusalMessage, refusalNotice, sentence, tell } from "./tell.ts";

/** What the forms of one kind know and do; `Answers` is JSON. */
export interface AskScreen<Answers> {
  /** The `callback_id` of the form; the review's is the same with `-review`. */
  id: string;
  answers: z.ZodType<Answers>;
  /** The form, filled with what is known so far. */
  draw(asking: Asking, answers: Partial<Answers>, hidden: string): Promise<ModalView>;
  /** What was typed, or an error for each field (by its block_id) that cannot stay so. */
  read(asking: Asking, values: Values): Promise<Answers | { errors: Record<string, string> }>;
  /** What would be asked for. A sentence where the answers no longer fit what is there now. */
  build(asking: Asking, answers: Answers): Promise<{ change: Change; traits: Traits } | string>;
  /**
   * What approvers will see, drawn for the requester. `isAgain`: it has changed since it was shown.
   */
  review(asking: Asking, content: Content, hidden: string, isAgain: boolean): Promise<ModalView>;
  /**
   * Why the review cannot be submitted yet, by a field's block_id, such as a tick that is missing.
   */
  check?(content: Content, values: Values): Record<string, string> | null;
}

export interface Asking {
  context: Context;
  ground: Ground;
  inForce: InForce;
  /** Who asks. */
  by: string;
}

/** What a view carries. It comes back from the person's client, so nothing in it is trusted. */
const carried = z.object({
  askedIn: z.union([z.object({ channel: z.string() }), z.object({ person: z.string() })]),
  /** Made at the review: a double click asks once. */
  request: z.uuid().optional(),
  /** Of the content that the review showed, without its nonce. */
  shown: z.string().optional(),
  answers: z.unknown(),
});

type Carried = z.infer<typeof carried>;

/** Opens the form, filled from `answers` (such as those of an earlier request). */
export async function openForm<Answers>(
  screen: AskScreen<Answers>,
  context: Context,
  delivery: Delivery,
  answers: Partial<Answers>,
  answer: Answer,
): Promise<void> {
  const admitted = await admit(context, delivery, "ask");
  if (!admitted.ok) {
    const said = refusalMessage(admitted.because, admitted.request);
    return tell(context, delivery, said, answer);
  }
  answer.ack();
  const asking = { context, ...admitted, by: delivery.person };
  const askedIn = placeOf(delivery);
  await open(context, delivery, await screen.draw(asking, answers, toHidden({ askedIn, answers })));
}

const placeOf = ({ channel, person }: Delivery): Place =>
  channel === null ? { person } : { channel };

const toHidden = (hidden: Carried): string => JSON.stringify(hidden);

/** The form and the review, as Slack's submissions reach them. */
export function formsOf<Answers>(screen: AskScreen<Answers>): readonly Form[] {
  return [
    { id: screen.id, submit: (...args) => submitForm(screen, ...args) },
    { id: reviewId(screen), submit: (...args) => submitReview(screen, ...args) },
  ];
}

export const reviewId = ({ id }: Pick<AskScreen<never>, "id">) => `${id}-review`;

async function submitForm<Answers>(
  screen: AskScreen<Answers>,
  context: Context,
  delivery: Delivery,
  answer: Answer,
): Promise<void> {
  const admitted = await admit(context, delivery, "ask");
  const hidden = readHidden(delivery);
  if (!admitted.ok || !hidden) return refuse(admitted, answer);
  const asking = { context, ...admitted, by: delivery.person };
  const answers = await screen.read(asking, delivery.view?.values ?? {});
  if (isErrors(answers)) return answer.ack(answers);
  const { askedIn } = hidden;
  const review = await drawReview(screen, asking, { askedIn, request: uuid(context), answers });
  if (typeof review === "string") return answer.ack({ push: notice("Not possible", review) });
  answer.ack({ push: review });
}

async function submitReview<Answers>(
  screen: AskScreen<Answers>,
  context: Context,
  delivery: Delivery,
  answer: Answer,
): Promise<void> {
  const admitted = await admit(context, delivery, "ask");
  const hidden = readHidden(delivery);
  const answers = screen.answers.safeParse(hidden?.answers);
  if (!admitted.ok || !hidden?.request || !answers.success) return refuse(admitted, answer);
  const asking = { context, ...admitted, by: delivery.person };
  const { request, askedIn, shown } = hidden;
  const made = await readRequest(context.db, delivery.workspace, request);
  // A second delivery of the same press.
  if (made?.is === "intact" && made.request.requestedBy === delivery.person) {
    return answer.ack({ clear: true });
  }
  const built = await build(screen, asking, answers.data, request);
  if (typeof built === "string") return answer.ack({ update: notice("Not possible", built) });
  if (digestOf(built) !== shown) {
    const again = { askedIn, request, answers: answers.data };
    const review = await drawReview(screen, asking, again, true);
    const isView = typeof review !== "string";
    return answer.ack({ update: isView ? review : notice("Not possible", review) });
  }
  const errors = screen.check?.(built, delivery.view?.values ?? {});
  if (errors) return answer.ack({ errors });
  // Made only now: the requester must not choose which group approvers are asked for.
  const content = { ...built, nonce: uuid(context) };
  const { person: by, key } = delivery;
  const asked = await askFor(context, { content, by, askedIn, delivery: key });
  if (!asked.ok) {
    const said = refusalNotice(NOT_REQUESTED, asked.because, asked.request);
    return answer.ack({ update: said });
  }
  answer.ack({ clear: true });
  await say(context, delivery, askedIn, asked.request);
}

/** Where it was asked for; the card itself is in the approvals channel. */
async function say(
  { slack }: Context,
  { workspace, person }: Delivery,
  askedIn: Place,
  { number }: Request,
): Promise<void> {
  const said = sentence(`R-${number} sent for approval.`);
  if ("channel" in askedIn) await slack.whisper(workspace, { ...askedIn, person }, said);
  else await slack.post(workspace, { channel: person }, said);
}

async function drawReview<Answers>(
  screen: AskScreen<Answers>,
  asking: Asking,
  carries: { askedIn: Place; request: string; answers: Answers },
  isAgain = false,
): Promise<ModalView | string> {
  const content = await build(screen, asking, carries.answers, carries.request);
  if (typeof content === "string") return content;
  const { context, ground } = asking;
  const obstacle = await kindOf(context.kinds, content).obstacle(context.db, content, ground);
  if (obstacle) return refusalSentence({ ...obstacle, is: "obstacle" }, null);
  const hidden = toHidden({ ...carries, shown: digestOf(content) });
  return screen.review(asking, content, hidden, isAgain);
}

/** The content without its nonce. */
async function build<Answers>(
  { build: built }: AskScreen<Answers>,
  asking: Asking,
  answers: Answers,
  request: string,
): Promise<Content | string> {
  const { workspace, connection } = asking.ground;
  if (!connection) return refusalSentence({ is: "no-settings" }, null);
  const parts = await built(asking, answers);
  if (typeof parts === "string") return parts;
  const { id, baseUrl, environment } = connection;
  return { workspace, request, nonce: "", connection: { id, baseUrl, environment }, ...parts };
}

function readHidden({ view }: Delivery): Carried | null {
  try {
    return carried.safeParse(JSON.parse(view?.metadata ?? "")).data ?? null;
  } catch {
    return null;
  }
}

function refuse(admitted: Admitted, answer: Answer): void {
  const because = admitted.ok ? ({ is: "changed-since-shown" } as const) : admitted.because;
  const request = admitted.ok ? null : admitted.request;
  answer.ack({ update: refusalNotice(NOT_REQUESTED, because, request) });
}

const NOT_REQUESTED = "Not requested";

const isErrors = (read: unknown): read is { errors: Record<string, string> } =>
  typeof read === "object" && read !== null && "errors" in read;
