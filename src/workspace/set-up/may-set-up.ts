import type { People } from "../../platform/slack/slack.ts";
import type { Administrators } from "./setup.ts";

export interface SetupRightDeps {
  people: Pick<People, "standingOf">;
  administrators: Administrators;
  /** Whoever installed the app here; null where nobody did, since its token is configured. */
  installerOf: (workspaceId: string) => Promise<string | null>;
}

/** `right-not-known`: Slack did not say. */
export type SetupRight = "may" | "no-right" | "right-not-known";

/** Administrators and owners of the workspace set it up, and whoever installed the app, as long as they are active. */
export async function setupRight(
  { people, administrators, installerOf }: SetupRightDeps,
  workspaceId: string,
  userId: string,
): Promise<SetupRight> {
  const [standing, isAdministrator, installer] = await Promise.all([
    people.standingOf(workspaceId, userId),
    administrators.isAdministrator(workspaceId, userId),
    installerOf(workspaceId),
  ]);
  if (standing === "not-known") return "right-not-known";
  if (standing !== "active") return "no-right";
  if (isAdministrator || installer === userId) return "may";
  return isAdministrator === null ? "right-not-known" : "no-right";
}
