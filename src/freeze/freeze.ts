import { z } from "zod";
import { actions } from "../platform/slack/blocks/blocks.ts";
import { bold, type Line, richText, section } from "../platform/slack/blocks/rich-text.ts";
import { type Message, message, modal } from "../platform/slack/blocks/views.ts";
import { cleanText } from "../platform/text/shown-text.ts";
import { LONGEST_REASON, saidLines } from "../request/card/change-lines.ts";
import { press } from "../request/card/face.ts";
import { sentWarnings } from "../request/card/face-parts.ts";
import { numberOf, numbersText } from "../request/card/facts.ts";
import { warningBlock } from "../request/card/warnings.ts";
import type { Kind } from "../request/engine/context.ts";
import { type Stopped, stop } from "../request/engine/stop.ts";
import { type Asking, admit } from "../request/forms/admit.ts";
import { text, typedIn } from "../request/forms/fields.ts";
import { notice } from "../request/forms/refusals.ts";
import { publicReason } from "../request/forms/request-form.ts";
import { stopBlock } from "../request/forms/review-blocks.ts";
import type { Button, Command, Form } from "../request/forms/surface.ts";
import { readFacts } from "../request/posts/read-facts.ts";
import type { Request } from "../request/rules/request.ts";
import { readIntact } from "../request/store/requests.ts";

/** `/rail freeze`: stops all sending at once, also without a reason. */
export const freezeCommand: Command = {
  ...{ name: "freeze", usage: "[reason]", deed: "stop" },
  says: "Stop all sending at once; approvers resume it",
  run: freeze,
};

/** *Stop all sending*: one press more, as a slip of the finger would stop the whole company. */
export const freezeButton: Button = {
  ...{ verb: "freeze", deed: "stop" },
  async press({ context: { db }, ground: { workspace, forces } }) {
    return freezeModal(await readIntact(db, workspace, forces.frozen));
  },
};

export const freezeForm: Form = {
  id: "freeze",
  async submit(act) {
    const asking = await admit(act, "stop");
    if (!asking.ok) return asking;
    const said = await freeze(asking, typed.parse(typedIn(act.delivery)).reason);
    return said ? { update: notice(said, "Stop all sending") } : { clear: true };
  },
};

const typed = z.object({ reason: text });

/** `resume`: the open one, where sending is stopped already. */
export function freezeModal(resume: Request | null) {
  return modal({
    ...{ id: "freeze", title: "Stop all sending", submit: "Stop sending" },
    blocks: [
      resume && stopBlock(resume),
      richText(
        [bold("Nothing more is sent until approvers agree to resume.")],
        ["Requests that are being sent cannot be stopped."],
        resume && ["Stopping again cancels agreements to resume."],
      ),
      publicReason({ isOptional: true, isFocused: true }),
    ],
  });
}

/** In the person's name. Null for a second delivery of the same: nothing is left to say. */
async function freeze(asking: Asking, given: string): Promise<Message | null> {
  const { context, by, service, delivery } = asking;
  const { workspace } = service;
  // Whatever was pasted, it stops.
  const reason = cleanText(given, LONGEST_REASON);
  const stopped = await context.db.transaction(workspace, (tx) =>
    stop(context, tx, workspace, { by, reason }, null, { delivery: delivery.key }),
  );
  if (!stopped) return null;
  // Its notice, and the one before, wait behind nothing that is due.
  const { resume, replaced, isNew } = stopped;
  for (const { id } of isNew ? [resume, replaced ?? []].flat() : []) {
    context.goOn({ loop: "sync", workspace, id, taken: resume.requestedAt, failures: 0 });
  }
  const read = await readFacts(context, workspace, stopped.resume.id);
  const isCut = [...given.trim()].length > LONGEST_REASON;
  return freezeAnswer(stopped, read?.facts.sending ?? [], isCut);
}

/** To the person who stopped sending. `sending`: numbers of the requests for which it is too late. */
export function freezeAnswer(
  { resume, replaced, isNew }: Stopped,
  sending: readonly number[],
  isCut: boolean,
): Message {
  const number = numberOf(resume);
  const again: Line = [`You have already stopped sending (${number}). Nothing was changed.`];
  const now: Line = ["🛑 ", bold(`Sending is stopped (${number}).`), " Approved requests wait."];
  return message(
    isNew ? `Sending is stopped (${number})` : `Sending was stopped before (${number})`,
    warningBlock(sentWarnings(sending)),
    richText(
      isNew ? now : again,
      replaced && [`It replaces ${numberOf(replaced)}: agreements to resume start anew.`],
      isNew && isCut && [`Your reason was cut to ${LONGEST_REASON} characters.`],
    ),
    actions(press(resume, `Show ${number}`, "open")),
  );
}

/** Ends a freeze by agreement. The engine itself makes sure that it is the open one. */
export const resume: Kind<"resume"> = {
  obstacle: async () => null,
  /** Who stopped sending, with all reasons whole. */
  review: ({ sending, kept }, { stops }) => ({
    noun: "stop",
    alerts: sentWarnings(sending),
    paragraphs: [
      saidLines("stop", stops, { lead: "Approved requests wait.", most: 20, max: LONGEST_REASON }),
      [
        section(
          [bold("Approve to resume sending."), " It resumes once it has all approvals."],
          kept.length > 0 && [`Approved requests that wait: ${numbersText(kept)}.`],
        ),
      ],
    ],
  }),
};
