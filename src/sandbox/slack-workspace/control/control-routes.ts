import { Hono, type Context as HonoContext } from "hono";
import { z } from "zod";
import type { Context } from "../context.ts";
import { bodyOf, PageError } from "../page-routes/page-error.ts";
import type { PageFrame } from "../page-routes/panel.ts";
import { METHODS } from "../web-api/routes.ts";
import { faultAction, faultSettings, switchedOn } from "./faults.ts";

const LONGEST_STEP_MS = 366 * 24 * 3_600_000;

/** A ts has more digits than a number can count exactly in about two hundred years. */
const FURTHEST_AHEAD_MS = 100 * LONGEST_STEP_MS;

const plannedFault = z.strictObject({
  method: z.enum(Object.keys(METHODS)),
  fault: z.union(
    [
      z.strictObject({ error: z.string().regex(/^[a-z_]+$/) }),
      z.strictObject({ retryAfterSeconds: z.int().min(1).max(3_600) }),
      z.strictObject({ answer: z.literal("lost") }),
    ],
    { error: 'must be { "error": name }, { "retryAfterSeconds": n } or { "answer": "lost" }' },
  ),
  times: z.int().min(1).max(1_000).default(1),
});

const faultsWanted = z.strictObject({
  set: faultSettings.optional(),
  plan: plannedFault.optional(),
});

const clockWanted = z.strictObject({
  reset: z.literal(true).optional(),
  advanceMs: z.int().min(1).max(LONGEST_STEP_MS).optional(),
});

/**
 * The control room, for the page and for other processes; no part of Slack. Faults and clock
 * belong to the whole server. Each change answers with the new state, an unreadable one with 422.
 *
 * - `GET /sandbox/state`: the clock, which switches are on, and the planned faults.
 * - `POST /sandbox/faults`: `{ "set": { "isDown": true } }`, names and values as in `faults.ts`; or
 *   `{ "plan": { "method": "auth.test", "fault": { "error": "not_authed" }, "times": 2 } }`.
 * - `POST /sandbox/faults/cutSockets`, and the other actions of `faults.ts` and of `others`.
 * - `POST /sandbox/faults/none`: ends every fault.
 * - `POST /sandbox/clock`: `{ "advanceMs": 60000 }`, or `{ "reset": true }` for the machine's time.
 *
 * The page's event stream, `GET /page/events`, says when something has changed.
 */
export function controlRoutes(context: Context, frame: PageFrame): Hono {
  const { faults, clock } = context;
  const change = (carryOut: (http: HonoContext) => unknown) => async (http: HonoContext) => {
    await carryOut(http);
    return http.json(controlState(context));
  };

  const setFaults = change(async (http) => {
    const { set, plan } = await bodyOf(http, faultsWanted);
    Object.assign(faults, set);
    if (plan) faults.failNext(plan.method, plan.fault, plan.times);
  });
  const endFaults = change(() => {
    faults.clear();
    for (const other of frame.faults) other.clear();
  });
  const act = change((http) => {
    const action = http.req.param("action") ?? "";
    const other = frame.faults.find(({ actions }) => actions.some(({ name }) => name === action));
    if (other) return other.run(action, http.req.query("team") ?? context.seed.team.id);
    const { data: own } = faultAction.safeParse(action);
    if (!own) throw new PageError("unknown_action", "There is no such fault.");
    return faults[own]();
  });
  const moveClock = change(async (http) => {
    const { reset, advanceMs = 0 } = await bodyOf(http, clockWanted);
    if (reset) clock.reset();
    if (clock.aheadMs() + advanceMs > FURTHEST_AHEAD_MS) {
      throw new PageError("too_far", "The clock can be at most a hundred years ahead.");
    }
    clock.advance(advanceMs);
  });

  const routes = new Hono()
    .get("/state", (http) => http.json(controlState(context)))
    .post("/faults", setFaults)
    .post("/faults/none", endFaults)
    .post("/faults/:action", act)
    .post("/clock", moveClock);
  routes.onError((error, http) => {
    if (!(error instanceof PageError)) throw error;
    return http.json({ error: error.code, message: error.message }, 422);
  });
  return routes;
}

export type ControlState = ReturnType<typeof controlState>;

const controlState = ({ faults, clock }: Context) => ({
  clock: { now: clock.now(), aheadMs: clock.aheadMs() },
  on: switchedOn(faults),
  planned: faults.planned(),
});
