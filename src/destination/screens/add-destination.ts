import type { AllMiddlewareArgs, BlockAction, SlackActionMiddlewareArgs } from "@slack/bolt";
import type { ModalView } from "@slack/types";
import type { Catalogue } from "../../platform/rail-api/rail-api.ts";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { SubmitArgs } from "../../platform/slack/intake/listeners.ts";
import { createNewestOnly } from "../../platform/slack/intake/newest-only.ts";
import { updateView } from "../../platform/slack/intake/update-view.ts";
import type { NewDraft } from "../../request/change-kind.ts";
import type { Context } from "../../request/context.ts";
import { policyOfAsking } from "../../request/policy-facts.ts";
import {
  findCurrentConnection,
  findPolicy,
  findWorkspaceName,
} from "../../request/queries/companies.ts";
import { listKnownValues } from "../../request/queries/values/known-values.ts";
import type {
  Environment,
  ImportDestination,
  WhitelistDestination,
} from "../../request/rules/change.ts";
import type { ChangeRequest } from "../../request/rules/change-request.ts";
import { paymentDetailOf } from "../../request/rules/destination.ts";
import { canonicalJson, digestOf } from "../../request/rules/digest.ts";
import type { KnownValue } from "../../request/rules/known-value.ts";
import { factsOfValue } from "../../request/rules/known-value.ts";
import { sendForApproval } from "../../request/screens/asking.ts";
import type { DraftedDestination } from "../draft-destination.ts";
import { draftDestination } from "../draft-destination.ts";
import type { TypedValue } from "../values/value-check.ts";
import { detailsIn, readTypedValue } from "../values/value-check.ts";
import { destinationErrors } from "./destination-errors.ts";
import type { DestinationDraft, NewRailDraft } from "./destination-form.ts";
import {
  readDestinationDraft,
  readDestinationForm,
  typedDigest,
  valueBlock,
} from "./destination-form.ts";
import { destinationModal } from "./destination-modal.ts";

/** The form for a destination as it stands, with what was typed checked. */
export async function destinationFormView(
  { db, catalogue }: Pick<Context, "db" | "catalogue">,
  workspaceId: string,
  draft: DestinationDraft,
): Promise<ModalView> {
  const { id, environment } = await findCurrentConnection(db, workspaceId);
  const { networks } = catalogue;
  const details = detailsIn(readTypedValue(draft.kind, draft.values, networks));
  const known = details ? await listKnownValues(db, id, paymentDetailOf(details)) : [];
  return destinationForm(draft, { environment, networks, known });
}

/** `known`: all that a value can be taken for. */
export function destinationForm(
  draft: DestinationDraft,
  {
    environment,
    networks,
    known,
  }: Pick<Catalogue, "networks"> & {
    environment: Environment;
    known: readonly KnownValue[];
  },
): ModalView {
  const value = readTypedValue(draft.kind, draft.values, networks);
  const details = detailsIn(value);
  const facts = details && factsOfValue(paymentDetailOf(details), known);
  // A single letter is right in nothing, and wrong in nothing yet.
  const isWorthIt = value && (value.typed.trim().length > 1 || details !== undefined);
  const checked = isWorthIt ? { value, facts } : undefined;
  return destinationModal({ draft, environment, networks, checked });
}

type Drafted = Extract<DraftedDestination, { ok: true }>;

interface CheckedDestination {
  draft: DestinationDraft;
  value: TypedValue;
  drafted: Pick<Drafted, "draft" | "facts"> & { coolDownHours: number };
  requesterId: string;
}

/** The same form with the check of everything, which says what asking comes to. */
async function checkedDestinationView(
  { db, people, catalogue }: Pick<Context, "db" | "transaction" | "people" | "catalogue">,
  workspaceId: string,
  { draft, value, drafted, requesterId }: CheckedDestination,
): Promise<ModalView> {
  const { environment } = await findCurrentConnection(db, workspaceId);
  const { coolDownHours } = drafted;
  const { change, connectionId } = drafted.draft;
  const asking = { workspaceId, connectionId, requesterId, change };
  const { policy } = await policyOfAsking({ db, people }, asking);
  return destinationModal({
    draft: { ...draft, shown: { content: shownDigest(drafted), typed: typedDigest(draft) } },
    environment,
    networks: catalogue.networks,
    checked: { value, facts: drafted.facts },
    review: {
      change,
      coolDownHours,
      policy,
      requesterId,
      environment,
      workspaceName: await findWorkspaceName(db, workspaceId),
    },
  });
}

/** Covers the check: nobody asks without seeing a look-alike that came up since, or another cool-down. */
function shownDigest({ draft, facts, coolDownHours }: CheckedDestination["drafted"]): string {
  const known = [...facts.same, ...facts.lookAlikes.map((each) => each.known)];
  const met = known.map(({ is, value, network, name }) =>
    canonicalJson([is, value, network, name]),
  );
  return digestOf(canonicalJson([draft.change, met.sort(), coolDownHours]));
}

/** Draws the form again after each choice and key press. Only submitting it looks up who presses. */
export async function redrawDestination(
  context: Context,
  { ack, body, client }: SlackActionMiddlewareArgs<BlockAction> & AllMiddlewareArgs,
): Promise<void> {
  await ack();
  const { view } = body;
  if (!view) return;
  const { shown, ...draft } = readDestinationDraft(view);
  // This key was pressed before the check, and heard of after it.
  if (shown?.typed === typedDigest(draft)) return;
  await drawNewest(view.id, {
    hash: view.hash,
    draw: async (hash) => {
      const redrawn = await destinationFormView(context, workspaceOf(body), draft);
      return updateView(client, view.id, redrawn, { hash });
    },
  });
}

const drawNewest = createNewestOnly();

/** The form below as it is drawn now, with what was just asked for. */
type DrawBelow = (asked: ChangeRequest, below: NewRailDraft) => Promise<ModalView>;

/** Checks the form, and asks for its content once exactly that was shown with its check. */
export async function submitDestinationForm(
  context: Context,
  { view, body, ack, client }: SubmitArgs,
  drawBelow: DrawBelow,
): Promise<void> {
  const workspaceId = workspaceOf(body);
  const form = readDestinationForm(view, context.catalogue.networks);
  if (!form.ok) return ack({ response_action: "errors", errors: form.errors });
  const { answers, draft, value } = form;
  const drafted = await draftDestination(context, workspaceId, body.user.id, answers);
  if (!drafted.ok) {
    // The form was pressed twice: its request exists.
    if (drafted.because === "already-asked" && drafted.request.id === draft.draftId) return ack();
    return ack({ response_action: "errors", errors: destinationErrors(draft.kind, drafted) });
  }
  const { coolDownHours } = await findPolicy(context.db, workspaceId);
  const now = { ...drafted, coolDownHours };
  if (shownDigest(now) !== draft.shown?.content) {
    const checked = { draft, value, drafted: now, requesterId: body.user.id };
    const next = checkedView(await checkedDestinationView(context, workspaceId, checked));
    return ack({ response_action: "update", view: next });
  }

  const { draftId, under } = draft;
  const shown = { draftId, digest: drafted.digest };
  const asked = await sendForApproval(context, { body, ack }, shown, valueBlock(draft.kind));
  if (!asked || !under || view.root_view_id === null) return;
  const below = await drawBelow(asked, under);
  await updateView(client, view.root_view_id, below);
}

/** The form for a destination, filled in with what was requested before. */
export function destinationFormAgain(
  context: Context,
  change: WhitelistDestination | ImportDestination,
  { workspaceId, ...draft }: NewDraft,
): Promise<ModalView> {
  const { details, name, reason } = change;
  return destinationFormView(context, workspaceId, {
    ...draft,
    kind: details.kind,
    isImport: change.kind === "import-destination",
    isKindOpen: false,
    values: {
      name,
      reason,
      value: paymentDetailOf(details).value,
      ...(details.kind === "wallet" && { network: details.network }),
      ...(change.kind === "import-destination" && { serviceId: change.serviceId }),
    },
  });
}
