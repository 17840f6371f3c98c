import type { Clock } from "../../platform/process/clock.ts";
import type { Store } from "../../request/queries/store-port.ts";
import type { Transaction, WorkspaceSetup } from "../../request/queries/transaction-port.ts";

export interface DirectDeps {
  store: Pick<Store, "transaction">;
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
  { store, clock }: DirectDeps,
  { workspaceId, by, delivery }: Setting,
  work: (tx: Transaction, before: WorkspaceSetup) => Promise<Done | undefined>,
): Promise<SetDirectly> {
  return store.transaction(async (tx): Promise<SetDirectly> => {
    // Of its own kind: what has to be asked for instead is asked for by the same delivery.
    if (!(await tx.isFirstDelivery(`direct:${delivery}`, clock()))) return { is: "seen-before" };
    await tx.lockSetup(workspaceId);
    const before = await tx.setupOf(workspaceId);
    const done = await work(tx, before);
    if (!done) return { is: "not-now" };
    const at = clock();
    await tx.noteSetUp(workspaceId, at);
    const after = await tx.setupOf(workspaceId);
    const connectionId = after.connection?.id ?? "";
    const facts = JSON.stringify(done.facts);
    const entry = { workspaceId, connectionId, requestId: null, at, actor: by, facts };
    await tx.appendAudit({ ...entry, action: done.action });
    return { is: "set", isWholeNow: before.setUpAt === null && after.setUpAt !== null };
  });
}
