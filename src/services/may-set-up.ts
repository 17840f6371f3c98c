import type { People } from "./ports.ts";

export interface SetupRightDeps {
  people: People;
  /** Whoever installed the app here; null where nobody did, since its token is configured. */
  installerOf: (workspaceId: string) => Promise<string | null>;
}

/** `right-not-known`: Slack did not say. */
export type SetupRight = "may" | "no-right" | "right-not-known";

/** Administrators and owners of the workspace set it up, and whoever installed the app, as long as they are active. */
export async function setupRight(
  { people, installerOf }: SetupRightDeps,
  workspaceId: string,
  userId: string,
): Promise<SetupRight> {
  const isAdministrator = await people.isAdministrator(workspaceId, userId);
  if (isAdministrator) return "may";
  if ((await installerOf(workspaceId)) === userId) {
    const standing = await people.standingOf(workspaceId, userId);
    if (standing === "active") return "may";
    return standing === "not-known" ? "right-not-known" : "no-right";
  }
  return isAdministrator === null ? "right-not-known" : "no-right";
}
