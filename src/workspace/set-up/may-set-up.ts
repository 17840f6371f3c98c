import type { People } from "../../platform/slack/slack.ts";
import type { Store } from "../../request/queries/store-port.ts";
import type { Administrators } from "./setup.ts";

export interface SetupRightDeps {
  store: Pick<Store, "setupOf">;
  people: Pick<People, "standingOf">;
  administrators: Administrators;
  /** The first who installed the app here; null where nobody did, since its token is configured. */
  installerOf: (workspaceId: string) => Promise<string | null>;
}

/** `right-not-known`: Slack did not say. */
export type SetupRight = "may" | "no-right" | "right-not-known";

/**
 * Administrators and owners of the workspace set it up, as long as they are active; until that is complete the first
 * installer does too.
 */
export async function setupRight(
  deps: SetupRightDeps,
  workspaceId: string,
  userId: string,
): Promise<SetupRight> {
  const { people, administrators } = deps;
  const [standing, isAdministrator, installer] = await Promise.all([
    people.standingOf(workspaceId, userId),
    administrators.isAdministrator(workspaceId, userId),
    installerWhoMaySetUp(deps, workspaceId),
  ]);
  if (standing === "not-known") return "right-not-known";
  if (standing !== "active") return "no-right";
  if (isAdministrator || installer === userId) return "may";
  return isAdministrator === null ? "right-not-known" : "no-right";
}

/** Null once the set-up has been complete: every member can install the app again, as Slack is set by default. */
export async function installerWhoMaySetUp(
  { store, installerOf }: Pick<SetupRightDeps, "store" | "installerOf">,
  workspaceId: string,
): Promise<string | null> {
  const { setUpAt } = await store.setupOf(workspaceId);
  return setUpAt === null ? installerOf(workspaceId) : null;
}
