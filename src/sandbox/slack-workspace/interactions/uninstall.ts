import type { Context } from "../context.ts";
import { PageError } from "../page-error.ts";
import { tellUninstalled } from "../uninstalled.ts";
import { isOrgWide } from "../wire.ts";

/** An administrator uninstalls the app from the workspace or, where it is installed org-wide, from the organisation. */
export async function uninstall(context: Context, userId: string): Promise<void> {
  const { isAdmin, isOrgAdmin } = context.directory.user(userId);
  if (!(isOrgWide(context) ? isOrgAdmin : isAdmin)) {
    throw new PageError("not_allowed", "Only an administrator can uninstall an app.");
  }
  const installation = context.installation();
  if (!installation) return;
  context.installations.uninstall(installation);
  await tellUninstalled(context, installation);
}
