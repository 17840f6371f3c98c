import { ask } from "../rules/ask.ts";
import type { Content } from "../rules/content.ts";
import type { Place } from "../rules/request.ts";
import { readGround } from "../store/ground.ts";
import { type Applied, aroundOf, goOn, obstacleTo, saveStep, unchanged } from "./apply.ts";
import type { Context } from "./context.ts";

interface Wish {
  /** With the id and nonce made at the review: a second press finds its own request. */
  content: Content;
  by: string;
  askedIn: Place;
  delivery: string;
}

/** Makes a request of a person's wish, once. */
export async function askFor(
  context: Context,
  { content, by, askedIn, delivery }: Wish,
): Promise<Applied> {
  const { workspace, request } = content;
  const asking = { workspace, request, delivery, person: by };
  const standings = await context.people.standingsOf(workspace, [by], "minute");
  const applied = await context.db.transaction(workspace, async (tx): Promise<Applied> => {
    const ground = await readGround(tx, asking);
    if (ground.request) {
      const isOwn = ground.request.requestedBy === by;
      return isOwn ? unchanged(ground.request) : { ok: false, because: NOT_OWN, request: null };
    }
    if (ground.broken) return { ok: false, because: { is: "broken" }, request: null };
    const obstacle = await obstacleTo(context, tx, content, ground);
    const around = aroundOf(context, ground, { standings, begunAt: ground.now, obstacle });
    const { nextNumber: number, open } = ground;
    const step = ask({ content, by, askedIn, number, open }, around);
    if (!step.ok) return { ...step, request: null };
    return saveStep(tx, ground, step, obstacle, delivery);
  });
  goOn(context, applied);
  return applied;
}

const NOT_OWN = { is: "not-known" } as const;
