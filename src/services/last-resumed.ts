import type { FreezeEvent } from "../domain/freeze.ts";
import type { Store } from "./ports.ts";

export type Resumed = Extract<FreezeEvent, { type: "resumed" }>;

/** Who let sending go on the last time, as the audit has it; undefined where nobody ever had to. */
export async function lastResumed(
  { store }: { store: Pick<Store, "findLastAudit"> },
  workspaceId: string,
): Promise<Resumed | undefined> {
  const entry = await store.findLastAudit(workspaceId, "resumed");
  return entry && JSON.parse(entry.facts);
}
