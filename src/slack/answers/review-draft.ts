import type { ModalView } from "@slack/types";
import { detailsOf, serviceIdOf } from "../../domain/destination.ts";
import type { Drafted } from "../../services/draft-rail.ts";
import { valueFacts } from "../../services/value-facts.ts";
import type { ListenerDeps } from "../listeners/deps.ts";
import { reviewDraftModal } from "../views/review-draft-modal.ts";

/** The second view of New Rail: the draft in full, with everything that the approvers will be warned of. */
export async function reviewDraftView(
  { store, clock, expiresInHours }: Pick<ListenerDeps, "store" | "clock" | "expiresInHours">,
  { draft, digest, connection, destination }: Extract<Drafted, { ok: true }>,
): Promise<ModalView> {
  const { workspaceId, id: draftId, createdBy: requesterId, change } = draft;
  const { rails: policy } = await store.currentPolicies(workspaceId);
  const { lookAlikes } = await valueFacts(store, connection.id, detailsOf(destination));
  const usedBy = await store.countRailsInto(connection.id, serviceIdOf(destination));
  return reviewDraftModal({
    draftId,
    draftDigest: digest,
    change,
    destination,
    isFirstUse: usedBy === 0,
    lookAlikes,
    policy,
    requesterId,
    connection,
    workspaceName: await store.workspaceName(workspaceId),
    now: clock(),
    expiresInHours,
  });
}
