import { alert, input, context as small } from "../../platform/slack/blocks/blocks.ts";
import { textInput } from "../../platform/slack/blocks/elements.ts";
import { modal } from "../../platform/slack/blocks/views.ts";
import type { Answer } from "../../platform/slack/bolt.ts";
import type { Delivery } from "../../platform/slack/delivery.ts";
import { faultOfText } from "../../platform/text/typed-text.ts";
import { LONGEST_REASON } from "../card/change-lines.ts";
import { mayExist, numberOf } from "../card/facts.ts";
import { askAgainText } from "../card/warnings.ts";
import { type Applied, act } from "../engine/apply.ts";
import type { Context } from "../engine/context.ts";
import {
  deny as denyRequest,
  whyNotUndecided,
  withdraw as withdrawRequest,
} from "../rules/decide.ts";
import type { Deed } from "../rules/may.ts";
import type { Request } from "../rules/request.ts";
import { admit } from "./admit.ts";
import type { Button, Form } from "./surface.ts";
import { open, refusalMessage, refusalNotice, tell } from "./tell.ts";

const REASON = "reason";

/** *Deny* and *Withdraw*: each opens a form, and its submission ends the request. */
export const denyButton: Button = {
  verb: "deny",
  press: (context, delivery, id, answer) =>
    openFor(context, delivery, answer, { deed: "deny", id }, (request) =>
      modal({
        id: "deny",
        title: `Deny ${numberOf(request)}`,
        submit: "Deny",
        metadata: request.id,
        blocks: [
          mayExist(request) && alert(askAgainText(request.content.change)),
          input(
            REASON,
            "Reason",
            textInput(REASON, null, { isMultiline: true, max: LONGEST_REASON, isFocused: true }),
            { hint: "Visible to everyone in the approvals channel." },
          ),
        ],
      }),
    ),
};

export const denyForm: Form = {
  id: "deny",
  async submit(context, delivery, answer) {
    const reason = readReason(delivery);
    const error = faultOfText(reason, { label: "Reason", max: LONGEST_REASON, isMultiline: true });
    if (error) return answer.ack({ errors: { [REASON]: error } });
    const { person: by } = delivery;
    await decide(context, delivery, answer, "Not denied", (request, around) =>
      denyRequest(request, by, reason, around),
    );
  },
};

export const withdrawButton: Button = {
  verb: "withdraw",
  press: (context, delivery, id, answer) =>
    openFor(context, delivery, answer, { deed: "withdraw", id }, (request) =>
      modal({
        id: "withdraw",
        title: `Withdraw ${numberOf(request)}`,
        submit: "Withdraw",
        metadata: request.id,
        blocks: [
          mayExist(request) && alert(askAgainText(request.content.change)),
          small("Approvals given so far are lost. You can request it again."),
        ],
      }),
    ),
};

export const withdrawForm: Form = {
  id: "withdraw",
  async submit(context, delivery, answer) {
    const { person: by } = delivery;
    await decide(context, delivery, answer, "Not withdrawn", (request, around) =>
      withdrawRequest(request, by, around),
    );
  },
};

export const readReason = ({ view }: Delivery): string => {
  const typed = view?.values[REASON]?.[REASON];
  return typeof typed === "string" ? typed.trim() : "";
};

/** Opens a form about a request for a person who may submit it. */
export async function openFor(
  context: Context,
  delivery: Delivery,
  answer: Answer,
  { deed, id }: { deed: Deed; id: string },
  draw: (request: Request) => ReturnType<typeof modal>,
): Promise<void> {
  const admitted = await admit(context, delivery, deed, id);
  if (!admitted.ok) {
    const said = refusalMessage(admitted.because, admitted.request);
    return tell(context, delivery, said, answer);
  }
  const { request, now } = admitted.ground;
  const because = request && whyNotUndecided(request, now);
  // A card that Slack has not redrawn yet.
  if (because?.is === "over") {
    return tell(context, delivery, refusalMessage(because, request), answer);
  }
  answer.ack();
  if (request) await open(context, delivery, draw(request));
}

/** Carries out a submission about the request that the view names, once. */
export async function decide(
  context: Context,
  delivery: Delivery,
  answer: Answer,
  failed: string,
  transition: Parameters<typeof act>[1]["transition"],
): Promise<Applied> {
  const { workspace, person: by, key, view } = delivery;
  const ref = { workspace, request: view?.metadata ?? "" };
  const applied = await act(context, { ref, delivery: key, by, age: "minute", transition });
  if (applied.ok) answer.ack({ clear: true });
  else answer.ack({ update: refusalNotice(failed, applied.because, applied.request) });
  return applied;
}
