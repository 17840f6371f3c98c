import type { RailApis, Store } from "./ports.ts";

interface Deps {
  store: Pick<Store, "currentConnection">;
  railApis: RailApis;
  workspaceId: string;
}

/** Walks the whole list of Rails, so that what is known of their ends is not older than the last walk. */
export async function readRails({ store, railApis, workspaceId }: Deps): Promise<void> {
  const { id } = await store.currentConnection(workspaceId);
  const rails = await railApis(workspaceId, id);
  for await (const _ of rails.listRails()) {
    // The client remembers each page by itself.
  }
}
