import { Hono } from "hono";
import { z } from "zod";
import type { Context } from "../context.ts";
import { bodyOf } from "../page-routes/body-of.ts";
import { PageError } from "../page-routes/page-error.ts";
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

interface Deps {
  /** The number of open Socket Mode connections. */
  connections: () => number;
  /** It has the faults of other parts of the sandbox. */
  frame: PageFrame;
}

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
export function controlRoutes(context: Context, { connections, frame }: Deps): Hono {
  const { faults, clock } = context;
  const state = () => controlState(context, connections(), frame);

  const routes = new Hono()
    .get("/state", (http) => http.json(state()))
    .post("/faults", async (http) => {
      const { set, plan } = await bodyOf(http, faultsWanted);
      Object.assign(faults, set);
      if (plan) faults.failNext(plan.method, plan.fault, plan.times);
      return http.json(state());
    })
    .post("/faults/none", (http) => {
      faults.clear();
      for (const other of frame.faults) other.clear();
      return http.json(state());
    })
    .post("/faults/:action", (http) => {
      const action = http.req.param("action");
      const other = frame.faults.find(({ actions }) => actions.some(({ name }) => name === action));
      if (other) {
        other.run(action, http.req.query("team") ?? context.seed.team.id);
        return http.json(state());
      }
      const { data: own } = faultAction.safeParse(action);
      if (!own) throw new PageError("unknown_action", "There is no such fault.");
      faults[own]();
      return http.json(state());
    })
    .post("/clock", async (http) => {
      const { reset, advanceMs } = await bodyOf(http, clockWanted);
      if (reset) clock.reset();
      if (clock.aheadMs() + (advanceMs ?? 0) > FURTHEST_AHEAD_MS) {
        throw new PageError("too_far", "The clock can be at most a hundred years ahead.");
      }
      if (advanceMs) clock.advance(advanceMs);
      return http.json(state());
    });

  routes.onError((error, http) => {
    if (!(error instanceof PageError)) throw error;
    return http.json({ error: error.code, message: error.message }, 422);
  });
  return routes;
}

export type ControlState = ReturnType<typeof controlState>;

const controlState = ({ faults, clock }: Context, connections: number, frame: PageFrame) => ({
  clock: { now: clock.now(), aheadMs: clock.aheadMs() },
  on: switchedOn(faults),
  planned: faults.planned(),
  connections,
  others: frame.faults.map(({ label, planned }) => ({ label, planned: planned() })),
});
