import type { ModalView } from "@slack/types";
import { z } from "zod";
import { input } from "../../platform/slack/blocks/blocks.ts";
import { option, radio, textInput } from "../../platform/slack/blocks/elements.ts";
import { bold, richText, section } from "../../platform/slack/blocks/rich-text.ts";
import { modal } from "../../platform/slack/blocks/views.ts";
import type { Delivery } from "../../platform/slack/delivery.ts";
import { numberOf } from "../card/facts.ts";
import { act } from "../engine/apply.ts";
import type { Context, Ref } from "../engine/context.ts";
import { kindOf } from "../engine/kind.ts";
import { type Answer, answer as answerRequest, answersFor, type Given } from "../rules/answer.ts";
import type { Sighting } from "../rules/around.ts";
import type { Request } from "../rules/request.ts";
import { readTag } from "../rules/tag.ts";
import { readRail } from "../store/mirror.ts";
import { readRequest } from "../store/requests.ts";
import { openFor, readReason } from "./deny.ts";
import { questionOf } from "./reasons.ts";
import type { Button, Form } from "./surface.ts";
import { notice, refusalNotice } from "./tell.ts";

const FIELDS = { answer: "answer", railId: "rail-id", reason: "reason" } as const;

const LABELS: Readonly<Record<Answer, readonly [label: string, what: string]>> = {
  "it-exists": ["It exists: its id is …", "It is read and compared with the approval first."],
  "approve-again": ["Approve again", "Approvals start anew. We look for it before sending again."],
  close: ["Close", "Nobody looks for it any longer. A Rail that appears later is held."],
};

/** Answers to what we could not find out, in one form. */
export const answerButton: Button = {
  verb: "answer",
  press: (context, delivery, id, answer) =>
    openFor(context, delivery, answer, { deed: "answer", id }, drawAnswer),
};

function drawAnswer(request: Request): ModalView {
  const { state } = request;
  const answers = answersFor(request);
  if (state.is !== "stuck" || answers.length === 0) {
    return notice(`Answer ${numberOf(request)}`, "Nothing has to be answered here any longer.");
  }
  const [question, why] = questionOf(state.question, request.content.change.kind);
  const options = answers.map((each) => option(LABELS[each][0], each, LABELS[each][1]));
  return modal({
    id: "answer",
    title: `Answer ${numberOf(request)}`,
    submit: "Answer",
    metadata: JSON.stringify({ request: request.id, version: request.version }),
    blocks: [
      richText(section([bold(question)], [why])),
      input(FIELDS.answer, "Answer", radio(FIELDS.answer, options)),
      answers.includes("it-exists") &&
        input(FIELDS.railId, "Id of the Rail", textInput(FIELDS.railId, null, { max: 255 }), {
          isOptional: true,
          hint: "As the Rail service shows it. Only if the Rail exists.",
        }),
      input(FIELDS.reason, "Reason", textInput(FIELDS.reason, null, { max: 500 }), {
        isOptional: true,
        hint: "Visible to everyone in the approvals channel.",
      }),
    ],
  });
}

const carried = z.object({ request: z.string(), version: z.int() });

export const answerForm: Form = {
  id: "answer",
  async submit(context, delivery, answer) {
    const { workspace, person: by, key, view } = delivery;
    const { request, version } = carried.parse(JSON.parse(view?.metadata ?? "{}"));
    const given = await readGiven(context, delivery, { workspace, request }, version);
    if ("errors" in given) return answer.ack(given);
    const applied = await act(context, {
      ...{ ref: { workspace, request }, delivery: key, by, age: "minute" },
      transition: (now, around) => answerRequest(now, by, given, around),
    });
    if (applied.ok) return answer.ack({ clear: true });
    answer.ack({ update: refusalNotice("Not answered", applied.because, applied.request) });
  },
};

/** What the form says; or what is wrong with it, by field. */
async function readGiven(
  context: Context,
  delivery: Delivery,
  ref: Ref,
  version: number,
): Promise<Given | { errors: Record<string, string> }> {
  const chosen = textIn(delivery, FIELDS.answer);
  const said = { version, reason: readReason(delivery) };
  if (chosen === "approve-again" || chosen === "close") return { ...said, answer: chosen };
  if (chosen !== "it-exists") return { errors: { [FIELDS.answer]: "Choose an answer." } };
  const sighting = await readSighting(context, ref, textIn(delivery, FIELDS.railId));
  if (typeof sighting === "string") return { errors: { [FIELDS.railId]: sighting } };
  return { ...said, answer: chosen, sighting };
}

/** The Rail that a person names, read now; or a sentence about why it cannot be used. */
async function readSighting(
  context: Context,
  { workspace, request: id }: Ref,
  railId: string,
): Promise<Sighting | string> {
  if (railId === "") return "Enter the id of the Rail.";
  const found = await readRequest(context.db, workspace, id);
  if (found?.is !== "intact") return "Signalbox does not know this request.";
  const { content } = found.request;
  const { read } = kindOf(context.kinds, content);
  const rail = await read?.(context, found.request, railId);
  if (!rail) return "The Rail service shows no Rail with this id.";
  if (rail === "failed") return "The Rail service does not answer. Try again in a minute.";
  if (rail.id !== railId) return "The Rail service answered with another Rail.";
  const service = { workspace, connection: content.connection.id };
  const row = await readRail(context.db, service, railId);
  if (!row) return "The Rail service does not answer. Try again in a minute.";
  const { key, owner, firstSeen } = row;
  return { key, rail, tag: readTag(rail.metadata), owner, firstSeen };
}

function textIn({ view }: Delivery, field: string): string {
  const value = view?.values[field]?.[field];
  return typeof value === "string" ? value.trim() : "";
}
