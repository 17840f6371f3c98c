import type { StepKind } from "./faults.ts";

export class Killed extends Error {
  override readonly name = "Killed";
}

/** One run of a job, or one thing that a person does, inside a process that can be killed. */
export interface Task {
  name: string;
  /** Goes on until the next step, or to its end. */
  advance(): Promise<void>;
  /** Whatever it does next, it does not come to do it: the next `advance` is its last. */
  die(): void;
  isOver(): boolean;
  /** What it ended with; undefined while it goes on, and when it ended well. */
  error(): unknown;
}

/** A task says here that it is about to take a step, and waits until it may. */
export type Turn = (kind: StepKind, what: string) => Promise<void>;

export interface Stage {
  begin(name: string, work: (turn: Turn) => Promise<void>): Task;
}

/**
 * Tasks take turns: of all of them only one runs between two steps, so that the same choices give the same run. A step
 * of the kind `commit` cannot be waited at, since its transaction is open, nor one of the kind `people`, of which a task
 * takes several at once.
 */
export function createStage(
  onStep: (task: Task, kind: StepKind, what: string) => Promise<void>,
): Stage {
  return {
    begin(name, work) {
      let isDead = false;
      let over = false;
      let failure: unknown;
      let goOn = () => {};
      let stopped = () => {};

      const turn: Turn = async (kind, what) => {
        if (isDead) throw new Killed(`Dead before ${what}`);
        if (kind !== "commit" && kind !== "people") {
          const allowed = new Promise<void>((resolve) => {
            goOn = resolve;
          });
          stopped();
          await allowed;
        }
        if (isDead) throw new Killed(`Killed before ${what}`);
        await onStep(task, kind, what);
        if (isDead) throw new Killed(`Killed before ${what}`);
      };

      async function run(): Promise<void> {
        try {
          await work(turn);
        } catch (error) {
          failure = error;
        } finally {
          over = true;
          stopped();
        }
      }

      const untilItStops = (begin: () => void) =>
        new Promise<void>((resolve) => {
          stopped = resolve;
          begin();
        });
      let isBegun = false;

      const task: Task = {
        name,
        async advance() {
          if (over) return;
          if (isDead && !isBegun) {
            over = true;
            return;
          }
          await untilItStops(() => {
            if (isBegun) return goOn();
            isBegun = true;
            void run();
          });
        },
        die() {
          isDead = true;
        },
        isOver: () => over,
        error: () => failure,
      };
      return task;
    },
  };
}
