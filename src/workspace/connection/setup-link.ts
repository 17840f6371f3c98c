import { createHash } from "node:crypto";
import type { Clock } from "../../platform/process/clock.ts";
import type { Signer } from "../../platform/web/signer.ts";
import type { OfferedRailApi, SetupLink, SetupLinks } from "../set-up/setup.ts";

export interface LinkDeps {
  links: SetupLinks;
  signer: Signer;
  clock: Clock;
}

/** For how long a link can be used. */
export const LINK_LIFE_MS = 600_000;
/** So often a token may be tried by one link. */
export const MOST_TRIES = 10;

export type LinkAbout = Pick<
  SetupLink,
  "workspaceId" | "userId" | "userName" | "reason" | "viewId"
> & {
  api: OfferedRailApi;
};

/** What a new link carries: `secret`, of at least 32 random bytes, and our signature of it. Only its hash is kept. */
export async function newSetupLink(
  { links, signer, clock }: LinkDeps,
  { api, ...about }: LinkAbout,
  secret: string,
): Promise<string> {
  await links.save({
    ...about,
    hash: hashOf(secret),
    connectionName: api.name,
    baseUrl: api.baseUrl,
    expiresAt: new Date(Date.parse(clock()) + LINK_LIFE_MS).toISOString(),
  });
  return `${secret}.${signer.sign(`link:${secret}`)}`;
}

/** Why a link does not open the page: not one of ours as we wrote it, or its time is over. */
export type LinkFault = "not-ours" | "used" | "expired" | "too-many-tries";

export type OpenedLink = { ok: true; link: SetupLink } | { ok: false; because: LinkFault };

/** Looks at a link and uses nothing up. */
export async function openSetupLink(
  { links, signer, clock }: LinkDeps,
  carried: string,
): Promise<OpenedLink> {
  const [secret = "", signature = "", ...more] = carried.split(".");
  if (more.length > 0 || !signer.isOurs(`link:${secret}`, signature)) {
    return { ok: false, because: "not-ours" };
  }
  const link = await links.find(hashOf(secret));
  // Of a workspace that was left nothing is kept.
  if (!link) return { ok: false, because: "expired" };
  if (link.isUsed) return { ok: false, because: "used" };
  if (link.expiresAt <= clock()) return { ok: false, because: "expired" };
  if (link.tries >= MOST_TRIES) return { ok: false, because: "too-many-tries" };
  return { ok: true, link };
}

function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
