import { inPages } from "../request/each-workspace.ts";
import type { Store } from "../request/queries/store-port.ts";
import type { FreezeDeps } from "./freeze.ts";
import { freezeAfterRestore } from "./freeze.ts";

interface Deps extends FreezeDeps {
  store: FreezeDeps["store"] & Pick<Store, "listWorkspaces">;
}

const PAGE = 500;

/** Freezes every workspace that is served. Throws at the first that cannot be: none may go on without. */
export async function freezeAllAfterRestore(deps: Deps): Promise<void> {
  const all = inPages(
    (after) => deps.store.listWorkspaces("are-served", after, PAGE),
    (id) => id,
  );
  for await (const workspaceId of all) await freezeAfterRestore(deps, workspaceId);
}
