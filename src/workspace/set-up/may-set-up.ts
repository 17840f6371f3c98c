import type { Actor } from "../../authority/judge.ts";
import { roleFor, whyMayNot } from "../../authority/judge.ts";
import type { Standing } from "../../authority/roster.ts";
import { NOBODY_KNOWN } from "../../authority/roster.ts";
import type { GateDeed } from "../../authority/table.ts";
import type { Db } from "../../platform/database/schema.ts";
import type { Administrators } from "../../platform/slack/administrators.ts";
import type { People } from "../../platform/slack/slack.ts";
import { findSetup } from "../../request/queries/setups.ts";

export interface SetupRightDeps {
  db: Db;
  people: Pick<People, "standingOf">;
  administrators: Administrators;
  /** The first who installed the app here; null where nobody did, since its token is configured. */
  installerOf: (workspaceId: string) => Promise<string | null>;
}

export interface NoRight {
  because: NonNullable<ReturnType<typeof whyMayNot<GateDeed>>>;
  standing: Standing;
}

/** Why somebody may not do something here, by its row of the authority table; undefined where they may. */
export async function whyNoRight(
  deps: SetupRightDeps,
  workspaceId: string,
  by: string,
  deed: GateDeed,
): Promise<NoRight | undefined> {
  const standing = await deps.people.standingOf(workspaceId, by);
  const { isSetUp, ...person } = await personIn(deps, workspaceId, by, deed);
  const actor = { by, standing, ...person };
  const because = whyMayNot(deed, actor, { roster: NOBODY_KNOWN, isSetUp });
  return because && { because, standing };
}

/** Whether they administer the workspace is looked up only where it matters. */
async function personIn(
  { db, administrators, installerOf }: SetupRightDeps,
  workspaceId: string,
  by: string,
  deed: GateDeed,
): Promise<Omit<Actor, "by" | "standing"> & { isSetUp: boolean }> {
  if (roleFor(deed, false) !== "administrator") return { isSetUp: true };
  const [isAdministrator, installer, { setUpAt }] = await Promise.all([
    administrators.isAdministrator(workspaceId, by),
    installerOf(workspaceId),
    findSetup(db, workspaceId),
  ]);
  return { isAdministrator, isFirstInstaller: installer === by, isSetUp: setUpAt !== null };
}

/** Null once the set-up has been complete: every member can install the app again, as Slack is set by default. */
export async function installerWhoMaySetUp(
  { db, installerOf }: Pick<SetupRightDeps, "db" | "installerOf">,
  workspaceId: string,
): Promise<string | null> {
  const { setUpAt } = await findSetup(db, workspaceId);
  return setUpAt === null ? installerOf(workspaceId) : null;
}
