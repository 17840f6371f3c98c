import type { Db } from "../../platform/database/db.ts";
import { readIdentity } from "../../platform/database/identity.ts";
import type { Entry, Facts } from "../rules/entry.ts";
import type { Refusal } from "../rules/refusal.ts";
import { SIGNALBOX } from "../rules/request.ts";
import { missingMarks } from "../store/chain.ts";
import { type Ground, readGround } from "../store/ground.ts";
import { forgetHashes } from "../store/posts.ts";
import { readKnownIdentity, saveIdentity } from "../store/workspaces.ts";
import type { Context } from "./context.ts";
import { stop } from "./stop.ts";

const RESTORED = "The database was restored or replaced. What was sent since may be missing in it.";

/**
 * Looked at in each claim's transaction: a database that was put back must not send again what it
 * forgot.
 */
export async function whyRestored(
  { marks }: Context,
  db: Db,
  { workspace }: Ground,
): Promise<Refusal | null> {
  const missing = await missingMarks(db, marks.of(workspace));
  if (missing.length > 0) return { is: "restored" };
  const known = await readKnownIdentity(db, workspace);
  return known === (await readIdentity(db)) ? null : { is: "restored" };
}

/**
 * Freezes a workspace whose database is not the one that this process knew, and forgets what Slack
 * shows.
 */
export async function freezeRestored(
  context: Context,
  workspace: string,
  facts: Facts,
): Promise<void> {
  const { db, marks } = context;
  const restored: Entry = {
    action: "restored",
    by: SIGNALBOX,
    request: null,
    version: null,
    attempt: null,
    facts,
  };
  await db.transaction(workspace, async (tx) => {
    await stop(context, tx, workspace, { by: SIGNALBOX, reason: RESTORED }, [restored]);
    await forgetHashes(tx, workspace);
    await saveIdentity(tx, workspace, await readIdentity(tx));
  });
  const { head } = await readGround(db, { workspace, request: null });
  await marks.replace({ workspace, ...head });
  context.log.error({ workspace, facts }, "the database was restored: nothing is sent");
}
