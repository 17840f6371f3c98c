import { later, TAKE } from "../rules/pauses.ts";
import { type Due, finishDue, type Loop, takeDue } from "../store/due.ts";
import type { Context } from "./context.ts";

type Handler = (context: Context, due: Due) => Promise<void>;
export type Handlers = Readonly<Partial<Record<Loop, Handler>>>;

/** Of each loop at most so many pieces of work at once in a process. */
const AT_ONCE = 10;

/** What throws waits twice as long each time, and at most an hour. */
const LONGEST_WAIT = 3_600;

export type Work = ReturnType<typeof createWork>;

/** Does what is due: what a commit of this process began at once, and what its turn has come for. */
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
        begun.again = null;
        await runOnce(context, next);
      }
      underWay.delete(key);
    };
    underWay.set(key, begun);
    begun.done = doAll();
    return begun.done;
  }

  async function runOnce(context: Context, due: Due): Promise<void> {
    const { loop, workspace, id, taken, failures } = due;
    try {
      await handlers[loop]?.(context, due);
    } catch (error) {
      context.log.error({ err: error, loop, workspace, id, failures }, "due work failed");
      const seconds = Math.min(2 ** (failures + 1), LONGEST_WAIT);
      // Where the database is away the take itself ends in a few seconds.
      await finishDue(context.db, due, later(taken, seconds - TAKE), failures + 1).catch(() => {});
    }
  }

  return {
    goOn(context: Context, due: Due): void {
      if (!isStopping) void run(context, due);
    },

    /** Takes what is due now, of each workspace a little, and does it. The number of things done. */
    async once(context: Context): Promise<number> {
      const taken: Due[] = [];
      for (const loop of ["advance", "sync", "walk", "workspace"] as const) {
        if (isStopping || !handlers[loop]) continue;
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
      await Promise.all(taken.map((due) => run(context, due)));
      return taken.length;
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
