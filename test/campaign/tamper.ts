import { ANA } from "../support/builders.ts";
import type { History } from "./history.ts";
import type { Scene } from "./scene.ts";

const OTHER_ADDRESS = "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin";

/** What is changed, and to what: the register knows the address too, and of the asset nobody but the digest does. */
const CHANGES: readonly [RegExp, string][] = [
  [/"address":"[^"]+"/, `"address":"${OTHER_ADDRESS}"`],
  [/"asset":"GBP"/, '"asset":"EUR"'],
];
export const TAMPERED_FIELDS = CHANGES.length;

/** Somebody with access to the database changes where the money of every waiting request goes, or what it is. */
export async function tamper(
  { database, workspaceId }: Scene,
  { tampered }: Pick<History, "tampered">,
  choice: number,
): Promise<void> {
  const [from, to] = CHANGES[Math.floor(choice * TAMPERED_FIELDS)] ?? [/^$/, ""];
  const rows = await database.db
    .selectFrom("requests")
    .select(["id", "canonical"])
    .where("workspace_id", "=", workspaceId)
    .where("status", "in", ["pending", "approved", "blocked"])
    .execute();
  for (const { id, canonical } of rows) {
    const changed = canonical.replace(from, to);
    tampered.add(id);
    await database.db
      .updateTable("requests")
      .set({ canonical: changed })
      .where("id", "=", id)
      .execute();
  }
}

/** Somebody with access to the database counts whoever has approved twice, and the requester too. */
export async function forge({ database, workspaceId, now }: Scene): Promise<void> {
  const at = now.value;
  const rows = await database.db
    .selectFrom("requests")
    .select(["id", "digest", "approvals"])
    .where("workspace_id", "=", workspaceId)
    .where("status", "=", "pending")
    .execute();
  for (const { id, digest, approvals: given } of rows) {
    const real = JSON.parse(given);
    const approvals = [...real, ...real, { by: ANA, at, digest }];
    const state = { status: "approved", since: at, timesNotSent: 0, because: null, nextTryAt: at };
    await database.db
      .updateTable("requests")
      .set({
        approvals: JSON.stringify(approvals),
        status: "approved",
        state: JSON.stringify(state),
        next_step_at: new Date(at),
      })
      .where("id", "=", id)
      .execute();
  }
}
