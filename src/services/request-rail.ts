import type { Connection, Content } from "../domain/change.ts";
import type { ChangeRequest } from "../domain/change-request.ts";
import { isUsable } from "../domain/destination.ts";
import { canonicalJson, canonicalText, digestOf } from "../domain/digest.ts";
import { destinationIdOf } from "../domain/route.ts";
import { recordHistory } from "./apply-command.ts";
import { draftDigest } from "./draft-rail.ts";
import type { Clock, Draft, Store, Transaction } from "./ports.ts";

interface Deps {
  store: Pick<Store, "transaction">;
  clock: Clock;
  newNonce: () => string;
  expiresInHours: number;
}

export interface Submission {
  workspaceId: string;
  draftId: string;
  /** Of the draft as it was shown in the review. */
  digest: string;
  by: string;
  delivery: string;
}

export type Requested =
  | { ok: true; request: ChangeRequest }
  | {
      ok: false;
      because:
        | "seen-before"
        | "draft-gone"
        | "draft-changed"
        | "destination-not-usable"
        | "connection-changed";
    };

/**
 * Turns a reviewed draft into a request of the same id, and freezes what approvals will cover. Submitting a draft twice
 * answers with the request that stands.
 */
export async function requestRail(deps: Deps, submission: Submission): Promise<Requested> {
  const { workspaceId, draftId, by, delivery } = submission;
  return deps.store.transaction(async (tx): Promise<Requested> => {
    if (!(await tx.isFirstDelivery(delivery))) return { ok: false, because: "seen-before" };
    const draft = await tx.lockDraft(workspaceId, draftId);
    if (!draft || draft.createdBy !== by) return { ok: false, because: "draft-gone" };
    const existing = await tx.lockRequest({ workspaceId, requestId: draftId });
    if (existing) return whatStands(existing, submission);
    if (draftDigest(draft) !== submission.digest) return { ok: false, because: "draft-changed" };
    const connection = await tx.currentConnection(workspaceId);
    const refusal = await whyNotUsable(tx, draft, connection, deps.clock());
    if (refusal) return { ok: false, because: refusal };

    const request = await newRequest(tx, draft, connection, deps);
    const ref = { workspaceId, requestId: request.id };
    await tx.insertRequest(request, []);
    await recordHistory(tx, request, [{ type: "requested", at: request.requestedAt }], by);
    await tx.enqueue({ name: "update-approval-card", request: ref });
    await tx.enqueue({ name: "expire-request", request: ref, startAfter: request.expiresAt });
    return { ok: true, request };
  });
}

/** A form that was filled in anew after it was submitted would pass off what stands for what was reviewed since. */
function whatStands(request: ChangeRequest, { digest }: Submission): Requested {
  return draftDigest(request.content) === digest
    ? { ok: true, request }
    : { ok: false, because: "draft-gone" };
}

/** The draft holds the destination in full: it must still be the one in the register, to the letter. */
async function whyNotUsable(
  tx: Transaction,
  { connectionId, change: { spec } }: Draft,
  connection: Connection,
  now: string,
): Promise<"destination-not-usable" | "connection-changed" | undefined> {
  if (connection.id !== connectionId) return "connection-changed";
  const destination = await tx.findDestinationByServiceId(connectionId, destinationIdOf(spec));
  if (!destination || !isUsable(destination, now)) return "destination-not-usable";
  const [asked, registered] =
    spec.type === "ON_RAMP"
      ? [spec.destination.wallet, destination.kind === "wallet" && destination.wallet]
      : [
          spec.destination.bankAccount,
          destination.kind === "bank-account" && destination.bankAccount,
        ];
  return canonicalJson(asked) === canonicalJson(registered) ? undefined : "destination-not-usable";
}

async function newRequest(
  tx: Transaction,
  { id, workspaceId, createdBy, askedIn, change }: Draft,
  connection: Connection,
  { clock, newNonce, expiresInHours }: Deps,
): Promise<ChangeRequest> {
  const now = clock();
  const policy = await tx.currentPolicy(workspaceId);
  const content: Content = {
    workspaceId,
    requestId: id,
    nonce: newNonce(),
    connection,
    requestedBy: createdBy,
    askedIn,
    policyVersion: policy.version,
    change,
  };
  const canonical = canonicalText(content);
  return {
    id,
    workspaceId,
    connectionId: connection.id,
    number: await tx.nextRequestNumber(workspaceId),
    version: 0,
    content,
    canonical,
    digest: digestOf(canonical),
    policy,
    requestedBy: createdBy,
    requestedAt: now,
    expiresAt: new Date(Date.parse(now) + expiresInHours * 3_600_000).toISOString(),
    approvals: [],
    attempt: 0,
    state: { status: "pending" },
  };
}
