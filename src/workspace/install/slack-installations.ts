import type { Insertable, Selectable } from "kysely";
import { sql } from "kysely";
import type { Database, Db } from "../../platform/database/schema.ts";
import type { Seal, SealedFor } from "../../platform/database/seal.ts";
import type { Installation, IssuedTokens, KeptInstallation } from "./installations.ts";

type Row = Database["slack_installations"];

export async function findInstallation(
  db: Db,
  seal: Seal,
  id: string,
): Promise<KeptInstallation | undefined> {
  const row = await db
    .selectFrom("slack_installations")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  return row && toInstallation(seal, row);
}

/** A workspace's own installation comes before its organisation's. */
export async function findServing(
  db: Db,
  seal: Seal,
  workspaceId: string,
): Promise<KeptInstallation | undefined> {
  const row = await db
    .selectFrom("slack_installations as installed")
    .innerJoin("workspaces", (join) =>
      join.on((eb) =>
        eb.or([
          eb("installed.id", "=", eb.ref("workspaces.id")),
          eb("installed.id", "=", eb.ref("workspaces.enterprise_id")),
        ]),
      ),
    )
    .selectAll("installed")
    .where("workspaces.id", "=", workspaceId)
    .where("workspaces.left_at", "is", null)
    .orderBy("installed.is_org_wide")
    .limit(1)
    .executeTakeFirst();
  return row && toInstallation(seal, row);
}

/** Opens no token. */
export async function aboutInstallation(
  db: Db,
  id: string,
): Promise<{ appId: string; installedAt: string } | undefined> {
  const row = await db
    .selectFrom("slack_installations")
    .select(["app_id", "installed_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row && { appId: row.app_id, installedAt: row.installed_at.toISOString() };
}

/** The id that Slack gave our app, which is the same in every installation; undefined while there is none. */
export async function findAppId(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom("slack_installations")
    .select("app_id")
    .limit(1)
    .executeTakeFirst();
  return row?.app_id;
}

/**
 * Replaces an earlier one but keeps its installer, whose right to set up must not pass on. Throws `cannot-unseal` if
 * the earlier tokens do not open: the new ones could be lost too, under wrong keys.
 */
export async function saveInstallation(
  db: Db,
  seal: Seal,
  installation: Installation,
  at: string,
): Promise<void> {
  await findInstallation(db, seal, installation.id);
  const own = toRow(seal, installation, at);
  const row = {
    ...own,
    installed_by: (await firstInstaller(db, installation)) ?? own.installed_by,
  };
  const { installed_by: _, ...renewed } = row;
  await db
    .insertInto("slack_installations")
    .values(row)
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet({
        ...renewed,
        tokens_version: sql<number>`slack_installations.tokens_version + 1`,
        refreshing_until: null,
        is_refresh_refused: false,
      }),
    )
    .execute();
}

/** The person behind an organisation's installation that serves the workspace already: its own one gives nobody a right. */
async function firstInstaller(db: Db, { workspace }: Installation): Promise<string | undefined> {
  if (!workspace) return undefined;
  const row = await db
    .selectFrom("slack_installations as installed")
    .innerJoin("workspaces", "workspaces.enterprise_id", "installed.id")
    .select("installed.installed_by")
    .where("workspaces.id", "=", workspace.id)
    .where("workspaces.left_at", "is", null)
    .executeTakeFirst();
  return row?.installed_by;
}

/** How tokens stand in a row. */
export function sealedTokens(seal: Seal, id: string, { botToken, renewal }: IssuedTokens) {
  return {
    sealed_bot_token: seal.seal(botToken, botTokenOf(id)),
    sealed_refresh_token: renewal && seal.seal(renewal.refreshToken, refreshTokenOf(id)),
    expires_at: renewal && new Date(renewal.expiresAt),
  };
}

function toRow(seal: Seal, installation: Installation, at: string): Insertable<Row> {
  const { id, isOrgWide, workspace, enterprise } = installation;
  return {
    id,
    is_org_wide: isOrgWide,
    team_id: workspace?.id ?? null,
    team_name: workspace?.name ?? null,
    enterprise_id: enterprise?.id ?? null,
    enterprise_name: enterprise?.name ?? null,
    app_id: installation.appId,
    bot_id: installation.botId,
    bot_user_id: installation.botUserId,
    installed_by: installation.installedBy,
    scopes: installation.scopes.join(","),
    installed_at: new Date(at),
    ...sealedTokens(seal, id, installation),
  };
}

function toInstallation(seal: Seal, row: Selectable<Row>): KeptInstallation {
  const { id, sealed_refresh_token: refreshToken, expires_at: expiresAt } = row;
  return {
    id,
    isOrgWide: row.is_org_wide,
    workspace: named(row.team_id, row.team_name),
    enterprise: named(row.enterprise_id, row.enterprise_name),
    appId: row.app_id,
    botId: row.bot_id,
    botUserId: row.bot_user_id,
    installedBy: row.installed_by,
    scopes: row.scopes.split(","),
    installedAt: row.installed_at.toISOString(),
    botToken: seal.open(row.sealed_bot_token, botTokenOf(id)),
    renewal:
      refreshToken === null || expiresAt === null
        ? null
        : {
            refreshToken: seal.open(refreshToken, refreshTokenOf(id)),
            expiresAt: expiresAt.toISOString(),
          },
    version: row.tokens_version,
    isRefreshRefused: row.is_refresh_refused,
  };
}

const botTokenOf = (workspaceId: string): SealedFor => ({
  purpose: "slack-bot-token",
  workspaceId,
});
const refreshTokenOf = (workspaceId: string): SealedFor => ({
  purpose: "slack-refresh-token",
  workspaceId,
});
const named = (id: string | null, name: string | null) =>
  id === null ? null : { id, name: name ?? "" };

/**
 * One process at a time renews tokens. No transaction is open while Slack is asked: a row says how long a process has
 * for it, by the database's own clock, so a dead process holds up nobody for longer.
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

/** Compares the version and not the sealed text, which changes when it is sealed anew. */
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
