import type { Clock } from "../../platform/process/clock.ts";
import type { Installations } from "./create-installations.ts";
import type { Installation, KeptInstallation, Named } from "./installations.ts";

interface Installing {
  installations: Installations;
  clock: Clock;
}

export type Reinstalling = Installing & {
  /** Whether the app was removed since, without our hearing of it. */
  isRemoved: (earlier: KeptInstallation) => Promise<boolean>;
};

/** Rows that are deleted in one transaction. */
const AT_ONCE = 500;

/**
 * A served workspace keeps everything and gets new tokens. One that removed the app begins anew: everything kept about
 * it is deleted first, except its history, so that nobody removes traces by installing again. Throws a `StoreError`
 * `cannot-unseal`, and saves nothing, if the former tokens do not open.
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
 * Learns of a workspace of an org-wide installation at its first delivery, and of a new name. An empty name is not known.
 */
export async function rememberWorkspace(
  context: Installing,
  workspace: Named,
  enterpriseId: string | null,
): Promise<void> {
  const { installations, clock } = context;
  const { hasLeft } = await installations.remember(workspace, enterpriseId);
  const isInstalled = enterpriseId !== null && (await installations.about(enterpriseId));
  if (!hasLeft || !isInstalled) return;
  do {
    await forgetAll(context, workspace.id);
  } while ((await installations.comeBack(workspace.id, clock())) === "not-forgotten");
}

/** Everything of a workspace that was left, but for its history. */
async function forgetAll(
  { installations }: Pick<Installing, "installations">,
  workspaceId: string,
): Promise<void> {
  while (await installations.forgetSome(workspaceId, AT_ONCE));
}
