import type { BlockAction, Middleware, SlackActionMiddlewareArgs } from "@slack/bolt";
import type { ModalView } from "@slack/types";
import { z } from "zod";
import { lookAlikes } from "../../platform/payment-details/look-alike.ts";
import { parsedJson } from "../../platform/process/json.ts";
import type { Catalogue } from "../../platform/rail-api/rail-api.ts";
import { isUsableId } from "../../platform/rail-api/rules/service-id.ts";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { askedInOf } from "../../platform/slack/intake/answering.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { ButtonListener, SubmitListener } from "../../platform/slack/intake/listeners.ts";
import { createNewestOnly } from "../../platform/slack/intake/newest-only.ts";
import { openView } from "../../platform/slack/intake/open-view.ts";
import { updateView } from "../../platform/slack/intake/update-view.ts";
import type { Context } from "../../request/context.ts";
import { policyOfAsking } from "../../request/policy-facts.ts";
import {
  findCurrentConnection,
  findPolicy,
  findWorkspaceName,
} from "../../request/queries/companies.ts";
import { listKnownValues } from "../../request/queries/known-values.ts";
import { findSeenDestination } from "../../request/queries/seen-rails.ts";
import type { Environment } from "../../request/rules/change.ts";
import type { Destination } from "../../request/rules/destination.ts";
import { paymentDetailOf } from "../../request/rules/destination.ts";
import { canonicalJson, digestOf } from "../../request/rules/digest.ts";
import type { KnownValue } from "../../request/rules/known-value.ts";
import { askForApproval, tellAsked, whyNotAsked } from "../../request/screens/asking.ts";
import type { DraftedDestination } from "../draft-destination.ts";
import { draftDestination } from "../draft-destination.ts";
import type { TypedValue } from "../values/typed-value.ts";
import { detailsIn, readTypedValue } from "../values/typed-value.ts";
import { destinationErrors } from "./destination-errors.ts";
import type { DestinationDraft, NewRailDraft } from "./destination-form.ts";
import { readDestinationDraft, readDestinationForm, valueBlock } from "./destination-form.ts";
import { destinationModal } from "./destination-modal.ts";

/** The form for a destination as it stands, with what was typed checked. */
export async function destinationFormView(
  { db, catalogue }: Pick<Context, "db" | "catalogue">,
  workspaceId: string,
  draft: DestinationDraft,
): Promise<ModalView> {
  const { id, environment } = await findCurrentConnection(db, workspaceId);
  const { networks } = catalogue;
  const isValue = detailsIn(readTypedValue(draft.kind, draft.values, networks)) !== undefined;
  const known = isValue ? await listKnownValues(db, id) : [];
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
  const facts = details && lookAlikes(paymentDetailOf(details), known);
  // A single letter is right in nothing, and wrong in nothing yet.
  const isWorthIt = value && (value.typed.trim().length > 1 || details !== undefined);
  const checked = isWorthIt ? { value, facts } : undefined;
  return destinationModal({ draft, environment, networks, checked });
}

type Drafted = Extract<DraftedDestination, { ok: true }>;

interface CheckedDestination {
  draft: DestinationDraft;
  value: TypedValue;
  drafted: Pick<Drafted, "draft" | "facts">;
  requesterId: string;
}

/** The same form with the check of everything, which says what asking comes to. */
async function checkedDestinationView(
  { db, people, catalogue }: Pick<Context, "db" | "transaction" | "people" | "catalogue">,
  workspaceId: string,
  { draft, value, drafted, requesterId }: CheckedDestination,
): Promise<ModalView> {
  const { environment } = await findCurrentConnection(db, workspaceId);
  const { coolDownHours } = await findPolicy(db, workspaceId);
  const { change, connectionId } = drafted.draft;
  const asking = { workspaceId, connectionId, requesterId, change };
  const { policy } = await policyOfAsking({ db, people }, asking);
  return destinationModal({
    draft: { ...draft, shown: shownDigest(drafted) },
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

/** Covers everything that the check shows, so that nobody asks without seeing a look-alike that came up since. */
function shownDigest({ draft, facts }: CheckedDestination["drafted"]): string {
  const known = [...facts.same, ...facts.lookAlikes.map((each) => each.known)];
  const met = known.map(({ is, value, network, name }) =>
    canonicalJson([is, value, network, name]),
  );
  return digestOf(canonicalJson([draft.change, met.sort()]));
}

/** Begins the form of an import with what the service has shown of the id. */
async function importPrefill(
  { db }: Pick<Context, "db">,
  workspaceId: string,
  serviceId: string | undefined,
): Promise<Pick<DestinationDraft, "kind" | "values">> {
  if (serviceId === undefined || !isUsableId(serviceId)) return { kind: "wallet", values: {} };
  const { id } = await findCurrentConnection(db, workspaceId);
  const seen = await findSeenDestination(db, id, serviceId);
  const isAccount = seen?.detail ? seen.detail.kind === "iban" : serviceId.startsWith("bka_");
  return {
    kind: isAccount ? "bank-account" : "wallet",
    values: {
      serviceId,
      name: seen?.displayName,
      network: seen?.network ?? undefined,
      value: seen?.detail?.value,
    },
  };
}

interface AddDestination {
  askedIn: string;
  /** Null where people choose in the form. */
  kind: Destination["kind"] | null;
  isImport: boolean;
  /** The service's id of what is imported, where it is known. */
  serviceId?: string | undefined;
}

/** The form in which a destination is whitelisted or imported, on its own. */
export async function addDestinationView(
  context: Context,
  workspaceId: string,
  { askedIn, kind, isImport, serviceId }: AddDestination,
): Promise<ModalView> {
  const start = await importPrefill(context, workspaceId, serviceId);
  return destinationFormView(context, workspaceId, {
    draftId: context.newId(),
    askedIn,
    isImport,
    isKindOpen: kind === null,
    ...start,
    ...(kind !== null && { kind }),
  });
}

/** [Add wallet], [Add bank account] and [Import…] under the list of destinations. */
export function addDestinationButton(
  context: Context,
  { kind, isImport }: Pick<AddDestination, "kind" | "isImport">,
): ButtonListener {
  return async ({ action, body, client }) => {
    const view = await addDestinationView(context, workspaceOf(body), {
      askedIn: askedInOf(body),
      kind,
      isImport,
      serviceId: isImport ? readImported(action.value) : undefined,
    });
    await openView(client, body, view);
  };
}

/** One form is drawn by one press at a time, whichever bot of this process it belongs to: the ids of views are Slack's. */
export const redraws = createNewestOnly();

/** Draws the form again after each choice and key press. Only submitting it looks up who presses. */
export function redrawDestination(
  context: Context,
): Middleware<SlackActionMiddlewareArgs<BlockAction>> {
  return async ({ ack, body, client }) => {
    await ack();
    const { view } = body;
    if (!view) return;
    await redraws.run(view.id, async () => {
      const draft = { ...readDestinationDraft(view), shown: undefined };
      const redrawn = await destinationFormView(context, workspaceOf(body), draft);
      await updateView(client, view.id, redrawn);
    });
  };
}

const imported = z.strictObject({ serviceId: z.string().max(255).nullable() });

function readImported(value: string | undefined): string | undefined {
  return imported.safeParse(parsedJson(value)).data?.serviceId ?? undefined;
}

/** The form below as it is drawn now: what was just asked for stands in its list. */
type DrawBelow = (workspaceId: string, below: NewRailDraft) => Promise<ModalView>;

/** Checks the form, and asks for its content once exactly that was shown with its check. */
export function submitDestinationForm(context: Context, drawBelow: DrawBelow): SubmitListener {
  return async ({ view, body, ack, client }) => {
    // A key press that is still being answered would draw over what is answered here.
    await redraws.settled(view.id);
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
    if (shownDigest(drafted) !== draft.shown) {
      const checked = { draft, value, drafted, requesterId: body.user.id };
      const next = checkedView(await checkedDestinationView(context, workspaceId, checked));
      return ack({ response_action: "update", view: next });
    }

    const { draftId } = draft;
    const asked = await askForApproval(context, body, { draftId, digest: drafted.digest });
    if (!asked.ok && asked.because !== "seen-before") {
      const errors = { [valueBlock(draft.kind)]: whyNotAsked(asked) };
      return ack({ response_action: "errors", errors });
    }
    await ack();
    if (!asked.ok) return;
    await tellAsked(context, asked.request);
    const { under } = draft;
    if (!under || view.root_view_id === null) return;
    await updateView(client, view.root_view_id, await drawBelow(workspaceId, under));
  };
}
