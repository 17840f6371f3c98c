import { noticeBroken } from "../request/engine/broken.ts";
import type { Context } from "../request/engine/context.ts";
import { later } from "../request/rules/pauses.ts";
import { checkChain } from "../request/store/chain.ts";
import { type Due, finishDue } from "../request/store/due.ts";
import { readGround } from "../request/store/ground.ts";
import { readRequests } from "../request/store/requests.ts";
import { readLost, saveChecked } from "../request/store/signed-rows.ts";
import type { Broken } from "../request/store/stored-rows.ts";

/** How often everything that is signed is checked, in seconds. */
const EVERY = 86_400;

/** So many findings of each kind call people; who changed more has been noticed. */
const MOST_FOUND = 10;

/** Once a day: whether all that is signed is there, and as we wrote it. */
export async function checkAudit(context: Context, due: Due): Promise<void> {
  const { db } = context;
  const { workspace, taken } = due;
  const { head } = await readGround(db, { workspace, request: null });
  const gaps: Broken[] = [];
  // Behind a gap the check goes on: later changes are found as well.
  for (let from = 1; from <= head.seq && gaps.length < MOST_FOUND; ) {
    const gap = await checkChain(db, workspace, from, head.seq);
    if (!gap) break;
    gaps.push(gap);
    from = gap.seq + 1;
  }
  const lost = await readLost(db, workspace);
  const { broken: requests } = await readRequests(db, workspace, {});
  for (const each of [gaps, lost, requests].flatMap((found) => found.slice(0, MOST_FOUND))) {
    await noticeBroken(context, workspace, each);
  }
  await saveChecked(db, workspace);
  await finishDue(db, due, later(taken, EVERY));
}
