import type { ModalView } from "@slack/types";
import type { NewDraft } from "../../request/change-kind.ts";
import type { Context } from "../../request/context.ts";
import type { ImportDestination, WhitelistDestination } from "../../request/rules/change.ts";
import { paymentDetailOf } from "../../request/rules/destination.ts";
import { destinationFormView } from "./add-destination.ts";

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
