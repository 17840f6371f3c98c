import { expire, isExpired, recount } from "../rules/claim.ts";
import { applyLook } from "../rules/look.ts";
import { fillIn, interrupt, readBack } from "../rules/outcome.ts";
import { dueAt, lastLook, later } from "../rules/pauses.ts";
import { issuedRail, type Request } from "../rules/request.ts";
import { type Due, finishDue } from "../store/due.ts";
import { type Ground, readGround } from "../store/ground.ts";
import { type Applied, type Asked, apply, unchanged } from "./apply.ts";
import { noticeBroken } from "./broken.ts";
import { type Context, kindOf } from "./context.ts";
import { send } from "./send.ts";

/** Seconds until something that could not be read now is tried again. */
const AGAIN = 5;

/**
 * Does what is due about a request, step after step, until it waits for time or for people. Called
 * by whoever has taken it. All of it may run twice, late, or beside itself: what must not happen
 * twice rests on the claim alone.
 */
export async function advance(context: Context, due: Due): Promise<void> {
  const { workspace, id } = due;
  let ground = due.ground ?? (await readGround(context.db, { workspace, request: id }));
  for (;;) {
    const { request, now } = ground;
    const finish = async (nextAt: string | null) => void (await finishDue(context.db, due, nextAt));
    if (!request) {
      if (ground.broken) await noticeBroken(context, workspace, ground.broken);
      return finish(null);
    }
    const applied = await stepOf(context, due, request, ground);
    if (applied === "again") return finish(later(now, AGAIN));
    if (!applied.ok || !applied.held) {
      const next = dueAt(request, { now, obstacle: null });
      return finish(next !== null && next <= now ? later(now, AGAIN) : next);
    }
    const { held } = applied;
    context.goOn({ ...held.due, loop: "sync" });
    if (!held.isDue) return;
    ground = held.ground;
    due.taken = held.due.taken;
  }
}

/** `again`: nothing was learned, so nothing changes. */
async function stepOf(
  context: Context,
  due: Due,
  request: Request,
  ground: Ground,
): Promise<Applied | "again"> {
  const kind = kindOf(context.kinds, request.content);
  const ref = { workspace: request.workspace, request: request.id };
  // By what is read now: the service has been asked meanwhile.
  const take = (transition: Asked["transition"]) => apply(context, { ref, transition });
  switch (request.state.is) {
    case "pending":
      if (isExpired(request, ground.now)) return take(expire);
      return apply(context, { ref, ground, age: "fresh", transition: recount });
    case "ready":
      if (isExpired(request, ground.now)) return take(expire);
      return send(context, due, request, ground);
    case "sending":
      return take(interrupt);
    case "unknown": {
      const last = lastLook(request.state.since, ground.now);
      // A finished walk wakes all who wait for one: walking again for each would never end.
      if (last !== null && (ground.look?.beganAt ?? "") < last) await kind.look?.(context, request);
      return take(applyLook);
    }
    case "created": {
      const read = await kind.read?.(context, request, request.state.railId);
      if (typeof read !== "object" && read !== "not-found") return "again";
      const shown = read === "not-found" ? null : read;
      return take((now, around) => readBack(now, shown, around));
    }
    case "done": {
      const rail = issuedRail(request);
      const shown = rail && (await kind.read?.(context, request, rail.railId));
      if (!shown || typeof shown !== "object") return unchanged(request);
      return take((now) => fillIn(now, shown));
    }
    case "stuck": {
      const { question, railKeys } = request.state;
      // The list alone does not answer this one.
      const read =
        question === "not-shown" ? await kind.read?.(context, request, railKeys[0] ?? "") : {};
      return typeof read === "object" ? take(applyLook) : unchanged(request);
    }
    case "closed":
      return unchanged(request);
  }
}
