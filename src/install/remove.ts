import { SlackError } from "../platform/slack/slack-error.ts";
import type { Act } from "../request/forms/admit.ts";
import { SIGNALBOX } from "../request/rules/request.ts";
import { readGround } from "../request/store/ground.ts";
import { save } from "../request/store/save.ts";
import { forgetTokens, readInstallation } from "../request/store/workspaces.ts";

/**
 * Slack says that the app was removed, twice and in either order; or it said so of an earlier
 * installation, and late. Tokens go where it says so of the one that is held now. Register,
 * requests, settings and a freeze stay, and wait until the app is installed again.
 */
export async function removeWorkspace({ context, delivery, answer }: Act): Promise<void> {
  const { db, slack, log, config } = context;
  const { workspace, key } = delivery;
  const { token } = await context.self(workspace);
  const isOver = await slack.whoAmI(token).then(
    () => false,
    (error: unknown) => {
      if (error instanceof SlackError && error.code === "not-installed") return true;
      throw error;
    },
  );
  // The environment's own token is not ours to forget.
  if (isOver && config.SLACK_BOT_TOKEN === undefined) {
    await db.transaction(workspace, async (tx) => {
      const ground = await readGround(tx, { workspace, request: null });
      if ((await readInstallation(tx, workspace))?.token !== token) return;
      const of = { by: SIGNALBOX, request: null, version: null, attempt: null };
      const entries = [{ ...of, action: "removed", facts: {} } as const];
      await forgetTokens(tx, workspace);
      await save(tx, ground, { entries, forces: ground.forces, delivery: key });
    });
    log.warn({ workspace }, "the app was removed from a workspace: its tokens are gone");
  }
  answer.ack();
}
