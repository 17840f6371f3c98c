import type { KnownBlock, ModalView, RichTextSection } from "@slack/types";
import { z } from "zod";
import { parsedJson } from "../../platform/process/json.ts";
import { isUsableId } from "../../platform/rail-api/rules/service-id.ts";
import { input } from "../../platform/slack/blocks/blocks.ts";
import { action, block, callback, block as ids } from "../../platform/slack/blocks/ids.ts";
import { bold, richText, shownExactly } from "../../platform/slack/blocks/rich-text.ts";
import type { Filled, SubmittedView } from "../../platform/slack/blocks/state.ts";
import { typedIn } from "../../platform/slack/blocks/state.ts";
import { textError } from "../../platform/slack/blocks/text-fault.ts";
import { clickOf } from "../../platform/slack/intake/delivery.ts";
import type { ButtonArgs, SubmitArgs } from "../../platform/slack/intake/listeners.ts";
import type { Applied } from "../apply-command.ts";
import type { ButtonValue } from "../card/button-value.ts";
import { buttonValueSchema, toButtonValue } from "../card/button-value.ts";
import { nothingDone, valueName } from "../card/change-facts.ts";
import { frozenLine } from "../card/request-warnings.ts";
import { candidateList } from "../card/unknown-outcome.ts";
import { kindOf } from "../change-kind.ts";
import type { Context } from "../context.ts";
import { proposeRemedy } from "../decide-request.ts";
import { findFreeze } from "../queries/freezes.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { askedNow } from "../rules/decide-remedy.ts";
import { paymentDetailOf } from "../rules/destination.ts";
import type { Frozen } from "../rules/freeze.ts";
import { subjectOf } from "../rules/kind-rules.ts";
import type { TwoPersonRemedy } from "../rules/remedy.ts";
import { decisionAnswer, errorAt, refusalSentence } from "./refusals.ts";
import { requestHeader, requestModal } from "./request-modal.ts";
import { openAbout } from "./whose-request.ts";

export interface RemedyModal {
  request: ChangeRequest;
  type: TwoPersonRemedy["type"];
  frozen: Frozen | null;
}

const TITLES: Record<TwoPersonRemedy["type"], string> = {
  "enter-id": "Enter the id",
  "release-attempt": "One more attempt",
  close: "Close it",
};

/** Explains what an approver is about to propose; submitting it proposes. `readRemedyModal` reads it. */
export function remedyModal({ request, type, frozen }: RemedyModal): ModalView {
  return requestModal({
    ...{ request, id: callback.proposeRemedy, title: TITLES[type], submit: "Propose" },
    carries: { request: toButtonValue(request), asked: askedNow(request), type } satisfies z.input<
      typeof schema
    >,
    blocks: [
      ...aboutBlocks(request),
      richText(
        ...remedyMeaning(type, request).map((sentence) => [sentence]),
        ...heldUp(type, frozen),
        [bold("A second approver has to agree before anything is done.")],
      ),
      type === "enter-id" && idInput(request),
    ],
  });
}

const MOST_IN_A_VIEW = 100;

/** The subject of the request, with the full value to look up at the service. */
export function aboutBlocks(request: ChangeRequest): KnownBlock[] {
  const { state } = request;
  const subject = subjectOf(request);
  return [
    requestHeader(request),
    richText(
      [`Request: ${kindOf(request.content.change).title(request.content.change)}`],
      subject && shownExactly(paymentDetailOf(subject.details).value, false),
      ...(state.status === "needs-a-person" ? candidateList(state.candidates, MOST_IN_A_VIEW) : []),
    ),
  ];
}

/** Only one more attempt sends anything; no other remedy does. */
export function heldUp(type: TwoPersonRemedy["type"], frozen: Frozen | null): RichTextSection[] {
  return frozen && type === "release-attempt"
    ? [frozenLine(frozen, "what is released waits for that")]
    : [];
}

/** The conditions of a remedy, and its effects. */
export function remedyMeaning(type: TwoPersonRemedy["type"], request: ChangeRequest): string[] {
  const subject = subjectOf(request);
  const value = subject ? valueName(subject.details) : "value";
  const { words } = kindOf(request.content.change);
  switch (type) {
    case "enter-id":
      return [
        `Continue only if you have seen at the Rail service that it has whitelisted this very ${value}, and under which id.`,
        `It is then in the register under that id, and unproven until the service shows the id with this ${value} in a Rail.`,
      ];
    case "release-attempt":
      if (request.content.change.kind === "create-rail") return riskOfASecondRail(request);
      return [
        "Continue only if you have seen at the Rail service that it is NOT there.",
        "Signalbox then asks the service to whitelist it once more, exactly once. If it is there after all, it may then be there twice.",
      ];
    case "close":
      return [...(words.closed ?? [nothingDone(request, "voided")])];
  }
}

/** Signalbox looks once more by itself, but only people stop a second Rail. */
function riskOfASecondRail({ state }: ChangeRequest): string[] {
  const isLookAlike = state.status === "needs-a-person" && state.candidates.length > 0;
  return [
    isLookAlike
      ? "Continue only if you have seen at the Rail service that none of the Rails above is the requested one."
      : "Look at the Rail service first. Continue only if you have seen there that the Rail does NOT exist.",
    "If the Rail exists after all, there will be two, permanently. The service has no way to delete one.",
    "Signalbox looks once more itself, and sends nothing if it finds the Rail. Otherwise it asks the service to create it, exactly once.",
  ];
}

const LABEL = "Id at the Rail service";
const LONGEST_ID = 255;

function idInput(request: ChangeRequest): KnownBlock {
  const usual =
    subjectOf(request)?.details.kind === "wallet"
      ? "a wallet's begins with wa_"
      : "a bank account's begins with bka_";
  return input(
    block.enteredId,
    LABEL,
    { type: "plain_text_input", action_id: action.value, max_length: LONGEST_ID },
    { hint: `Letter by letter as the service shows it; usually ${usual}.` },
  );
}

const schema = z.strictObject({
  request: buttonValueSchema,
  // Forms of a former release have none, and fit no question.
  asked: z.string().max(64).default(""),
  type: z.enum(["enter-id", "release-attempt", "close"]),
});

/** Undefined when the view is not one of ours. */
export function readRemedyModal(
  view: SubmittedView,
): Filled<{ request: ButtonValue; asked: string; remedy: TwoPersonRemedy }> | undefined {
  const metadata = schema.safeParse(parsedJson(view.private_metadata)).data;
  if (!metadata) return undefined;
  const { type, ...about } = metadata;
  if (type !== "enter-id") return { ok: true, ...about, remedy: { type } };
  const serviceId = typedIn(view, block.enteredId).trim();
  const error = idError(serviceId);
  return error === undefined
    ? { ok: true, ...about, remedy: { type, serviceId } }
    : { ok: false, errors: { [block.enteredId]: error } };
}

function idError(id: string): string | undefined {
  const error = textError(id, { label: LABEL, max: LONGEST_ID });
  if (error !== undefined) return error;
  return /^[!-~]+$/.test(id) && isUsableId(id)
    ? undefined
    : `${LABEL} has a blank or a character that no id of the service's is known to have. Copy it again, or type it.`;
}

/** Opens the proposals that an approver has for a whitelisting of unknown outcome. */
export const proposes = (type: TwoPersonRemedy["type"]) => (context: Context, args: ButtonArgs) =>
  openAbout(context, args, {
    command: ({ by }) => {
      // The view shows what is wrong with an id.
      const remedy = type === "enter-id" ? { type, serviceId: "?" } : { type };
      return { type: "propose-remedy", by, remedy };
    },
    async view({ request }) {
      const { frozen } = await findFreeze(context.db, request.workspaceId);
      return remedyModal({ request, type, frozen });
    },
  });

export async function submitRemedy(context: Context, { view, body, ack }: SubmitArgs) {
  const read = readRemedyModal(view);
  if (!read) return ack();
  if (!read.ok) return ack({ response_action: "errors", errors: read.errors });
  const { requestId } = read.request;
  const applied = await proposeRemedy(context, {
    ...clickOf(body),
    requestId,
    remedy: read.remedy,
    asked: read.asked,
  });
  await ack(proposalAnswer(applied, read.remedy));
}

/** The same for a proposed remedy: a faulty id is reported under its field. */
export function proposalAnswer(applied: Applied, { type }: TwoPersonRemedy) {
  const isOfId =
    !applied.ok && (applied.refusal === "id-taken" || applied.refusal === "id-contradicted");
  return isOfId && type === "enter-id"
    ? errorAt(ids.enteredId, refusalSentence(applied.refusal))
    : decisionAnswer(applied, "Not proposed");
}
