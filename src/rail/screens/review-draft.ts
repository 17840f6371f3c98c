import type { ModalView } from "@slack/types";
import { detailsOf } from "../../destination/rules/destination.ts";
import { valueFacts } from "../../destination/values/value-facts.ts";
import type { ListenerDeps } from "../../request/context.ts";
import { policyOfAsking } from "../../request/policy-facts.ts";
import type { Drafted } from "./draft-rail.ts";
import { reviewDraftModal } from "./review-draft-modal.ts";

/** The second view of New Rail: the draft in full, with everything that the approvers will be warned of. */
export async function reviewDraftView(
  { store, people, clock }: Pick<ListenerDeps, "store" | "people" | "clock">,
  { draft, digest, connection, destination }: Extract<Drafted, { ok: true }>,
): Promise<ModalView> {
  const { workspaceId, id: draftId, createdBy: requesterId, change } = draft;
  const asking = { workspaceId, connectionId: connection.id, requesterId, change };
  const { facts, policy } = await policyOfAsking({ store, people }, asking);
  const { lookAlikes } = await valueFacts(store, connection.id, detailsOf(destination));
  return reviewDraftModal({
    draftId,
    draftDigest: digest,
    change,
    destination,
    isFirstUse: facts.isFirstUse,
    lookAlikes,
    policy,
    requesterId,
    connection,
    workspaceName: await store.workspaceName(workspaceId),
    now: clock(),
  });
}
