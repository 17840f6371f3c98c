import type { Tx } from "../../platform/queue/transaction.ts";
import { listOpenRequests } from "../../request/queries/find-requests.ts";
import { waitsForToken } from "../../request/rules/change-request.ts";

/** Tries at once every request that waits for a usable token. */
export async function wakeForToken(
  tx: Tx,
  workspaceId: string,
  connectionId: string,
): Promise<void> {
  for (const request of await listOpenRequests(tx.db, workspaceId)) {
    if (request.connectionId !== connectionId || !waitsForToken(request)) continue;
    const ref = { workspaceId, requestId: request.id };
    await tx.enqueue({ name: "wake-request", request: ref });
  }
}
