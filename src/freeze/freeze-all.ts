import type { Db } from "../platform/database/schema.ts";
import type { InTransaction } from "../platform/queue/transaction.ts";
import { inPages } from "../workspace/each-workspace.ts";
import { listWorkspaces } from "../workspace/list-workspaces.ts";
import type { FreezeDeps } from "./freeze.ts";
import { freezeAfterRestore } from "./freeze.ts";

interface Deps extends FreezeDeps {
  db: Db;
  transaction: InTransaction;
}

const PAGE = 500;

/** Freezes every workspace that is served. Throws at the first that cannot be: none may go on without. */
export async function freezeAllAfterRestore(deps: Deps): Promise<void> {
  const all = inPages(
    (after) => listWorkspaces(deps.db, "are-served", after, PAGE),
    (id) => id,
  );
  for await (const workspaceId of all) await freezeAfterRestore(deps, workspaceId);
}
