import type { Actor } from "../../authority/judge.ts";
import { roleFor, whyMayNot } from "../../authority/judge.ts";
import type { Standing } from "../../authority/roster.ts";
import { NOBODY_KNOWN } from "../../authority/roster.ts";
import type { GateDeed } from "../../authority/table.ts";
import type { Freshness } from "../../platform/slack/slack.ts";
import type { Context, SetupParts } from "../../request/context.ts";
import { findSetup } from "../../request/queries/setups.ts";

export type Judging = Pick<Context, "db" | "people"> &
  Pick<SetupParts, "administrators" | "installerOf">;

export interface NoRight {
  because: NonNullable<ReturnType<typeof whyMayNot<GateDeed>>>;
  standing: Standing;
}

/** Why somebody may not do something here, by its row of the authority table; undefined if they may. */
export async function whyNoRight(
  context: Judging,
  workspaceId: string,
  by: string,
  deed: GateDeed,
  freshness: Freshness = "of-the-deed",
): Promise<NoRight | undefined> {
  const standing = await context.people.standingOf(workspaceId, by, freshness);
  const { isSetUp, ...person } = await personIn(context, workspaceId, by, deed, freshness);
  const actor = { by, standing, ...person };
  const because = whyMayNot(deed, actor, { roster: NOBODY_KNOWN, isSetUp });
  return because && { because, standing };
}

/** Whether they administer the workspace is looked up only if it matters. */
async function personIn(
  { db, administrators, installerOf }: Omit<Judging, "people">,
  workspaceId: string,
  by: string,
  deed: GateDeed,
  freshness: Freshness,
): Promise<Omit<Actor, "by" | "standing"> & { isSetUp: boolean }> {
  if (roleFor(deed, false) !== "administrator") return { isSetUp: true };
  const [isAdministrator, installer, { setUpAt }] = await Promise.all([
    administrators.isAdministrator(workspaceId, by, freshness),
    installerOf(workspaceId),
    findSetup(db, workspaceId),
  ]);
  return { isAdministrator, isFirstInstaller: installer === by, isSetUp: setUpAt !== null };
}

/** Null once the set-up has been complete: by Slack's default every member can install the app again. */
export async function installerWhoMaySetUp(
  { db, installerOf }: Pick<Judging, "db" | "installerOf">,
  workspaceId: string,
): Promise<string | null> {
  const { setUpAt } = await findSetup(db, workspaceId);
  return setUpAt === null ? installerOf(workspaceId) : null;
}
