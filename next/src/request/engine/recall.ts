import { readIdentity } from "../../platform/database/identity.ts";
import { type Outcome, recall } from "../rules/outcome.ts";
import { missingMarks, readHeads } from "../store/chain.ts";
import { readWorkspaces, saveIdentity } from "../store/workspaces.ts";
import { type Applied, act } from "./apply.ts";
import type { Context } from "./context.ts";
import type { SentAttempt } from "./marks.ts";
import { freezeRestored } from "./restore.ts";

/**
 * At the start and every few seconds: notices a restore of any workspace, freezes it, and moves the
 * marks on.
 */
export async function noticeRestores(context: Context): Promise<void> {
  const { db, marks } = context;
  const identity = await readIdentity(db);
  const missing = await missingMarks(db, marks.of());
  const lost = new Set(missing.map(({ workspace }) => workspace));
  for (const { id, identity: known } of await readWorkspaces(db)) {
    // A new workspace's row: nothing was sent yet.
    if (known === null) await saveIdentity(db, id, identity);
    else if (known !== identity || lost.has(id)) {
      await freezeRestored(context, id, {});
      for (const sent of marks.sent(id)) await recallAttempt(context, sent, { is: "unknown" });
    }
  }
  await marks.add(await readHeads(db));
}

/** Writes down an attempt that a restored database no longer knows. */
export function recallAttempt(
  context: Context,
  { workspace, request, attempt }: SentAttempt,
  outcome: Outcome,
): Promise<Applied> {
  return act(context, {
    ref: { workspace, request },
    delivery: null,
    by: null,
    age: null,
    transition: (now, around) => recall(now, attempt, outcome, around),
  });
}
