import type { Clock } from "../../platform/process/clock.ts";
import type { Installation, Installations, KeptInstallation, Named } from "./installations.ts";

interface Installing {
  installations: Installations;
  clock: Clock;
}

export type Reinstalling = Installing & {
  /** Whether the app was removed since, without our having heard of it. */
  isRemoved: (earlier: KeptInstallation) => Promise<boolean>;
};

/** Rows that are deleted in one transaction. */
const AT_ONCE = 500;

/**
 * The app was installed, for the first time or again, in a workspace or in all of an organisation. A workspace that is
 * served keeps everything, and has new tokens. One that was left begins anew: before the installation counts, all that is
 * kept of the earlier one is deleted, except for its history, which stays until its time: whoever may install an app could
 * otherwise remove the traces of what was done with it. Throws a `StoreError` `cannot-unseal`, and saves nothing, where the
 * tokens that were kept before do not open.
 */
export async function installWorkspace(
  context: Reinstalling,
  installation: Installation,
): Promise<void> {
  const { installations, clock, isRemoved } = context;
  const earlier = await installations.find(installation.id);
  if (earlier && (await isRemoved(earlier))) await installations.remove(earlier.id, clock());
  do {
    for (const workspaceId of await installations.leftWorkspaces(installation)) {
      await forgetAll(context, workspaceId);
    }
  } while ((await installations.save(installation, clock())) === "not-forgotten");
}

/**
 * A workspace of an organisation in which the app is installed org-wide, at its first delivery, and whenever its name is
 * another one; an empty name is one that is not known.
 */
export async function rememberWorkspace(
  context: Installing,
  workspace: Named,
  enterpriseId: string | null,
): Promise<void> {
  const { installations } = context;
  const { hasLeft } = await installations.remember(workspace, enterpriseId);
  const isInstalled = enterpriseId !== null && (await installations.about(enterpriseId));
  if (!hasLeft || !isInstalled) return;
  do {
    await forgetAll(context, workspace.id);
  } while ((await installations.comeBack(workspace.id)) === "not-forgotten");
}

/** Everything of a workspace that was left, but for its history. */
async function forgetAll(
  { installations }: Pick<Installing, "installations">,
  workspaceId: string,
): Promise<void> {
  while (await installations.forgetSome(workspaceId, AT_ONCE));
}
