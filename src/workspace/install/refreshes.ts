import { sql } from "kysely";
import type { Db } from "../../platform/database/schema.ts";
import type { Seal } from "../../platform/database/seal.ts";
import type { IssuedTokens } from "./installations.ts";
import { sealedTokens } from "./slack-installations.ts";

/**
 * Tokens are renewed by one process at a time. No transaction is open while Slack is asked: a row says until when somebody
 * does, by the database's own clock, and whoever died meanwhile holds up nobody for longer.
 */

export async function takeRefresh(
  db: Db,
  id: string,
  version: number,
  ms: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("slack_installations")
    .set({ refreshing_until: sql<Date>`now() + make_interval(secs => ${ms / 1_000}::float8)` })
    .where("id", "=", id)
    .where("tokens_version", "=", version)
    .where("is_refresh_refused", "=", false)
    .where((eb) =>
      eb.or([eb("refreshing_until", "is", null), eb("refreshing_until", "<", sql<Date>`now()`)]),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** By version and not by the sealed text, which changes when it is sealed anew. */
export async function saveRefreshed(
  db: Db,
  seal: Seal,
  id: string,
  version: number,
  tokens: IssuedTokens,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("slack_installations")
    .set({
      ...sealedTokens(seal, id, tokens),
      tokens_version: version + 1,
      refreshing_until: null,
      is_refresh_refused: false,
    })
    .where("id", "=", id)
    .where("tokens_version", "=", version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function endRefresh(
  db: Db,
  id: string,
  version: number,
  { isRefused }: { isRefused: boolean },
): Promise<void> {
  await db
    .updateTable("slack_installations")
    .set({ refreshing_until: null, is_refresh_refused: isRefused })
    .where("id", "=", id)
    .where("tokens_version", "=", version)
    .execute();
}
