import type { Clock } from "../../platform/process/clock.ts";
import type { InTransaction, Tx } from "../../platform/queue/transaction.ts";
import { isFirstDelivery } from "../../platform/slack/intake/delivery.ts";
import { appendAudit } from "../../request/queries/audit.ts";
import { lockSetup } from "../../request/queries/companies.ts";
import type { WorkspaceSetup } from "../../request/queries/setups.ts";
import { findSetup, noteSetUp } from "../../request/queries/setups.ts";

export interface DirectDeps {
  transaction: InTransaction;
  clock: Clock;
}

export interface Setting {
  workspaceId: string;
  by: string;
  delivery: string;
}

/** `isWholeNow`: by this the first set-up has become whole. */
export type SetDirectly =
  | { is: "set"; isWholeNow: boolean }
  /** The rules do not let it be set without asking, or not any more. */
  | { is: "not-now" }
  | { is: "seen-before" };

/** What was done, for the audit. Never a token. */
interface Done {
  action: string;
  facts: Record<string, unknown>;
}

/**
 * Sets something of the set-up without asking the approvers, and notes who did. `work` looks at the set-up as it is under
 * the lock; where it gives nothing back it has done nothing.
 */
export async function setDirectly(
  { transaction, clock }: DirectDeps,
  { workspaceId, by, delivery }: Setting,
  work: (tx: Tx, before: WorkspaceSetup) => Promise<Done | undefined>,
): Promise<SetDirectly> {
  return transaction(async (tx): Promise<SetDirectly> => {
    // Of its own kind: what has to be asked for instead is asked for by the same delivery.
    if (!(await isFirstDelivery(tx.db, `direct:${delivery}`, clock())))
      return { is: "seen-before" };
    await lockSetup(tx.db, workspaceId);
    const before = await findSetup(tx.db, workspaceId);
    const done = await work(tx, before);
    if (!done) return { is: "not-now" };
    const at = clock();
    await noteSetUp(tx.db, workspaceId, at);
    const after = await findSetup(tx.db, workspaceId);
    const connectionId = after.connection?.id ?? "";
    const facts = JSON.stringify(done.facts);
    const entry = { workspaceId, connectionId, requestId: null, at, actor: by, facts };
    await appendAudit(tx.db, { ...entry, action: done.action });
    return { is: "set", isWholeNow: before.setUpAt === null && after.setUpAt !== null };
  });
}
