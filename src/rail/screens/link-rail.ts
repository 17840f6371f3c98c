import type { ModalView } from "@slack/types";
import { whyMayNot } from "../../authority/judge.ts";
import { isOwn } from "../../authority/quorum.ts";
import { inTime, LATE } from "../../platform/process/in-time.ts";
import { RailApiError } from "../../platform/rail-api/rail-api-error.ts";
import { isShortId } from "../../platform/rail-api/rules/service-id.ts";
import { serviceTroubleSentence } from "../../platform/rail-api/service-trouble.ts";
import { input } from "../../platform/slack/blocks/blocks.ts";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { action, block, callback } from "../../platform/slack/blocks/ids.ts";
import { noticeModal, refusalModal } from "../../platform/slack/blocks/notice-modal.ts";
import { richText } from "../../platform/slack/blocks/rich-text.ts";
import type { Filled, SubmittedView } from "../../platform/slack/blocks/state.ts";
import { typedIn } from "../../platform/slack/blocks/state.ts";
import { textError } from "../../platform/slack/blocks/text-fault.ts";
import { clickOf } from "../../platform/slack/intake/delivery.ts";
import type { ButtonArgs, SubmitArgs } from "../../platform/slack/intake/listeners.ts";
import { openView } from "../../platform/slack/intake/open-view.ts";
import { privately } from "../../platform/slack/intake/privately.ts";
import type { ButtonValue } from "../../request/card/button-value.ts";
import { readButtonValue } from "../../request/card/button-value.ts";
import { answerLate } from "../../request/clicks/answer-late.ts";
import type { Context } from "../../request/context.ts";
import type { RequestClick } from "../../request/decide-request.ts";
import { findPolicy } from "../../request/queries/companies.ts";
import { findRequestsByRailIds } from "../../request/queries/find-requests.ts";
import { namedAnywhere, policyNow } from "../../request/rules/approval/policy.ts";
import { officesFor } from "../../request/rules/approval/requirements.ts";
import type { ChangeRequest } from "../../request/rules/change-request.ts";
import { numberOf } from "../../request/rules/change-request.ts";
import type { Refusal } from "../../request/rules/decision.ts";
import { isIdOfCandidate } from "../../request/rules/outcome/candidate.ts";
import { remediesFor } from "../../request/rules/remedies-for.ts";
import { refusalAnswer, refusalMessage, refusalSentence } from "../../request/screens/refusals.ts";
import { aboutBlocks } from "../../request/screens/remedy.ts";
import { requestModal } from "../../request/screens/request-modal.ts";
import { GONE, whoseRequest } from "../../request/screens/whose-request.ts";
import { linkRail } from "../creating/verify-rail.ts";

const LABEL = "Id of the Rail";
const LONGEST_ID = 255;

/** An approver says which Rail at the service was meant. `readLinkRailModal` reads it. */
export function linkRailModal({ request }: { request: ChangeRequest }): ModalView {
  const { state } = request;
  const candidates = state.status === "needs-a-person" ? state.candidates : [];
  const [only] = candidates.length === 1 ? candidates.filter(isIdOfCandidate) : [];
  return requestModal({
    ...{ request, id: callback.linkRail, title: "Link the Rail", submit: "Link it" },
    blocks: [
      ...aboutBlocks(request),
      richText(
        ["Continue only if you have seen at the Rail service that this very Rail was created."],
        ["It is read and compared with what was approved, field by field, before it counts."],
        ["This creates nothing. You decide alone, and the audit names you."],
      ),
      input(
        block.enteredId,
        LABEL,
        {
          type: "plain_text_input",
          action_id: action.value,
          max_length: LONGEST_ID,
          ...(only !== undefined && { initial_value: only }),
        },
        { hint: "Letter by letter as the service shows it; usually a Rail's begins with rail_." },
      ),
    ],
  });
}

/** Undefined when the view is not one of ours. */
export function readLinkRailModal(
  view: SubmittedView,
): Filled<{ request: ButtonValue; railId: string }> | undefined {
  const request = readButtonValue(view.private_metadata);
  if (!request) return undefined;
  const railId = typedIn(view, block.enteredId).trim();
  const error = textError(railId, { label: LABEL, max: LONGEST_ID });
  if (error === undefined && isShortId(railId)) return { ok: true, request, railId };
  return { ok: false, errors: { [block.enteredId]: error ?? `${LABEL} is too long.` } };
}

/** Linked; or something typed is wrong; or a view says why it cannot be linked. */
type Linked =
  | { is: "linked" }
  | { is: "wrong"; sentence: string }
  | { is: "refused"; view: ModalView };

const ABOUT_THE_RAIL: ReadonlySet<string> = new Set<Refusal>([
  "rail-taken",
  "rail-not-found",
  "rail-differs",
  "rail-older",
  "rail-ruled-out",
]);

/** A service that does not answer counts as wrong input, so that the form and the typed text stay. */
async function linked(
  context: Pick<Context, "db" | "transaction" | "seal" | "pins" | "people" | "railApis" | "clock">,
  click: RequestClick & { railId: string },
): Promise<Linked> {
  const applied = await linkRail(context, click).catch((error: unknown) => {
    if (!(error instanceof RailApiError)) throw error;
    return error.code;
  });
  if (typeof applied === "string") {
    return { is: "wrong", sentence: serviceTroubleSentence(applied) };
  }
  if (applied.ok) return { is: "linked" };
  const { refusal, request } = applied;
  if (!ABOUT_THE_RAIL.has(refusal)) {
    const message = refusalAnswer(applied);
    if (!message) return { is: "linked" };
    return { is: "refused", view: refusalModal({ title: "Not linked", message }) };
  }
  const owners =
    refusal === "rail-taken" && request
      ? await findRequestsByRailIds(context.db, request.connectionId, [click.railId])
      : [];
  const owner = owners.find(({ id }) => id !== request?.id);
  const who = owner ? `${numberOf(owner)} has this Rail. ` : "";
  return { is: "wrong", sentence: `${who}${refusalSentence(refusal)}` };
}

/** Answers while the form is still there; undefined closes it. */
function linkAnswer(linked: Linked) {
  switch (linked.is) {
    case "linked":
      return undefined;
    case "wrong":
      return { response_action: "errors", errors: { [block.enteredId]: linked.sentence } } as const;
    case "refused":
      return { response_action: "update", view: checkedView(linked.view) } as const;
  }
}

/** Replaces the form while the service takes its time. */
const beingLookedAt = (railId: string) =>
  noticeModal({
    title: "Being looked at",
    sentences: [
      `The Rail service is slow to show ${railId}. You can close this: the result appears here and on the card.`,
    ],
  });

/** Answers after the form has gone, so it names what was typed. */
function lateLinkView(linked: Linked, railId: string): ModalView {
  switch (linked.is) {
    case "linked":
      return noticeModal({
        title: "Linked",
        sentences: [
          `${railId} is linked. Signalbox compares it with what was approved; the card shows the result.`,
        ],
      });
    case "wrong":
      return noticeModal({
        title: "Not linked",
        sentences: [linked.sentence, `You had typed ${railId}. The card's button opens the form.`],
      });
    case "refused":
      return linked.view;
  }
}

const ANSWER_WITHIN_MS = 1_500;

/** Opens the form in which an approver names the Rail; tells everybody else at once why not. */
export async function openLinkRail(
  context: Context,
  { action, body, respond, client }: ButtonArgs,
): Promise<void> {
  const found = await whoseRequest(context, body, action.value);
  if (!found) return void (await respond(privately(GONE)));
  const { request, by, roster } = found;
  const isOffered = remediesFor(request, context.clock()).includes("link-rail");
  const inForce = await findPolicy(context.db, request.workspaceId);
  const policy = policyNow(request, inForce);
  const around = { policy, approvers: namedAnywhere(inForce), roster };
  const refusal =
    isOwn(by, [request.requestedBy], roster) === "yes"
      ? "requester-cannot-link"
      : (whyMayNot("link-rail", { by }, officesFor(request, around)) ??
        (isOffered ? undefined : "not-now"));
  if (refusal) return void (await respond(privately(refusalMessage({ refusal, request }))));
  await openView(client, body, linkRailModal({ request }));
}

export async function submitLinkRail(context: Context, args: SubmitArgs): Promise<void> {
  const { view, body, ack } = args;
  const read = readLinkRailModal(view);
  if (!read) return ack();
  if (!read.ok) return ack({ response_action: "errors", errors: read.errors });
  const { request, railId } = read;
  const work = linked(context, { ...clickOf(body), requestId: request.requestId, railId });
  const answer = await inTime(work, ANSWER_WITHIN_MS);
  if (answer !== LATE) return ack(linkAnswer(answer));
  await answerLate(context, args, {
    what: "link-rail",
    work,
    meanwhile: beingLookedAt(railId),
    result: (result) => lateLinkView(result, railId),
    unknown: `Whether ${railId} is linked is not known here: the card shows it. If it is not, try again; if it stays like this, give an administrator`,
    failed: "a Rail could not be linked",
  });
}
