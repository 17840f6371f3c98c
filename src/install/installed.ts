import type { Db } from "../platform/database/db.ts";
import { SlackError } from "../platform/slack/slack-error.ts";
import { sentence } from "../request/forms/refusals.ts";
import { type Installation, readInstallation } from "../request/store/workspaces.ts";

/** For somebody of another workspace, such as from a shared channel. */
export const NOT_THEIRS = sentence(
  "Signalbox works only for people of a workspace in which it is installed.",
);

/**
 * Where the app is installed: in the workspace whose bot the environment names (`one`), and nowhere
 * else; or wherever it was over OAuth. Read each time: a token that was taken away is not used.
 */
export function createInstalled(q: Db, one: () => Installation | null) {
  async function find(workspace: string): Promise<Installation | null> {
    const named = one();
    if (!named) return readInstallation(q, workspace);
    return named.workspace === workspace ? named : null;
  }

  return {
    /** Throws a `SlackError` `not-installed` where it is not. */
    async self(workspace: string): Promise<Installation> {
      const found = await find(workspace);
      if (found) return found;
      throw new SlackError("not-installed", "Signalbox is not installed in this workspace");
    },

    /** Whether a delivery for an app (its id) concerns us. */
    async serves(workspace: string, app: unknown): Promise<boolean> {
      const found = await find(workspace);
      return found !== null && (found.app === null || found.app === app);
    },
  };
}
