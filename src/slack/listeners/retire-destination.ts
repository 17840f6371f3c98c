import type {
  BlockButtonAction,
  Middleware,
  SlackActionMiddlewareArgs,
  SlackViewMiddlewareArgs,
  ViewSubmitAction,
} from "@slack/bolt";
import type { DestinationRequest } from "../../domain/change-request.ts";
import { subjectOf } from "../../domain/subject.ts";
import { draftDestination } from "../../services/draft-destination.ts";
import { retireView } from "../answers/retire.ts";
import { obstacleSentence } from "../forms/destination-errors.ts";
import { readRetireModal } from "../forms/retire-modal.ts";
import { block } from "../ids.ts";
import { note } from "../messages/note.ts";
import { openView } from "../open-view.ts";
import { askedInOf } from "./answering.ts";
import { askForApproval, tellAsked, whyNotAsked } from "./asking.ts";
import { workspaceOf } from "./delivery.ts";
import type { ListenerDeps } from "./deps.ts";
import { privately } from "./privately.ts";

/** [Retire…] beside a destination. */
export function retireButton(
  deps: ListenerDeps,
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
  deps: ListenerDeps,
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
