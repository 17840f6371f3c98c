import { classOf } from "../../platform/log/error-facts.ts";
import { later, TAKE } from "../rules/pauses.ts";
import {
  type Due,
  extendDue,
  finishDue,
  LOOPS,
  type Loop,
  readNextDue,
  syncAgain,
  takeDue,
} from "../store/due.ts";
import type { Context } from "./context.ts";

/** False if another process has taken the work over meanwhile. */
type Handler = (context: Context, due: Due) => Promise<unknown>;
type Handlers = Readonly<Record<Loop, Handler>>;

/** Of each loop at most so many pieces are taken at a time. */
const AT_ONCE = 20;

/** How often a take is extended while the work lasts, in milliseconds. */
const EXTEND_MS = 2_000;

/** What lasts longer is drawn while it lasts, in milliseconds. */
const SETTLE_MS = 200;

/** What throws waits twice as long each time, and at most an hour. */
const LONGEST_WAIT = 3_600;

/**
 * Does what is due: what a commit of this process began at once, and what its turn has come for.
 */
export function createWork(handlers: Handlers) {
  /** By loop and row. `again`: something changed while it was under way. */
  const underWay = new Map<string, { done: Promise<void>; again: Due | null }>();
  const turns = new Map<Loop, string>();
  let isStopping = false;

  /** Never throws. Of one row one piece of work at a time; a second one follows the first. */
  function run(context: Context, due: Due): Promise<void> {
    const key = `${due.loop} ${due.workspace} ${due.id}`;
    const running = underWay.get(key);
    if (running) {
      running.again = due;
      return running.done;
    }
    const begun: { done: Promise<void>; again: Due | null } = {
      done: Promise.resolve(),
      again: null,
    };
    const doAll = async () => {
      for (let next: Due | null = due; next; next = begun.again) {
        if (next.loop === "sync") await settle(context, next);
        next = begun.again ?? next;
        begun.again = null;
        const isOurs = await runOnce(context, next);
        if (!isOurs && !begun.again && next.loop === "sync") {
          await syncAgain(context.db, next).catch(() => {});
        }
      }
      underWay.delete(key);
    };
    underWay.set(key, begun);
    begun.done = doAll();
    return begun.done;
  }

  /** Slack is not told of a step that is over at once. */
  async function settle(context: Context, { workspace, id }: Due): Promise<void> {
    const steps = underWay.get(`advance ${workspace} ${id}`);
    if (!steps) return;
    const over = new AbortController();
    const longEnough = context.wait(SETTLE_MS, over.signal).catch(() => {});
    await Promise.race([steps.done, longEnough]);
    over.abort();
  }

  async function runOnce(context: Context, due: Due): Promise<boolean> {
    const { loop, workspace, id, failures } = due;
    const over = new AbortController();
    // An ended wait is no failure, and an extension that fails costs no more than the take.
    extend(context, due, over.signal).catch(() => {});
    try {
      return (await handlers[loop](context, due)) !== false;
    } catch (error) {
      context.log.error({ err: error, loop, workspace, id, failures }, "due work failed");
      const seconds = Math.min(2 ** (failures + 1), LONGEST_WAIT);
      const next = later(due.taken, seconds - TAKE);
      // Where the database is away the take itself ends in a few seconds.
      return finishDue(context.db, due, next, failures + 1, classOf(error)).catch(() => true);
    } finally {
      over.abort();
    }
  }

  return {
    goOn(context: Context, due: Due): void {
      if (!isStopping) void run(context, due);
    },

    /**
     * Takes what is due now, of each workspace a little, and begins it. The number of things taken,
     * and their end.
     */
    async begin(context: Context): Promise<{ taken: number; done: Promise<unknown> }> {
      const taken: Due[] = [];
      const next = await readNextDue(context.db);
      for (const loop of LOOPS) {
        if (isStopping) break;
        if (next[loop] === null || next[loop] > next.now) continue;
        const busy: Record<string, number> = {};
        for (const key of underWay.keys()) {
          const [of, workspace = ""] = key.split(" ");
          if (of === loop) busy[workspace] = (busy[workspace] ?? 0) + 1;
        }
        const turn = turns.get(loop) ?? "";
        const due = await takeDue(context.db, loop, { limit: AT_ONCE, turn, busy });
        turns.set(loop, due.at(-1)?.workspace ?? turn);
        taken.push(...due);
      }
      return { taken: taken.length, done: Promise.all(taken.map((due) => run(context, due))) };
    },

    /** Resolves when nothing is under way any more. */
    async idle(): Promise<void> {
      while (underWay.size > 0) await Promise.all([...underWay.values()].map(({ done }) => done));
    },

    stop(): void {
      isStopping = true;
    },
  };
}

/** Longer than any walk. What hangs for ever is then another process's. */
const MOST_EXTENSIONS = 300;

/** Extends a take while its work lasts, whatever `taken` has become by then. */
async function extend(context: Context, due: Due, over: AbortSignal): Promise<void> {
  for (let times = 0; times < MOST_EXTENSIONS && !over.aborted; times += 1) {
    await context.wait(EXTEND_MS, over);
    const { taken } = due;
    const extended = await extendDue(context.db, due);
    if (extended && due.taken === taken) due.taken = extended.taken;
  }
}
