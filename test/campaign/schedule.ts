import { DrawnMeanwhile } from "../../src/jobs/draw-card.ts";
import { postInstructions } from "../../src/jobs/post-instructions.ts";
import { raiseAlarm } from "../../src/jobs/raise-alarm.ts";
import { updateApprovalCard } from "../../src/jobs/update-approval-card.ts";
import { applyCommand } from "../../src/services/apply-command.ts";
import { createRail } from "../../src/services/create-rail.ts";
import { freezeSending, keepMarker } from "../../src/services/freeze.ts";
import { MessengerError } from "../../src/services/messenger-error.ts";
import type { Job, Mark } from "../../src/services/ports.ts";
import { RailApiError } from "../../src/services/rail-api-error.ts";
import { readRails } from "../../src/services/read-rails.ts";
import { reconcileRail } from "../../src/services/reconcile-rail.ts";
import { IncompleteWalk } from "../../src/services/scan-rails.ts";
import { StandingsNotKnown } from "../../src/services/standings.ts";
import { sweep } from "../../src/services/sweep.ts";
import { verifyRail } from "../../src/services/verify-rail.ts";
import { StoreError } from "../../src/store/store-error.ts";
import { CAL, DAN } from "../support/builders.ts";
import type { TestStore } from "../support/store.ts";
import type { FaultKind, PlannedFault, StepKind } from "./faults.ts";
import { faultsAt } from "./faults.ts";
import type { Broken } from "./judge.ts";
import { judge, judgeDrawing, judgePost } from "./judge.ts";
import type { Act, Known, Manners } from "./people.ts";
import { nextAct, withdrawingNow } from "./people.ts";
import { randomFrom } from "./random.ts";
import type { CampaignDeps, Queued, Scene } from "./scene.ts";
import { APPROVALS_CHANNEL, openScene } from "./scene.ts";
import type { Snapshot } from "./snapshot.ts";
import { restore, takeSnapshot } from "./snapshot.ts";
import type { Task } from "./steps.ts";
import { createStage, Killed } from "./steps.ts";
import { forge, tamper } from "./tamper.ts";

/** One run of the whole: what happens in it follows from this alone. */
export interface Plan {
  number: number;
  seed: number;
  name: string;
  faults: readonly PlannedFault[];
  manners: Manners;
  /** Jobs and people take turns at random; otherwise one after the other. */
  isInterleaved: boolean;
}

export interface Ending {
  plan: Plan;
  broken: Broken[];
  trace: readonly string[];
  /** The kinds of its steps, in order: where faults can strike. */
  steps: readonly StepKind[];
  requests: readonly { status: string; hasRail: boolean; isTagEchoed: boolean }[];
  rails: number;
  kills: number;
  restores: number;
}

/** What the judge has to know of what happened. */
export interface History {
  known: Known;
  /** Struck, in their order. */
  struck: FaultKind[];
  /** Whose stored bytes somebody has changed. */
  tampered: Set<string>;
  /** Between a restore that the marker shows and the resumption by people. */
  mustBeFrozen: boolean;
  /** The last audit entry that the restore has left. */
  restoredAt: number;
  /** After a restore, until the next whole reading of the list: nobody can know what was forgotten. */
  isForgetful: boolean;
  /** Restored without the marker, while the service did not show what it had done. */
  isExcused: boolean;
  errors: string[];
}

interface Running {
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

const MOST_STEPS = 6_000;
const MOST_ROUNDS = 90;
const MOST_TRIES = 4;
const DRAWS: readonly Job["name"][] = ["update-approval-card", "raise-alarm"];
const isDrawing = ({ job }: Queued) => DRAWS.includes(job.name);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Plays a schedule to its end, and judges it. */
export async function playSchedule(
  database: TestStore,
  nowhere: string,
  plan: Plan,
): Promise<Ending> {
  const random = randomFrom(plan.seed);
  const trace: string[] = [];
  const broken: Broken[] = [];
  const history: History = {
    known: {
      asked: new Map(),
      approved: new Map(),
      released: new Map(),
      ended: new Set(),
      restores: 0,
    },
    struck: [],
    tampered: new Set(),
    mustBeFrozen: false,
    restoredAt: 0,
    isForgetful: false,
    isExcused: false,
    errors: [],
  };
  const scene: Scene = await openScene(database, nowhere, random, {
    onPost: async (metadata, look) =>
      void broken.push(...(await judgePost(scene, history, metadata, look))),
    onDrawn: async (message) => void broken.push(...(await judgeDrawing(scene, history, message))),
  });
  const player = createPlayer(scene, plan, history, trace);
  try {
    await player.play();
    broken.push(...history.errors.map((what) => ({ promise: "no unknown error", what })));
    if (player.isEndless()) broken.push({ promise: "every schedule comes to rest", what: "" });
    const verdict = await judge(scene, history);
    return {
      plan,
      broken: [...broken, ...verdict.broken],
      trace,
      steps: player.steps,
      requests: verdict.requests,
      rails: scene.service.held().filter(({ tag }) => tag).length,
      kills: player.kills(),
      restores: history.struck.filter((kind) => kind.startsWith("restored")).length,
    };
  } finally {
    database.jobs.length = 0;
    await scene.close();
  }
}

function createPlayer(scene: Scene, plan: Plan, history: History, trace: string[]) {
  const { database, workspaceId, now, random } = scene;
  const direct = scene.depsFor();
  const steps: StepKind[] = [];
  const stage = createStage(onStep);
  let queue: Queued[] = [];
  let running: Running[] = [];
  let faults = [...plan.faults];
  let snapshots: { snapshot: Snapshot; queue: Queued[]; marks: readonly Mark[] }[] = [];
  let kills = 0;
  let isEndless = false;
  let lastRead = Date.parse(now.value);
  const acted = new Map<string, { times: number; last: number }>();
  const wantsSnapshots = faults.some(({ kind }) => kind.startsWith("restored"));
  let dying: number | "all" | undefined;

  const note = (what: string) => {
    if (process.env.DBG) console.error(what);
    trace.push(`${now.value.slice(5, 19)} ${what}`);
  };
  const passTime = (ms: number) => {
    now.value = new Date(Date.parse(now.value) + ms).toISOString();
  };

  async function onStep(task: Task, kind: StepKind, what: string): Promise<void> {
    steps.push(kind);
    passTime(1);
    note(`${task.name}: ${what}`);
    const possible = faultsAt(kind);
    const place = faults.findIndex(
      (fault) => fault.from <= steps.length && possible.includes(fault.kind),
    );
    const [fault] = place < 0 ? [] : faults.splice(place, 1);
    if (!fault) return;
    note(`!!! ${fault.kind} (${fault.choice.toFixed(2)})`);
    history.struck.push(fault.kind);
    await strike(fault, task);
  }

  async function strike({ kind, choice }: PlannedFault, task: Task): Promise<void> {
    const own = running.find((each) => each.task === task);
    if (own) own.isHeld = true;
    await struckBy({ kind, choice }, task, own);
    if (own) own.isHeld = false;
  }

  async function struckBy(
    { kind, choice }: Pick<PlannedFault, "kind" | "choice">,
    task: Task,
    own: Running | undefined,
  ): Promise<void> {
    switch (kind) {
      case "killed":
        kills += 1;
        dying = own?.process ?? 0;
        task.die();
        return;
      case "second-worker":
        if (own?.queued) await toItsEnd(start({ queued: own.queued, process: 1 - own.process }));
        return;
      case "long-pause": {
        for (const other of free()) await toItsEnd(other);
        await rest(1 + Math.floor(choice * 30));
        return;
      }
      case "jobs-lost":
        queue = [];
        return;
      case "clock-forward":
        return passTime(MINUTE + choice * 26 * 60 * MINUTE);
      case "clock-back":
        return passTime(-MINUTE - choice * 10 * MINUTE);
      case "restored":
      case "restored-without-marker":
        return restoreTo(choice, kind === "restored");
      case "frozen-by-approver": {
        const delivery = random.uuid();
        await freezeSending(direct, { workspaceId, by: DAN, reason: "Stop", delivery });
        return;
      }
      case "withdrawn-now": {
        const [first] = [...history.known.asked.keys()];
        const request =
          first && (await database.store.findRequest({ workspaceId, requestId: first }));
        if (request) await withdrawingNow(request, history.known).run(direct);
        return;
      }
      case "request-tampered":
        return tamper(scene, history);
      case "approvals-forged":
        return forge(scene);
      case "card-deleted": {
        const cards = scene.slack.messages().filter(({ threadTs }) => threadTs === undefined);
        const [card] = cards.filter(({ channelId }) => channelId === APPROVALS_CHANNEL);
        if (card) scene.slack.remove(card.channelId, card.ts);
        return;
      }
      case "channel-gone":
        return scene.slack.setGone(APPROVALS_CHANNEL, true);
      case "post-taken-answer-lost":
      case "slack-down":
        scene.slackFault.next = kind;
        return;
      case "standing-not-known":
        scene.standings[CAL] = "not-known";
        return;
      case "approver-deactivated":
        scene.standings[CAL] = "deactivated";
        return;
      default:
        return scene.service.strike(kind, choice);
    }
  }

  async function restoreTo(choice: number, isMarkerKept: boolean): Promise<void> {
    const earlier = snapshots[Math.floor(choice * snapshots.length)];
    if (!earlier) return;
    const before = (await database.store.lastEntry(workspaceId))?.sequence ?? 0;
    await restore(database.db, workspaceId, earlier.snapshot);
    queue = earlier.queue.map((each) => ({ ...each, tries: 0 }));
    history.isForgetful = true;
    history.known.restores += 1;
    // Neither the marker nor the service shows what has happened: nobody could know.
    if (!isMarkerKept && scene.service.hasSecrets()) history.isExcused = true;
    if (!isMarkerKept) scene.marks.value = earlier.marks;
    const audit = await database.store.listAudit(workspaceId);
    const marked = scene.marks.value.map(({ sequence }) => sequence);
    note(`restored from ${before} audit entries to ${audit.length}, marked ${marked.join()}`);
    // Of a second restore only what it loses counts: who let the first go on may be lost in it.
    history.mustBeFrozen = !scene.marks.value.every((mark) =>
      audit.some(({ hash }) => hash === mark.hash),
    );
    if (history.mustBeFrozen) history.restoredAt = audit.length;
    for (const each of running) {
      each.task.die();
      each.isForgotten = true;
    }
    dying = "all";
    await keepMarker(direct, workspaceId);
  }

  function start({ queued, act, process }: Omit<Running, "task">): Running {
    const name = queued ? `${process}/${queued.job.name}` : `${process}/${act?.name}`;
    const task = stage.begin(name, async (turn) => {
      if (queued) await handle(scene.depsFor(turn), queued.job);
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
      // Of several that draw the same card now, the first draws what is true, and the others find it drawn.
      if (DRAWS.includes(job.name) && dueJobs().some(isSoon(job))) continue;
      queue.push({ job, tries: 0, due: job.startAfter ?? now.value });
    }
  }

  const isSoon = (job: Job) => (each: Queued) =>
    each.job.name === job.name &&
    each.job.request.requestId === job.request.requestId &&
    Date.parse(each.due) <= Date.parse(now.value) + 150_000;

  /** Those that draw come last: what they would draw first is past in a moment. */
  const dueJobs = () =>
    queue
      .filter((each) => each.due <= now.value && !running.some(({ queued }) => queued === each))
      .sort((one, other) => Number(isDrawing(one)) - Number(isDrawing(other)));

  async function pause(): Promise<void> {
    if (wantsSnapshots && snapshots.length < 60) {
      const snapshot = await takeSnapshot(database.db, workspaceId);
      snapshots.push({
        snapshot,
        queue: queue.map((each) => ({ ...each })),
        marks: scene.marks.value,
      });
    }
  }

  /** Until nothing is due and nobody wants anything. */
  async function untilQuiet(): Promise<void> {
    while (steps.length < MOST_STEPS) {
      await scene.service.deliverDue();
      collect();
      const [first] = dueJobs();
      const isFull = free().length >= (plan.isInterleaved ? 3 : 1);
      if (free().length > 0 && (isFull || !first || random.chance(0.7))) {
        await advance(random.pick(free()));
      } else if (first) {
        await pause();
        start({
          queued: plan.isInterleaved ? random.pick(dueJobs()) : first,
          process: random.below(2),
        });
      } else {
        const act = await wanted();
        if (!act) return;
        await pause();
        start({ act, process: random.below(2) });
      }
    }
    isEndless = true;
  }

  /** Nobody tries the same thing again and again without waiting a while. */
  async function wanted(): Promise<Act | undefined> {
    const act = await nextAct(scene, plan.manners, history.known);
    if (!act) return undefined;
    const { times, last } = acted.get(act.name) ?? { times: 0, last: 0 };
    const time = Date.parse(now.value);
    if (times >= MOST_TRIES || time - last < 5 * MINUTE) return undefined;
    acted.set(act.name, { times: times + 1, last: time });
    return act;
  }

  async function chore(name: string, work: (deps: CampaignDeps) => Promise<void>): Promise<void> {
    const act: Act = { name, run: work };
    await toItsEnd(start({ act, process: random.below(2) }));
  }

  /** Time goes on: troubles pass, what is late comes, what nobody wakes is swept up. */
  async function rest(rounds: number): Promise<void> {
    for (let round = 0; round < rounds && steps.length < MOST_STEPS; round += 1) {
      await quietly();
      await sweepAndRead();
      if (dueJobs().length > 0) continue;
      const next = await nextTime();
      if (next === undefined) return;
      if (next > now.value) now.value = next;
    }
  }

  const quietly = () => untilQuiet();

  async function sweepAndRead(): Promise<void> {
    await chore("keep-marker", async (deps) => void (await keepMarker(deps, workspaceId)));
    await chore("sweep", sweep);
    if (Date.parse(now.value) - lastRead >= 10 * MINUTE) {
      await chore("read-rails", readRails);
      lastRead = Date.parse(now.value);
      if (faults.length === 0 && !scene.service.isRevoked()) history.isForgetful = false;
    }
    collect();
  }

  /** When the next thing is due; undefined when nothing is that could change anything. */
  async function nextTime(): Promise<string | undefined> {
    const open = await database.store.listOpenRequests(workspaceId);
    const waiting = open.filter(
      ({ state }) => !["quarantined", "needs-a-person"].includes(state.status),
    );
    const late = queue.map(({ due }) => due).sort();
    const act = await nextAct(scene, plan.manners, history.known);
    const soon = new Date(Date.parse(now.value) + 11 * MINUTE).toISOString();
    const isTried = act && (acted.get(act.name)?.times ?? 0) >= MOST_TRIES;
    if ((act && !isTried) || scene.service.hasSecrets()) return soon;
    if (waiting.length === 0) return undefined;
    const [first] = late.filter((due) => due > now.value);
    return first ?? soon;
  }

  function heal(): void {
    scene.slack.setGone(APPROVALS_CHANNEL, false);
    scene.slackFault.next = undefined;
    if (scene.standings[CAL] === "not-known") delete scene.standings[CAL];
  }

  async function withdrawnAtRandom(): Promise<void> {
    const [first] = [...history.known.asked.keys()];
    if (!first || plan.manners.ending !== "withdrawn") return;
    const request = await database.store.findRequest({ workspaceId, requestId: first });
    if (request) start({ act: withdrawingNow(request, history.known), process: 0 });
  }

  return {
    steps,
    kills: () => kills,
    isEndless: () => isEndless,
    async play(): Promise<void> {
      await rest(4);
      await withdrawnAtRandom();
      await rest(8);
      heal();
      await scene.service.heal();
      await rest(MOST_ROUNDS);
      faults = [];
      heal();
      await scene.service.heal();
      snapshots = [];
      await rest(MOST_ROUNDS);
      // Two more readings of the list: what exists and is not known is found by now.
      for (let reading = 0; reading < 2; reading += 1) {
        passTime(11 * MINUTE);
        await sweepAndRead();
        await rest(MOST_ROUNDS);
      }
      await longAfter();
    },
  };

  /** What only waits for its expiry has waited for it. */
  async function longAfter(): Promise<void> {
    const open = await database.store.listOpenRequests(workspaceId);
    if (!open.some(({ state }) => ["pending", "approved", "blocked"].includes(state.status)))
      return;
    passTime(2 * DAY);
    await rest(MOST_ROUNDS);
    await sweepAndRead();
    await rest(MOST_ROUNDS);
  }
}

/** As `app.ts` wires them. */
async function handle(deps: CampaignDeps, { name, request }: Job): Promise<void> {
  switch (name) {
    case "create-rail":
      return createRail(deps, request);
    case "reconcile-rail":
      return reconcileRail(deps, request);
    case "verify-rail":
      return verifyRail(deps, request);
    case "post-instructions":
      return postInstructions(deps, request);
    case "update-approval-card":
      return updateApprovalCard(deps, request);
    case "raise-alarm":
      return raiseAlarm(deps, request);
    case "expire-request":
      return void (await applyCommand(deps, request, { type: "expire" }));
    case "void-request":
      return void (await applyCommand(deps, request, { type: "void" }));
    case "whitelist-destination":
    case "keep-register":
      throw new Error(`Nothing in the campaign asks for ${name}`);
  }
}

/** Thrown for a job to be tried again. */
function isKnown(error: unknown): boolean {
  return (
    error instanceof RailApiError ||
    error instanceof MessengerError ||
    error instanceof StandingsNotKnown ||
    error instanceof DrawnMeanwhile ||
    error instanceof IncompleteWalk ||
    (error instanceof StoreError && error.code === "conflict")
  );
}
