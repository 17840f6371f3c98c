import { readIdentity } from "../../platform/database/identity.ts";
import type { Facts } from "../rules/entry.ts";
import { type Outcome, recall } from "../rules/outcome.ts";
import { SIGNALBOX } from "../rules/request.ts";
import { missingMarks, readHeads } from "../store/chain.ts";
import { readGround } from "../store/ground.ts";
import { forgetHashes } from "../store/posts.ts";
import { readWorkspaces, saveIdentity } from "../store/workspaces.ts";
import { act } from "./apply.ts";
import type { Context } from "./context.ts";
import type { SentAttempt } from "./marks.ts";
import { stop } from "./stop.ts";

/**
 * At the start and every few seconds: notices a restore of any workspace, freezes it, and moves the
 * marks on. Each claim looks for itself, under its lock.
 */
export async function noticeRestores(context: Context): Promise<void> {
  const { db, marks } = context;
  const identity = await readIdentity(db);
  const missing = await missingMarks(db, marks.of());
  const lost = new Set(missing.map(({ workspace }) => workspace));
  for (const { id, identity: known } of await readWorkspaces(db)) {
    if (known !== identity || lost.has(id)) await freezeRestored(context, id, {});
  }
  await marks.add(await readHeads(db));
}

const RESTORED = "The database was restored or replaced. What was sent since may be missing in it.";

/**
 * Freezes a workspace whose database is not the one that this process knew, recalls what it sent,
 * and forgets what Slack shows.
 */
export async function freezeRestored(
  context: Context,
  workspace: string,
  facts: Facts,
): Promise<void> {
  const { db, marks } = context;
  await db.transaction(workspace, async (tx) => {
    const found = { action: "restored", facts } as const;
    const [mark] = marks.of(workspace);
    const by = { by: SIGNALBOX, reason: RESTORED };
    await stop(context, tx, workspace, by, found, { longest: mark?.seq ?? 0 });
    await forgetHashes(tx, workspace);
    await saveIdentity(tx, workspace, await readIdentity(tx));
  });
  // Before the mark: where this process ends in between, the next start notices it again.
  for (const sent of marks.sent(workspace)) await recallAttempt(context, sent, { is: "unknown" });
  const { head } = await readGround(db, { workspace, request: null });
  await marks.replace({ workspace, ...head });
  context.log.error({ workspace, facts }, "the database was restored: nothing is sent");
}

/** Writes down an attempt that a restored database no longer knows. */
export async function recallAttempt(
  context: Context,
  { workspace, request, attempt }: SentAttempt,
  outcome: Outcome,
): Promise<void> {
  await act(context, {
    ref: { workspace, request },
    transition: (now, around) => recall(now, attempt, outcome, around),
  });
}
