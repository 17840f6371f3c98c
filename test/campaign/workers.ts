import { WORK } from "../../src/capabilities.ts";
import type { QueuedJob } from "../../src/platform/queue/job.ts";
import { longestPause } from "../../src/platform/queue/queues.ts";
import { bindJobs } from "../../src/wiring/bind-work.ts";
import type { StepKind } from "./faults.ts";
import { isKnown } from "./handlers.ts";
import type { History } from "./history.ts";
import type { Act } from "./people.ts";
import type { Plan } from "./plans.ts";
import type { Queued, Scene } from "./scene.ts";
import type { Task } from "./steps.ts";
import { createStage, Killed } from "./steps.ts";

export interface Running {
  task: Task;
  /** Its number, 0 or 1: both run the same code on one database. */
  process: number;
  queued?: Queued;
  act?: Act;
  /** It stands still while others go on, in the middle of a step. */
  isHeld?: boolean;
  /** The database does not remember that it was begun. */
  isForgotten?: boolean;
}

const DRAWS: readonly string[] = ["update-approval-card", "raise-alarm"];
const isDrawing = ({ job }: Queued) => DRAWS.includes(job.name);

const pauseOf = (name: string) =>
  Math.max(...WORK.jobs.filter((job) => job.name === name).map(longestPause));

export type Workers = ReturnType<typeof createWorkers>;

/** Two processes with one queue: what they run takes turns, fails, is tried again, and dies with its process. */
export function createWorkers(
  scene: Scene,
  plan: Plan,
  history: History,
  {
    note,
    onStep,
  }: {
    note(what: string): void;
    onStep(task: Task, kind: StepKind, what: string): Promise<void>;
  },
) {
  const { database, now } = scene;
  const stage = createStage(onStep);
  let queue: Queued[] = [];
  let running: Running[] = [];
  let dying: number | "all" | undefined;

  function start({ queued, act, process }: Omit<Running, "task">): Running {
    const name = queued ? `${process}/${queued.job.name}` : `${process}/${act?.name}`;
    const task = stage.begin(name, async (turn) => {
      if (queued) await bindJobs(scene.depsFor(turn))(queued.job.name, queued.job.request);
      if (act) await act.run(scene.depsFor(turn));
    });
    const begun: Running = { task, process, ...(queued && { queued }), ...(act && { act }) };
    running.push(begun);
    return begun;
  }

  const free = () => running.filter(({ isHeld }) => !isHeld);

  async function toItsEnd(one: Running): Promise<void> {
    while (!one.task.isOver()) await advance(one);
  }

  async function advance(one: Running): Promise<void> {
    await one.task.advance();
    collect();
    if (one.task.isOver()) end(one);
    if (dying === undefined) return;
    const dead = dying;
    dying = undefined;
    for (const each of [...running]) {
      if (dead !== "all" && each.process !== dead) continue;
      each.task.die();
      // What is held comes to its end where it is held.
      if (each.isHeld) continue;
      await each.task.advance();
      end(each);
    }
  }

  /** A job that failed is tried again after a pause; one whose process was killed soon is. */
  function end(one: Running): void {
    if (!running.includes(one)) return;
    running = running.filter((each) => each !== one);
    const { queued } = one;
    const error = one.task.error();
    if (error === undefined) {
      if (queued) queue = queue.filter((each) => each !== queued);
      return;
    }
    note(`${one.task.name} ended: ${error instanceof Error ? error.message : String(error)}`);
    if (!(error instanceof Killed) && !isKnown(error)) history.errors.push(String(error));
    if (one.isForgotten || !queued) return;
    queued.tries += 1;
    const pause = error instanceof Killed ? 5_000 : Math.min(2 ** queued.tries, 120) * 1_000;
    queued.due = new Date(Date.parse(now.value) + pause).toISOString();
    if (queued.tries > 9) queue = queue.filter((each) => each !== queued);
  }

  /** What was enqueued by transactions that have committed meanwhile. */
  function collect(): void {
    for (const job of database.jobs.splice(0)) {
      if (job.isWakeUp && queue.some(isSoon(job))) continue;
      if (plan.manners.losesLaterJobs && (job.startAfter ?? "") > now.value) continue;
      // The first of several that draw the same card now draws what is true, and the others find it drawn.
      if (DRAWS.includes(job.name) && dueJobs().some(isSoon(job))) continue;
      queue.push({ job, tries: 0, due: job.startAfter ?? now.value });
    }
  }

  const isSoon = (job: QueuedJob) => (each: Queued) =>
    each.job.name === job.name &&
    each.job.request.requestId === job.request.requestId &&
    Date.parse(each.due) <= Date.parse(now.value) + (pauseOf(job.name) + 30) * 1_000;

  /** Those that draw come last: what they would draw first is past in a moment. */
  const dueJobs = () =>
    queue
      .filter((each) => each.due <= now.value && !running.some(({ queued }) => queued === each))
      .sort((one, other) => Number(isDrawing(one)) - Number(isDrawing(other)));

  return {
    start,
    free,
    toItsEnd,
    advance,
    collect,
    dueJobs,
    running: () => running,
    /** When the first is due of those that are not due now. */
    nextDue: () =>
      queue
        .map(({ due }) => due)
        .filter((due) => due > now.value)
        .sort()
        .at(0),
    queued: () => queue.map((each) => ({ ...each })),
    /** What waited is forgotten; what runs goes on. */
    setQueue(to: readonly Queued[]): void {
      queue = to.map((each) => ({ ...each, tries: 0 }));
    },
    /** A process dies at the step that one of its tasks has come to. */
    kill(process: number): void {
      dying = process;
    },
    /** Both die, and the database does not remember what they had begun. */
    killAll(): void {
      for (const each of running) {
        each.task.die();
        each.isForgotten = true;
      }
      dying = "all";
    },
  };
}
