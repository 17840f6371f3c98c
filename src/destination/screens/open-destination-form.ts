import type { ModalView } from "@slack/types";
import { z } from "zod";
import { parsedJson } from "../../platform/process/json.ts";
import { isUsableId } from "../../platform/rail-api/rules/service-id.ts";
import { askedInOf } from "../../platform/slack/intake/answering.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { ButtonArgs } from "../../platform/slack/intake/listeners.ts";
import { openView } from "../../platform/slack/intake/open-view.ts";
import type { Context } from "../../request/context.ts";
import { findCurrentConnection } from "../../request/queries/companies.ts";
import { findSeenDestination } from "../../request/queries/rails/seen-rails.ts";
import type { Destination } from "../../request/rules/destination.ts";
import { destinationFormView } from "./add-destination.ts";
import type { DestinationDraft } from "./destination-form.ts";

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
export const opensForm =
  (asked: Pick<AddDestination, "kind" | "isImport">) =>
  async (context: Context, { action, body, client }: ButtonArgs): Promise<void> => {
    const { data } = imported.safeParse(parsedJson(action.value));
    const serviceId = asked.isImport ? (data?.serviceId ?? undefined) : undefined;
    const about = { ...asked, askedIn: askedInOf(body), serviceId };
    await openView(client, body, await addDestinationView(context, workspaceOf(body), about));
  };

const imported = z.strictObject({ serviceId: z.string().max(255).nullable() });
