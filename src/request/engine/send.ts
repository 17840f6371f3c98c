import type { RailApi } from "../../platform/rail-api/rail-api.ts";
import { claim } from "../rules/claim.ts";
import { isSent } from "../rules/content.ts";
import { peopleOf } from "../rules/may.ts";
import { type Outcome, record } from "../rules/outcome.ts";
import type { Request } from "../rules/request.ts";
import type { Due } from "../store/due.ts";
import { type Ground, readGround } from "../store/ground.ts";
import { type Applied, apply } from "./apply.ts";
import { type Context, kindOf, type Ref, uuid } from "./context.ts";
import { insist } from "./insist.ts";
import { freezeRestored, recallAttempt } from "./restore.ts";

/**
 * A process whose clock is further from the database's claims nothing: another one does.
 * Milliseconds.
 */
export const CLOCKS_DIFFER_MS = 30_000;

/**
 * A POST leaves at most this long after its claim began. Longer than that, others may have decided
 * without it.
 */
const LEAVES_WITHIN_MS = 5_000;

/**
 * Claims a request that is agreed, sends it once, and writes down how that ended. `due`: the take,
 * which the claim moves on.
 */
export async function send(
  context: Context,
  due: Due,
  request: Request,
  ground: Ground,
): Promise<Applied | "again"> {
  const ref = { workspace: request.workspace, request: request.id };
  if (Math.abs(Date.parse(ground.now) - context.now()) > CLOCKS_DIFFER_MS) {
    context.log.error("this process's clock is off by more than 30 s, so it sends nothing");
    return "again";
  }
  const judged = peopleOf(request);
  const isOld = createLateness(context);
  const asking = context.people.standingsOf(request.workspace, judged, "fresh");
  // What waited for Slack hears it first: a walk would be for nothing.
  const isWaiting = request.state.is === "ready" && request.state.because === "people";
  if (isWaiting && (await asking).size < judged.length) return "again";
  const kind = kindOf(context.kinds, request.content);
  // Each claim has a look of its own: an earlier one may be older than a restore.
  const canLook = kind.look && ground.forces.frozen === null;
  const looking = canLook ? kind.look?.(context, request) : "complete";
  const [looked, standings] = await Promise.all([looking, asking]);

  const attempt = isSent(request.content) ? uuid(context) : null;
  const isLate = createLateness(context);
  const claimed = await apply(context, {
    ref,
    ground,
    isClaim: true,
    // After a long walk they are asked anew.
    ...(!isOld() && { standings }),
    transition(now, { connection, ...around }) {
      // A token that may not read does not send either: people read what is wrong.
      const hasToken = looked !== "refused" && connection?.hasToken === true;
      return claim(
        now,
        { ...around, connection: connection && { ...connection, hasToken } },
        attempt,
      );
    },
  });
  if (!claimed.ok) {
    if (claimed.because.is === "restored") await freezeRestored(context, ref.workspace, {});
    return claimed;
  }
  const { state } = claimed.request;
  if (attempt === null || state.is !== "sending" || state.attempt !== attempt) return claimed;
  if (!claimed.held) return claimed;
  // Or another process would take the request over while a slow POST lasts.
  due.taken = claimed.held.due.taken;
  // Its card says so while the POST lasts.
  context.goOn({ ...claimed.held.due, loop: "sync" });
  const { settings } = claimed.held.ground.forces;
  const begun = { attempt, isLate, settings, mark: ground.connection?.mark ?? null };
  const outcome = await postOnce(context, claimed.request, begun);
  return recordOutcome(context, ref, attempt, outcome);
}

/** By both clocks: one may be set back, and the other may stand still with its machine. */
function createLateness({ now, elapsed }: Context): () => boolean {
  const [clock, count] = [now(), elapsed()];
  return () => Math.max(now() - clock, elapsed() - count) > LEAVES_WITHIN_MS;
}

/**
 * The POST of a claim. What is not certain to be still wanted, or comes late, is *not sent*:
 * nothing has left yet.
 */
async function postOnce(
  context: Context,
  request: Request,
  begun: { attempt: string; isLate: () => boolean; settings: number; mark: string | null },
): Promise<Outcome> {
  const { workspace, id, version } = request;
  const { attempt, isLate, settings, mark } = begun;
  const { post } = kindOf(context.kinds, request.content);
  if (!post) return { is: "not-sent" };
  let api: RailApi | null;
  try {
    const now = await readGround(context.db, { workspace, request: id });
    await context.marks.send({ workspace, ...now.head }, { workspace, request: id, attempt });
    const isSame = now.request?.version === version && now.request.state.is === "sending";
    const { connection } = now;
    const isSameToken = connection?.mark === mark;
    api = context.railApi(connection && { workspace, ...connection });
    // Somebody may have been taken out since.
    if (now.forces.settings !== settings) return { is: "not-sent" };
    if (!api || !isSame || now.forces.frozen !== null || !isSameToken || isLate()) {
      return { is: "not-sent" };
    }
  } catch (error) {
    context.log.error({ err: error }, "a claim was not followed by its POST");
    return { is: "not-sent" };
  }
  // Nothing is waited for in between: who stood still here would send too late.
  return post(context, request, api);
}

async function recordOutcome(
  context: Context,
  ref: Ref,
  attempt: string,
  outcome: Outcome,
): Promise<Applied> {
  return insist(context, async () => {
    const recorded = await apply(context, {
      ref,
      transition: (now, around) => record(now, attempt, outcome, around),
    });
    const isLost = !recorded.ok && !recorded.request?.attempts.includes(attempt);
    // First what the answer was: freezing recalls as unknown what is not settled.
    if (isLost) await recallAttempt(context, { ...ref, attempt }, outcome);
    context.marks.settle(attempt);
    if (isLost) await freezeRestored(context, ref.workspace, { attempt, outcome: outcome.is });
    return recorded;
  });
}
