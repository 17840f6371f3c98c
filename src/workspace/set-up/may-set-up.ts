import type { WhyNotSetUp } from "../../authority/judge.ts";
import { whyNotAdministrator } from "../../authority/judge.ts";
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
export type SetupRight = "may" | WhyNotSetUp;

/** Whether somebody is an administrator in the sense of the authority table, which says what that lets them do. */
export async function setupRight(
  deps: SetupRightDeps,
  workspaceId: string,
  userId: string,
): Promise<SetupRight> {
  const { store, people, administrators, installerOf } = deps;
  const [standing, isAdministrator, installer, { setUpAt }] = await Promise.all([
    people.standingOf(workspaceId, userId),
    administrators.isAdministrator(workspaceId, userId),
    installerOf(workspaceId),
    store.setupOf(workspaceId),
  ]);
  const actor = { by: userId, standing, isAdministrator, isFirstInstaller: installer === userId };
  return whyNotAdministrator(actor, setUpAt !== null) ?? "may";
}

/** Null once the set-up has been complete: every member can install the app again, as Slack is set by default. */
export async function installerWhoMaySetUp(
  { store, installerOf }: Pick<SetupRightDeps, "store" | "installerOf">,
  workspaceId: string,
): Promise<string | null> {
  const { setUpAt } = await store.setupOf(workspaceId);
  return setUpAt === null ? installerOf(workspaceId) : null;
}
