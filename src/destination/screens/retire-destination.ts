import type {
  BlockButtonAction,
  Middleware,
  SlackActionMiddlewareArgs,
  SlackViewMiddlewareArgs,
  ViewSubmitAction,
} from "@slack/bolt";
import { block } from "../../platform/slack/blocks/ids.ts";
import { note } from "../../platform/slack/blocks/note.ts";
import { askedInOf } from "../../platform/slack/intake/answering.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import { openView } from "../../platform/slack/intake/open-view.ts";
import { privately } from "../../platform/slack/intake/privately.ts";
import type { Context } from "../../request/context.ts";
import type { DestinationRequest } from "../../request/rules/change-request.ts";
import { subjectOf } from "../../request/rules/kind-rules.ts";
import { askForApproval, tellAsked, whyNotAsked } from "../../request/screens/asking.ts";
import { draftDestination } from "../draft-destination.ts";
import { obstacleSentence } from "./destination-errors.ts";
import { retireView } from "./retire.ts";
import { readRetireModal } from "./retire-modal.ts";

/** [Retire…] beside a destination. */
export function retireButton(
  deps: Context,
): Middleware<SlackActionMiddlewareArgs<BlockButtonAction>> {
  return async ({ action, body, client, respond }) => {
    const view = await retireView(deps, workspaceOf(body), {
      destinationId: action.value ?? "",
      askedIn: askedInOf(body),
      requesterId: body.user.id,
    });
    if (view) await openView(client, body, view);
    else await respond(privately(GONE));
  };
}

const kindOf = (request: DestinationRequest) => subjectOf(request).details.kind;

const GONE = note(obstacleSentence("wallet", { ok: false, because: "destination-gone" }));

/** Ask for approval: the destination as it stands in the register is what shall be retired. */
export function submitRetirement(
  deps: Context,
): Middleware<SlackViewMiddlewareArgs<ViewSubmitAction>> {
  return async ({ view, body, ack }) => {
    const form = readRetireModal(view);
    if (!form.ok) return ack({ response_action: "errors", errors: form.errors });
    const { retirement, reason } = form;
    const { draftId } = retirement;
    const refuse = (why: string) =>
      ack({ response_action: "errors", errors: { [block.reason]: why } });

    const drafted = await draftDestination(deps, workspaceOf(body), body.user.id, {
      kind: "retire-destination",
      ...retirement,
      reason,
    });
    if (!drafted.ok) {
      // The same form, pressed twice: its request is there.
      if (drafted.because === "already-asked" && drafted.request.id === draftId) return ack();
      const kind = drafted.because === "already-asked" ? kindOf(drafted.request) : "wallet";
      return refuse(obstacleSentence(kind, drafted));
    }
    const asked = await askForApproval(deps, body, { draftId, digest: drafted.digest });
    if (!asked.ok && asked.because !== "seen-before") return refuse(whyNotAsked(asked));
    await ack();
    if (asked.ok) await tellAsked(deps, asked.request);
  };
}
