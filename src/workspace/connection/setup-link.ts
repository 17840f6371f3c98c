import type { Selectable } from "kysely";
import type { Database, Db } from "../../platform/database/schema.ts";
import type { Clock } from "../../platform/process/clock.ts";
import type { Signer } from "../../platform/web/signer.ts";
import type { LinkAbout } from "../../request/context.ts";
import { digestOf } from "../../request/rules/digest.ts";

/** A link to the page on which one person enters the token of one connection. */
export interface SetupLink {
  /** SHA-256 of the link's secret, which nobody keeps. */
  hash: string;
  workspaceId: string;
  userId: string;
  userName: string;
  connectionName: string;
  /** As the operator listed it at that time. */
  baseUrl: string;
  reason: string;
  viewId: string | null;
  /** ISO 8601. */
  expiresAt: string;
  /** The number of tokens tried with it. */
  tries: number;
  isUsed: boolean;
}

export interface Linking {
  links: SetupLinks;
  signer: Signer;
  clock: Clock;
}

export const LINK_LIFE_MS = 600_000;
/** Tokens that may be tried by one link. */
export const MOST_TRIES = 10;

/** Returns `secret`, of at least 32 random bytes, and our signature of it. Only its hash is kept. */
export async function newSetupLink(
  { links, signer, clock }: Linking,
  { api, ...about }: LinkAbout,
  secret: string,
): Promise<string> {
  await links.save({
    ...about,
    hash: digestOf(secret),
    connectionName: api.name,
    baseUrl: api.baseUrl,
    expiresAt: new Date(Date.parse(clock()) + LINK_LIFE_MS).toISOString(),
  });
  return `${secret}.${signer.sign(`link:${secret}`)}`;
}

/** Why a link does not open the page: we did not write it like this, or its time is over. */
export type LinkFault = "not-ours" | "used" | "expired" | "too-many-tries";

export type OpenedLink = { ok: true; link: SetupLink } | { ok: false; because: LinkFault };

/** Looks at a link without using it up. */
export async function openSetupLink(
  { links, signer, clock }: Linking,
  carried: string,
): Promise<OpenedLink> {
  const [secret = "", signature = "", ...more] = carried.split(".");
  if (more.length > 0 || !signer.isOurs(`link:${secret}`, signature)) {
    return { ok: false, because: "not-ours" };
  }
  const link = await links.find(digestOf(secret));
  // Nothing is kept about a workspace that removed the app.
  if (!link) return { ok: false, because: "expired" };
  if (link.isUsed) return { ok: false, because: "used" };
  if (link.expiresAt <= clock()) return { ok: false, because: "expired" };
  if (link.tries >= MOST_TRIES) return { ok: false, because: "too-many-tries" };
  return { ok: true, link };
}

const KEPT_FOR_MS = 24 * 3_600_000;

export type SetupLinks = ReturnType<typeof createSetupLinks>;

export function createSetupLinks(db: Db) {
  return {
    /** Forgets those of yesterday too. */
    async save(link: Omit<SetupLink, "tries" | "isUsed">): Promise<void> {
      const expires_at = new Date(link.expiresAt);
      const yesterday = new Date(expires_at.getTime() - KEPT_FOR_MS);
      await db.deleteFrom("setup_links").where("expires_at", "<", yesterday).execute();
      await db
        .insertInto("setup_links")
        .values({
          hash: link.hash,
          workspace_id: link.workspaceId,
          user_id: link.userId,
          user_name: link.userName,
          connection_name: link.connectionName,
          base_url: link.baseUrl,
          reason: link.reason,
          view_id: link.viewId,
          expires_at,
          used_at: null,
        })
        .execute();
    },

    async find(hash: string): Promise<SetupLink | undefined> {
      const row = await db
        .selectFrom("setup_links")
        .selectAll()
        .where("hash", "=", hash)
        .executeTakeFirst();
      return row && toLink(row);
    },

    /** In one statement: true once, while it lasts and was not tried too often. `now` is ISO 8601. */
    async take(hash: string, now: string, mostTries: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("setup_links")
        .set((eb) => ({ used_at: new Date(now), tries: eb("tries", "+", 1) }))
        .where("hash", "=", hash)
        .where("used_at", "is", null)
        .where("expires_at", ">", new Date(now))
        .where("tries", "<", mostTries)
        .executeTakeFirst();
      return Number(numUpdatedRows) === 1;
    },

    /** The token was not taken: the link can be used again. */
    async putBack(hash: string): Promise<void> {
      await db.updateTable("setup_links").set({ used_at: null }).where("hash", "=", hash).execute();
    },
  };
}

function toLink(row: Selectable<Database["setup_links"]>): SetupLink {
  return {
    hash: row.hash,
    workspaceId: row.workspace_id,
    userId: row.user_id,
    userName: row.user_name,
    connectionName: row.connection_name,
    baseUrl: row.base_url,
    reason: row.reason,
    viewId: row.view_id,
    expiresAt: row.expires_at.toISOString(),
    tries: row.tries,
    isUsed: row.used_at !== null,
  };
}
