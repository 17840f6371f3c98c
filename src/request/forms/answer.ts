import { SERVICE_TROUBLE } from "../../platform/rail-api/rail-api-error.ts";
import { input } from "../../platform/slack/blocks/blocks.ts";
import { option, radio } from "../../platform/slack/blocks/elements.ts";
import { bold, code, type Line, richText, section } from "../../platform/slack/blocks/rich-text.ts";
import { present } from "../../platform/slack/blocks/text.ts";
import { modal } from "../../platform/slack/blocks/views.ts";
import { cleanText } from "../../platform/text/shown-text.ts";
import { upTo } from "../../platform/text/times.ts";
import { changeFacts } from "../card/change-lines.ts";
import { kindOf } from "../engine/context.ts";
import { type Answer, answer as answerRequest, answersFor } from "../rules/answer.ts";
import type { Sighting } from "../rules/around.ts";
import { readTag } from "../rules/tag.ts";
import { readRail, serviceOf } from "../store/mirror.ts";
import { readIntact } from "../store/requests.ts";
import type { Act } from "./admit.ts";
import { textField } from "./fields.ts";
import { questionOf } from "./reasons.ts";
import { SENTENCES } from "./refusals.ts";
import { publicReason, requestForm } from "./request-form.ts";

/** What each answer does. Nothing lists destinations: Signalbox cannot look for one. */
const LABELS: Readonly<Record<Answer, readonly [label: string, rail: string, other: string]>> = {
  "it-exists": ["It exists: its id is …", "Signalbox compares it with the approval first.", ""],
  "approve-again": [
    "Approve again",
    "Approvals start anew. Signalbox looks for it first.",
    "Approvals start anew. First ask the Rail service whether it exists.",
  ],
  close: [
    "Close",
    "Signalbox stops looking for it. A Rail that appears later is held.",
    "Nothing more is sent. If the service has it, import it.",
  ],
};

/** Answers to what we could not find out, in one form. */
export const answer = requestForm({
  deed: "answer",

  async draw({ context }, request, frame) {
    const { state, content } = request;
    if (state.is !== "stuck") throw new TypeError("Only a stuck request has a question");
    const [question, why] = questionOf(state.question, content.change.kind);
    const answers = answersFor(request);
    const options = answers.map((each) => {
      const [label, rail, other] = LABELS[each];
      return option(label, each, content.change.kind === "create-rail" ? rail : other);
    });
    const appeared = await Promise.all(
      state.railKeys.map((key) => readRail(context.db, serviceOf(content), key)),
    );
    const ids = present(appeared).map(
      ({ rail }): Line => ["Id at the service: ", code(cleanText(rail.id ?? "none", 255))],
    );
    const shown = upTo(ids, 5, (more) => [`And ${more} more.`]);
    return modal({
      ...frame,
      blocks: [
        richText(section([bold(question)], [why], ...shown), ...changeFacts(request, 0, false)),
        input("answer", "Answer", radio("answer", options)),
        answers.includes("it-exists") &&
          textField("railId", null, {
            label: "Id of the Rail",
            max: 255,
            isOptional: true,
            hint: "As the Rail service shows it. Only if the Rail exists.",
          }),
        publicReason({ isOptional: true }),
      ],
    });
  },

  async read(act, { answer: chosen, railId, reason }, { request: id, version }) {
    const { person: by } = act.delivery;
    if (!chosen) return { errors: { answer: "Choose an answer." } };
    if (chosen !== "it-exists") {
      const given = { version, reason, answer: chosen };
      return (request, around) => answerRequest(request, by, given, around);
    }
    const sighting = await readSighting(act, id, railId);
    if (typeof sighting === "string") return { errors: { railId: sighting } };
    const given = { version, reason, answer: chosen, sighting };
    return (request, around) => answerRequest(request, by, given, around);
  },
});

/** The Rail that a person names, read now; or a sentence about why it cannot be used. */
async function readSighting(
  { context, delivery: { workspace } }: Act,
  id: string,
  railId: string,
): Promise<Sighting | string> {
  if (railId === "") return "Enter the id of the Rail.";
  const request = await readIntact(context.db, workspace, id);
  if (!request) return SENTENCES["not-known"];
  const { content } = request;
  const rail = await kindOf(context.kinds, content).read?.(context, request, railId);
  if (typeof rail !== "object") return SERVICE_TROUBLE[rail ?? "not-found"];
  const row = await readRail(context.db, serviceOf(content), railId);
  if (!row || rail.id !== railId) return SERVICE_TROUBLE["unexpected-response"];
  return { ...row, rail, tag: readTag(rail.metadata) };
}
