import type { ModalView } from "@slack/types";
import type { Db } from "../../platform/database/schema.ts";
import { lookAlikes } from "../../platform/payment-details/look-alike.ts";
import type { Catalogue } from "../../platform/rail-api/rail-api.ts";
import { isUsableId } from "../../platform/rail-api/rules/service-id.ts";
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
import { paymentDetailOf } from "../../request/rules/destination.ts";
import { canonicalJson, digestOf } from "../../request/rules/digest.ts";
import type { KnownValue } from "../../request/rules/known-value.ts";
import type { DraftedDestination } from "../draft-destination.ts";
import type { TypedValue } from "../values/typed-value.ts";
import { detailsIn, readTypedValue } from "../values/typed-value.ts";
import type { DestinationDraft } from "./destination-form.ts";
import { destinationModal } from "./destination-modal.ts";

interface Deps {
  db: Db;
  catalogue: Pick<Catalogue, "networks">;
}

/** The form for a destination as it stands, with what was typed checked. */
export async function destinationFormView(
  { db, catalogue }: Deps,
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

export interface CheckedDestination {
  draft: DestinationDraft;
  value: TypedValue;
  drafted: Pick<Drafted, "draft" | "facts">;
  requesterId: string;
}

/** The same form with the check of everything, which says what asking comes to. */
export async function checkedDestinationView(
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

/** Of everything that the check shows: a look-alike that has come up since has to be seen before anyone asks. */
export function shownDigest({ draft, facts }: CheckedDestination["drafted"]): string {
  const known = [...facts.same, ...facts.lookAlikes.map((each) => each.known)];
  const met = known.map(({ is, value, network, name }) =>
    canonicalJson([is, value, network, name]),
  );
  return digestOf(canonicalJson([draft.change, met.sort()]));
}

/** What the service has shown of an id that is not in the register, to begin the form of its import with. */
export async function importPrefill(
  { db }: { db: Db },
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
