import type { ModalView } from "@slack/types";
import { z } from "zod";
import { parsedJson } from "../../platform/process/json.ts";
import { callback } from "../../platform/slack/blocks/ids.ts";
import { bold, date, richText, user } from "../../platform/slack/blocks/rich-text.ts";
import type { SubmittedView } from "../../platform/slack/blocks/state.ts";
import { clickOf } from "../../platform/slack/intake/delivery.ts";
import type { ButtonArgs, SubmitArgs } from "../../platform/slack/intake/listeners.ts";
import { buttonValueSchema, toButtonValue } from "../card/button-value.ts";
import { remedyLeaves } from "../card/destination-status.ts";
import type { Context } from "../context.ts";
import { confirmRemedy } from "../decide-request.ts";
import { findFreeze } from "../queries/freezes.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { askedNow } from "../rules/decide-remedy.ts";
import type { Frozen } from "../rules/freeze.ts";
import type { ProposedRemedy } from "../rules/remedy.ts";
import { decisionAnswer } from "./refusals.ts";
import { aboutBlocks, heldUp, remedyMeaning } from "./remedy.ts";
import { requestModal } from "./request-modal.ts";
import { openAbout } from "./whose-request.ts";

export interface AgreeModal {
  request: ChangeRequest;
  proposed: ProposedRemedy;
  frozen: Frozen | null;
}

/** Shows exactly what was proposed; submitting it agrees to exactly that. `readAgreeModal` reads it. */
export function agreeModal({ request, proposed, frozen }: AgreeModal): ModalView {
  const { by, at, remedy } = proposed;
  const heldUpLines = heldUp(remedy.type, frozen);
  const when = heldUpLines.length > 0 ? "It waits until sending resumes." : "It is done at once.";
  return requestModal({
    ...{ request, id: callback.agreeToRemedy, title: "Agree", submit: "Agree" },
    carries: {
      request: toButtonValue(request),
      asked: askedNow(request),
      remedy,
    } satisfies Agreement,
    blocks: [
      ...aboutBlocks(request),
      richText(
        [user(by), " proposes, ", date(at), ": ", ...remedyLeaves(remedy, request.content.change)],
        ...remedyMeaning(remedy.type, request).map((sentence) => [sentence]),
        ...heldUpLines,
        [bold("Agree only to what you have seen yourself."), ` ${when}`],
      ),
    ],
  });
}

const schema = z.strictObject({
  request: buttonValueSchema,
  // Forms of a former release have none, and fit no question.
  asked: z.string().max(64).default(""),
  remedy: z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("enter-id"), serviceId: z.string().min(1).max(255) }),
    z.strictObject({ type: z.literal("release-attempt") }),
    z.strictObject({ type: z.literal("close") }),
  ]),
});

export type Agreement = z.output<typeof schema>;

/** Undefined when the view is not one of ours. */
export function readAgreeModal(
  view: Pick<SubmittedView, "private_metadata">,
): Agreement | undefined {
  return schema.safeParse(parsedJson(view.private_metadata)).data;
}

/** Opens exactly the proposed remedy, for a second approver. */
export const openAgreement = (context: Context, args: ButtonArgs) =>
  openAbout(context, args, {
    command({ request, by }) {
      const proposed = proposedIn(request);
      return proposed && { type: "confirm-remedy", by, remedy: proposed.remedy };
    },
    async view({ request }) {
      const proposed = proposedIn(request);
      if (!proposed) throw new Error("Nothing is proposed that could be agreed to");
      const { frozen } = await findFreeze(context.db, request.workspaceId);
      return agreeModal({ request, proposed, frozen });
    },
  });

const proposedIn = ({ state }: ChangeRequest) =>
  state.status === "needs-a-person" ? state.remedy : undefined;

export async function submitAgreement(context: Context, { view, body, ack }: SubmitArgs) {
  const read = readAgreeModal(view);
  if (!read) return ack();
  const { requestId } = read.request;
  const applied = await confirmRemedy(context, {
    ...clickOf(body),
    requestId,
    remedy: read.remedy,
    asked: read.asked,
  });
  await ack(decisionAnswer(applied, "Not agreed"));
}
