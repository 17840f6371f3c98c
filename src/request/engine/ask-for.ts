import type { Db, Tx } from "../../platform/database/db.ts";
import type { Around } from "../rules/around.ts";
import { type Asked, ask } from "../rules/ask.ts";
import type { Step } from "../rules/step.ts";
import { type Ground, readGround } from "../store/ground.ts";
import { type Applied, aroundOf, goOn, saveStep, unchanged, underLock } from "./apply.ts";
import { type Context, kindOf } from "./context.ts";

/** With the id and nonce made at the review: a second press finds its own request. */
type Wish = Pick<Asked, "content" | "by" | "askedIn">;

/** Makes a request of a person's wish, once. */
export async function askFor(context: Context, wish: Wish, delivery: string): Promise<Applied> {
  const { content, by } = wish;
  const { workspace, request } = content;
  const asking = { workspace, request, delivery, person: by };
  const standings = await context.people.standingsOf(workspace, [by], "minute");
  const make = async (tx: Tx): Promise<Applied | null> => {
    const ground = await readGround(tx, asking);
    if (ground.request?.requestedBy === by) return unchanged(ground.request);
    if (ground.request) return { ok: false, because: { is: "not-known" }, request: null };
    if (ground.broken) return { ok: false, because: { is: "broken" }, request: null };
    const step = await tryToAsk(context, tx, ground, { ...wish, standings });
    if (!step.ok) return { ...step, request: null };
    return saveStep(tx, ground, step, null, delivery);
  };
  const { db } = context;
  const applied = (await db.alone(workspace, make)) ?? (await underLock(db, workspace, make));
  goOn(context, applied);
  return applied;
}

/** What asking comes to on this ground. Saves nothing. */
export async function tryToAsk(
  context: Context,
  db: Db,
  ground: Ground,
  { standings, ...wish }: Wish & Pick<Around, "standings">,
): Promise<Step> {
  const { kinds, config } = context;
  const obstacle = await kindOf(kinds, wish.content).obstacle(db, wish.content, ground, config);
  const around = aroundOf(context, ground, { standings, begunAt: ground.now, obstacle });
  const { nextNumber: number, open } = ground;
  return ask({ ...wish, number, open }, around);
}
