import type { KnownBlock, ModalView } from "@slack/types";
import { z } from "zod";
import { parsedJson } from "../../platform/process/json.ts";
import { context, header } from "../../platform/slack/blocks/blocks.ts";
import { block, callback } from "../../platform/slack/blocks/ids.ts";
import { modal } from "../../platform/slack/blocks/modal.ts";
import { note } from "../../platform/slack/blocks/note.ts";
import { reasonIn, reasonInput } from "../../platform/slack/blocks/reason-field.ts";
import type { Lines } from "../../platform/slack/blocks/rich-text.ts";
import {
  ago,
  bold,
  copyableInline,
  richText,
  shownExactly,
} from "../../platform/slack/blocks/rich-text.ts";
import type { Filled, SubmittedView } from "../../platform/slack/blocks/state.ts";
import { askedInOf } from "../../platform/slack/intake/answering.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { ButtonArgs, SubmitArgs } from "../../platform/slack/intake/listeners.ts";
import { openView } from "../../platform/slack/intake/open-view.ts";
import { privately } from "../../platform/slack/intake/privately.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import type { Context } from "../../request/context.ts";
import { policyOfAsking } from "../../request/policy-facts.ts";
import { findCurrentConnection, findWorkspaceName } from "../../request/queries/companies.ts";
import { findDestination } from "../../request/queries/destinations.ts";
import { listOpenRequests } from "../../request/queries/find-requests.ts";
import type { RailInto } from "../../request/queries/rails/known-rails.ts";
import { listRailsInto } from "../../request/queries/rails/known-rails.ts";
import type { ChangeRequest, DestinationRequest } from "../../request/rules/change-request.ts";
import type { Destination } from "../../request/rules/destination.ts";
import {
  destinationFacts,
  destinationIdOf,
  detailsOf,
  serviceIdOf,
} from "../../request/rules/destination.ts";
import { subjectOf } from "../../request/rules/kind-rules.ts";
import { isWaitingToSend } from "../../request/rules/status.ts";
import type { Asking } from "../../request/screens/asking.ts";
import { askingLines, sendForApproval } from "../../request/screens/asking.ts";
import { errorAt } from "../../request/screens/refusals.ts";
import { connectionName, person } from "../../request/words.ts";
import { destinationText } from "../destination-card.ts";
import { draftDestination, retirementOf } from "../draft-destination.ts";
import { obstacleSentence } from "./destination-errors.ts";

/** [Retire…] beside a destination. */
export async function retireButton(
  context: Context,
  { action, body, client, respond }: ButtonArgs,
): Promise<void> {
  const view = await retireView(context, workspaceOf(body), {
    destinationId: action.value ?? "",
    askedIn: askedInOf(body),
    requesterId: body.user.id,
  });
  if (view) await openView(client, body, view);
  else await respond(privately(GONE));
}

const kindOf = (request: DestinationRequest) => subjectOf(request).details.kind;

const GONE = note(obstacleSentence("wallet", { ok: false, because: "destination-gone" }));

/** Send for approval: the destination as it stands in the register is what shall be retired. */
export async function submitRetirement(context: Context, { view, body, ack }: SubmitArgs) {
  const form = readRetireModal(view);
  if (!form.ok) return ack({ response_action: "errors", errors: form.errors });
  const { retirement, reason } = form;
  const { draftId } = retirement;
  const drafted = await draftDestination(context, workspaceOf(body), body.user.id, {
    kind: "retire-destination",
    ...retirement,
    reason,
  });
  if (!drafted.ok) {
    // The same form, pressed twice: its request is there.
    if (drafted.because === "already-asked" && drafted.request.id === draftId) return ack();
    const kind = drafted.because === "already-asked" ? kindOf(drafted.request) : "wallet";
    return ack(errorAt(block.reason, obstacleSentence(kind, drafted)));
  }
  const shown = { draftId, digest: drafted.digest };
  await sendForApproval(context, { body, ack }, shown, block.reason);
}

/** The form in which a destination is retired; undefined where there is none to retire. */
async function retireView(
  { db, people, newId }: Pick<Context, "db" | "people" | "newId">,
  workspaceId: string,
  asked: { destinationId: string; askedIn: string; requesterId: string },
): Promise<ModalView | undefined> {
  const { destinationId, askedIn, requesterId } = asked;
  const { id: connectionId, environment } = await findCurrentConnection(db, workspaceId);
  const destination = await findDestination(db, workspaceId, destinationId);
  if (destination?.connectionId !== connectionId || destination.retiredAt !== null) {
    return undefined;
  }
  const serviceId = serviceIdOf(destination);
  const change = retirementOf(destination, "");
  const asking = { workspaceId, connectionId, requesterId, change };
  const { policy } = await policyOfAsking({ db, people }, asking);
  const open = await listOpenRequests(db, workspaceId);
  return retireModal({
    draftId: newId(),
    askedIn,
    destination,
    rails: await listRailsInto(db, connectionId, destination),
    waiting: open.filter((request) => waitsToDeliverInto(serviceId, connectionId, request)).length,
    policy,
    requesterId,
    workspaceName: await findWorkspaceName(db, workspaceId),
    environment,
  });
}

/** Nothing was sent for it yet. */
function waitsToDeliverInto(
  serviceId: string,
  connectionId: string,
  { content: { change }, connectionId: theirs, state }: ChangeRequest,
): boolean {
  if (change.kind !== "create-rail" || theirs !== connectionId) return false;
  return isWaitingToSend({ state }) && destinationIdOf(change.spec) === serviceId;
}

export interface RetireModal extends Asking {
  draftId: string;
  askedIn: string;
  destination: Destination;
  rails: readonly RailInto[];
  waiting: number;
}

/** Asks for the reason why a destination shall be retired; `readRetireModal` reads it. Submitting it asks. */
export function retireModal(props: RetireModal): ModalView {
  const { draftId, askedIn, destination } = props;
  const { name } = destinationFacts(destination);
  return modal({
    id: callback.retireDestination,
    title: "Retire",
    submit: "Send for approval",
    close: "Cancel",
    carries: {
      draftId,
      askedIn,
      destinationId: destination.id,
    } satisfies Retirement,
    blocks: [
      header(shortened(name, 60)),
      destinationBlock(destination),
      richText(...railLines(props.rails), ...waitingLines(props.waiting)),
      reasonInput(),
      richText(
        [
          "Once approved, no form offers it and no new Rail can pay it. The Rail service still knows it.",
        ],
        askingLines(props),
      ),
      context(connectionName(props.workspaceName, props.environment)),
    ],
  });
}

const schema = z.strictObject({
  draftId: z.string(),
  askedIn: z.string(),
  /** Ours, in the register. */
  destinationId: z.string(),
});

type Retirement = z.output<typeof schema>;

/** Throws a ZodError when the view is not one of ours. */
export function readRetireModal(
  view: SubmittedView,
): Filled<{ retirement: Retirement; reason: string }> {
  const retirement = schema.parse(parsedJson(view.private_metadata));
  const read = reasonIn(view);
  return read.ok ? { ...read, retirement } : read;
}

function destinationBlock(destination: Destination): KnownBlock {
  const { value } = destinationFacts(destination);
  const what = destinationText(detailsOf(destination));
  return richText(
    [`${what.charAt(0).toUpperCase()}${what.slice(1)}`],
    ["Registered ", ago(destination.addedAt), " by ", person(destination.addedBy)],
    ["Id at the Rail service: ", copyableInline(serviceIdOf(destination))],
    shownExactly(value, false),
  );
}

/** More names are counted. */
const MOST_NAMED = 10;

function railLines(rails: readonly RailInto[]): Lines {
  if (rails.length === 0) return [["No Rail that Signalbox has seen pays it."]];
  const names = rails
    .slice(0, MOST_NAMED)
    .map(({ name, railId }) =>
      name === null ? shortened(railId, 60) : `“${shortened(name, 60)}”`,
    );
  const left = rails.length - MOST_NAMED;
  const list = [...names, ...(left > 0 ? [`${left} more`] : [])].join(", ");
  return [
    [bold(`${counted(rails.length, "Rail pays", "Rails pay")} it: `), list],
    [
      `${rails.length === 1 ? "This Rail stays" : "These Rails stay"} live after retirement: the Rail service offers no way to stop a Rail. Money paid in still arrives at this destination.`,
    ],
  ];
}

function waitingLines(waiting: number): Lines {
  if (waiting === 0) return [];
  const requests = counted(waiting, "request");
  return [
    [
      bold(`${requests} for a Rail into it wait${waiting === 1 ? "s" : ""}: `),
      `${waiting === 1 ? "it ends" : "they end"} when this is approved, without a Rail.`,
    ],
  ];
}
