import type { Actor, Offices } from "../../authority/judge.ts";
import { roleFor, whyMayNot } from "../../authority/judge.ts";
import type { GateDeed } from "../../authority/kinds.ts";
import type { Standing } from "../../authority/roster.ts";
import { NOBODY_KNOWN } from "../../authority/roster.ts";
import type { Freshness } from "../../platform/slack/slack.ts";
import type { Context, SetupParts } from "../../request/context.ts";
import { findPolicy } from "../../request/queries/companies.ts";
import { findSetup } from "../../request/queries/setups.ts";
import { auditorsOf } from "../../request/rules/approval/policy.ts";

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
  const offices = await officesFor(context, workspaceId, deed, freshness);
  const because = whyMayNot(deed, actor, { ...offices, isSetUp });
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
  const role = roleFor(deed, false);
  if (role !== "administrator" && role !== "auditor") return { isSetUp: true };
  const [isAdministrator, installer, { setUpAt }] = await Promise.all([
    administrators.isAdministrator(workspaceId, by, freshness),
    installerOf(workspaceId),
    findSetup(db, workspaceId),
  ]);
  return { isAdministrator, isFirstInstaller: installer === by, isSetUp: setUpAt !== null };
}

/** The auditors are looked up only where they matter. */
async function officesFor(
  { db, people }: Pick<Judging, "db" | "people">,
  workspaceId: string,
  deed: GateDeed,
  freshness: Freshness,
): Promise<Offices> {
  if (roleFor(deed, true) !== "auditor") return { roster: NOBODY_KNOWN };
  const auditors = auditorsOf(await findPolicy(db, workspaceId));
  return { auditors, roster: await people.whoIs(workspaceId, [], auditors.groups, freshness) };
}

/** Null once the set-up has been complete: every member can install the app again, as Slack is set by default. */
export async function installerWhoMaySetUp(
  { db, installerOf }: Pick<Judging, "db" | "installerOf">,
  workspaceId: string,
): Promise<string | null> {
  const { setUpAt } = await findSetup(db, workspaceId);
  return setUpAt === null ? installerOf(workspaceId) : null;
}
