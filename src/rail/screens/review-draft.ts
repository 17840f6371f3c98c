import type { ModalView } from "@slack/types";
import type { Context } from "../../request/context.ts";
import { policyOfAsking } from "../../request/policy-facts.ts";
import { findWorkspaceName } from "../../request/queries/companies.ts";
import { valueFacts } from "../../request/queries/known-values.ts";
import { detailsOf } from "../../request/rules/destination.ts";
import type { Drafted } from "./draft-rail.ts";
import { reviewDraftModal } from "./review-draft-modal.ts";

/** The second view of New Rail: the draft in full, with everything that the approvers will be warned of. */
export async function reviewDraftView(
  { db, people, clock }: Pick<Context, "db" | "transaction" | "people" | "clock">,
  { draft, digest, connection, destination }: Extract<Drafted, { ok: true }>,
): Promise<ModalView> {
  const { workspaceId, id: draftId, createdBy: requesterId, change } = draft;
  const asking = { workspaceId, connectionId: connection.id, requesterId, change };
  const { facts, policy } = await policyOfAsking({ db, people }, asking);
  const { lookAlikes } = await valueFacts(db, connection.id, detailsOf(destination));
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
    workspaceName: await findWorkspaceName(db, workspaceId),
    now: clock(),
  });
}
