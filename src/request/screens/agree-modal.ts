import type { ModalView } from "@slack/types";
import { z } from "zod";
import { parsedJson } from "../../platform/process/json.ts";
import { plain } from "../../platform/slack/blocks/blocks.ts";
import { callback } from "../../platform/slack/blocks/ids.ts";
import { bold, date, lines, richText, user } from "../../platform/slack/blocks/rich-text.ts";
import type { SubmittedView } from "../../platform/slack/blocks/state.ts";
import type { ButtonValue } from "../card/button-value.ts";
import { buttonValueSchema, toButtonValue } from "../card/button-value.ts";
import { remedyLeaves } from "../card/destination-status.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import type { Frozen } from "../rules/freeze.ts";
import type { ProposedRemedy, TwoPersonRemedy } from "../rules/remedy.ts";
import { titled } from "../words.ts";
import { aboutBlocks, heldUp, remedyMeaning } from "./remedy-modal.ts";

export interface AgreeModal {
  request: ChangeRequest;
  proposed: ProposedRemedy;
  /** Null while sending goes on. */
  frozen: Frozen | null;
}

/** Shows exactly what was proposed; submitting it agrees to exactly that. `readAgreeModal` reads it. */
export function agreeModal({ request, proposed, frozen }: AgreeModal): ModalView {
  const { by, at, remedy } = proposed;
  const heldUpLines = heldUp(remedy.type, frozen);
  const when = heldUpLines.length > 0 ? "It waits until sending goes on." : "It is done at once.";
  return {
    type: "modal",
    callback_id: callback.agreeToRemedy,
    private_metadata: JSON.stringify({
      request: toButtonValue(request),
      remedy,
    } satisfies Agreement),
    title: plain(titled("Agree", request.content.connection.environment)),
    submit: plain("Agree"),
    close: plain("Back"),
    blocks: [
      ...aboutBlocks(request),
      richText(
        lines([
          user(by),
          " proposes, ",
          date(at),
          ": ",
          ...remedyLeaves(remedy, request.content.change),
        ]),
        lines(...remedyMeaning(remedy.type, request).map((sentence) => [sentence])),
        ...heldUpLines,
        lines([bold("Agree only to what you have seen yourself."), ` ${when}`]),
      ),
    ],
  };
}

export interface Agreement {
  request: ButtonValue;
  remedy: TwoPersonRemedy;
}

const schema = z.strictObject({
  request: buttonValueSchema,
  remedy: z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("enter-id"), serviceId: z.string().min(1).max(255) }),
    z.strictObject({ type: z.literal("release-attempt") }),
    z.strictObject({ type: z.literal("close") }),
  ]),
});

/** Undefined when the view is not one of ours. */
export function readAgreeModal(
  view: Pick<SubmittedView, "private_metadata">,
): Agreement | undefined {
  return schema.safeParse(parsedJson(view.private_metadata)).data;
}
