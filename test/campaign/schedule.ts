import { readRails } from "../../src/rail/creating/read-rails.ts";
import { tellOfUnapproved } from "../../src/rail/creating/tell-of-unapproved.ts";
import { tellOfChanges } from "../../src/rail/creating/watch-rails.ts";
import { keepMarker } from "../../src/request/freezing/restored.ts";
import { watchCards } from "../../src/request/posting/watch-cards.ts";
import { listOpenRequests } from "../../src/request/queries/find-requests.ts";
import { findFreeze } from "../../src/request/queries/freezes.ts";
import { findRequest } from "../../src/request/queries/requests.ts";
import { sweep } from "../../src/request/sweep.ts";
import { CAL } from "../support/builders.ts";
import type { TestStore } from "../support/store.ts";
import type { StepKind } from "./faults.ts";
import { faultsAt } from "./faults.ts";
import type { History } from "./history.ts";
import { newHistory } from "./history.ts";
import type { Broken } from "./judge.ts";
import { judge, judgeDrawing, judgePost } from "./judge.ts";
import type { Act } from "./people.ts";
import { isCardMissing, nextAct, withdrawingNow } from "./people.ts";
import type { Plan } from "./plans.ts";
import { randomFrom } from "./random.ts";
import type { CampaignDeps, Scene } from "./scene.ts";
import { APPROVALS_CHANNEL, openScene } from "./scene.ts";
import type { Task } from "./steps.ts";
import { createStrikes } from "./strikes.ts";
import type { Untrue } from "./truth.ts";
import { createTruth, UNTRUE_AT_MOST_MS } from "./truth.ts";
import { createWorkers } from "./workers.ts";

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
  /** The longest of all that was untrue while it need not have been. */
  longest: Untrue;
}

const MOST_STEPS = 12_000;
const MOST_ROUNDS = 90;
const MOST_TRIES = 4;
/** A look finds that a card is gone, a drawing posts another one, and one of them may have to be tried again. */
const ROUNDS_UNTIL_MISSED = 4;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Plays a schedule to its end, and judges it. */
export async function playSchedule(database: TestStore, plan: Plan): Promise<Ending> {
  const random = randomFrom(plan.seed);
  const trace: string[] = [];
  const broken: Broken[] = [];
  const history = newHistory();
  const scene: Scene = await openScene(database, random, {
    railsBefore: plan.manners.railsBefore,
    onPost: async (spec, metadata, look) =>
      void broken.push(...(await judgePost(scene, history, { spec, metadata }, look))),
    onLeft: (requestId) => noteLeft(scene, history, requestId),
    onDrawn: async (message) => void broken.push(...(await judgeDrawing(scene, history, message))),
  });
  const player = createPlayer(scene, plan, history, { trace, broken });
  try {
    if (plan.manners.isReadBefore) await readBefore(scene);
    await player.play();
    broken.push(...history.errors.map((what) => ({ promise: "no unknown error", what })));
    if (player.isEndless()) broken.push({ promise: "every schedule comes to rest", what: "" });
    const longest = player.longest();
    if (longest.ms > UNTRUE_AT_MOST_MS) {
      broken.push({
        promise: "what people see is true in time",
        what: `${longest.what}: ${longest.ms} ms`,
      });
    }
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
      longest,
    };
  } finally {
    database.jobs.length = 0;
    await scene.close();
  }
}

/** As the chores of the day before have left it. */
async function readBefore(scene: Scene): Promise<void> {
  const deps = scene.depsFor();
  await readAndTell(scene, deps);
  await keepMarker(deps, scene.workspaceId);
}

/** As the product's chore does; no fault strikes while the news is noted. */
async function readAndTell(scene: Scene, deps: CampaignDeps): Promise<void> {
  const { workspaceId } = scene;
  const undisturbed = scene.depsFor();
  let shown: ReadonlySet<string> | null = null;
  try {
    shown = await readRails(deps, workspaceId);
  } finally {
    await tellOfUnapproved(undisturbed, workspaceId);
    await tellOfChanges(undisturbed, workspaceId, shown);
  }
}

/** A POST leaves: of which attempt is it? */
async function noteLeft({ database, workspaceId }: Scene, history: History, requestId: string) {
  const request = await findRequest(database.db, { workspaceId, requestId });
  history.left.push(`${requestId} ${request?.attempt}`);
}

function createPlayer(
  scene: Scene,
  plan: Plan,
  history: History,
  { trace, broken }: { trace: string[]; broken: Broken[] },
) {
  const { database, workspaceId, now, random } = scene;
  const steps: StepKind[] = [];
  let faults = [...plan.faults];
  let isEndless = false;
  let struckBefore = 0;
  let roundsStill = 0;
  let lastRead = Date.parse(now.value);
  const acted = new Map<string, { times: number; last: number }>();
  const wantsSnapshots = faults.some(({ kind }) => kind.startsWith("restored"));

  const note = (what: string) => {
    trace.push(`${now.value.slice(5, 19)} ${what}`);
  };
  const passTime = (ms: number) => {
    now.value = new Date(Date.parse(now.value) + ms).toISOString();
  };

  const workers = createWorkers(scene, plan, history, { note, onStep });
  const truth = createTruth(scene, history);
  const strikes = createStrikes(scene, history, workers, { note, passTime, rest });

  async function onStep(task: Task, kind: StepKind, what: string): Promise<void> {
    steps.push(kind);
    passTime(1);
    note(`${task.name}: ${what}`);
    await strikes.beforeStep(task, kind);
    // On the one connection of an open transaction nothing can be read meanwhile.
    if (kind !== "commit") await scene.slack.stepTaken();
    const possible = faultsAt(kind);
    const place = faults.findIndex(
      (fault) => fault.from <= steps.length && possible.includes(fault.kind),
    );
    const [fault] = place < 0 ? [] : faults.splice(place, 1);
    if (!fault) return;
    note(`!!! ${fault.kind} (${fault.choice.toFixed(2)})`);
    history.struck.push(fault.kind);
    await strikes.strike(fault, task);
  }

  /** Until nothing is due and nobody wants anything. */
  async function untilQuiet(isEnough = () => false): Promise<void> {
    while (steps.length < MOST_STEPS) {
      if (isEnough()) return;
      await scene.service.deliverDue();
      workers.collect();
      const [first] = workers.dueJobs();
      const free = workers.free();
      const isFull = free.length >= (plan.isInterleaved ? 3 : 1);
      if (free.length > 0 && (isFull || !first || random.chance(0.7))) {
        await workers.advance(random.pick(free));
      } else if (first) {
        if (wantsSnapshots) await strikes.remember();
        workers.start({
          queued: plan.isInterleaved ? random.pick(workers.dueJobs()) : first,
          process: random.below(2),
        });
      } else {
        const act = await wanted();
        if (!act) return;
        if (wantsSnapshots) await strikes.remember();
        workers.start({ act, process: random.below(2) });
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
    if (times >= MOST_TRIES || Math.abs(time - last) < 5 * MINUTE) return undefined;
    acted.set(act.name, { times: times + 1, last: time });
    return act;
  }

  async function chore(name: string, work: (deps: CampaignDeps) => Promise<void>): Promise<void> {
    const act: Act = { name, run: work };
    await workers.toItsEnd(workers.start({ act, process: random.below(2) }));
  }

  /** Time goes on: troubles pass, what is late comes, what nobody wakes is swept up. */
  async function rest(rounds: number, isEnough?: () => boolean): Promise<void> {
    for (let round = 0; round < rounds && steps.length < MOST_STEPS; round += 1) {
      await untilQuiet(isEnough);
      if (isEnough?.()) return;
      if (!workers.running().some(({ isHeld }) => isHeld)) await truth.waits(workers.nextDue());
      await sweepAndRead();
      await lookForCards();
      if (workers.dueJobs().length > 0) continue;
      const due = await nextTime();
      if (due === undefined) return;
      // The sweep would come many times before then: it comes once what was on its way to Slack has landed.
      const landed = scene.slack.nextLanded();
      const next = landed !== undefined && landed < due ? landed : due;
      await scene.slack.landBefore(next);
      if (next > now.value) now.value = next;
    }
  }

  async function sweepAndRead(): Promise<void> {
    await chore("keep-marker", async (deps) => void (await keepMarker(deps, workspaceId)));
    await chore("sweep", sweep);
    await chore("watch-cards", (deps) => watchCards(deps, workspaceId));
    if (Math.abs(Date.parse(now.value) - lastRead) >= 10 * MINUTE) {
      await chore("read-rails", (deps) => readAndTell(scene, deps));
      lastRead = Date.parse(now.value);
      if (faults.length === 0 && !scene.service.isRevoked()) history.isForgetful = false;
    }
    workers.collect();
  }

  /** Deleting the card of a request that waits does not hide it from people. */
  async function lookForCards(): Promise<void> {
    const isStruck = history.struck.length > struckBefore;
    const isHeldUp = workers.running().some(({ isHeld }) => isHeld);
    struckBefore = history.struck.length;
    // A bot that was thrown out of the channel posts nothing there.
    const isStill = !isStruck && !isHeldUp && !scene.slack.isGone(APPROVALS_CHANNEL);
    roundsStill = isStill ? roundsStill + 1 : 0;
    if (roundsStill < ROUNDS_UNTIL_MISSED) return;
    for (const requestId of history.known.unseen) {
      const request = await findRequest(database.db, { workspaceId, requestId });
      if (!request) continue;
      if (await isCardMissing(scene, history.known, request)) {
        broken.push({ promise: "a deleted card is missed", what: `R-${request.number}` });
      }
      history.known.unseen.delete(requestId);
    }
  }

  /** When the next thing is due; undefined when nothing is that could change anything. */
  async function nextTime(): Promise<string | undefined> {
    const open = await listOpenRequests(database.db, workspaceId);
    const waiting = open.filter(
      ({ state }) => !["quarantined", "needs-a-person"].includes(state.status),
    );
    const act = await nextAct(scene, plan.manners, history.known);
    const soon = new Date(Date.parse(now.value) + 11 * MINUTE).toISOString();
    const isTried = act && (acted.get(act.name)?.times ?? 0) >= MOST_TRIES;
    const isUnseen = history.known.unseen.size > 0;
    if ((act && !isTried) || scene.service.hasSecrets() || isUnseen) return soon;
    if (waiting.length === 0) return undefined;
    // Nobody waits for what a clock that was far ahead has put off.
    const latest = new Date(Date.parse(now.value) + 2 * DAY).toISOString();
    const first = workers.nextDue();
    return first !== undefined && first < latest ? first : soon;
  }

  function heal(): void {
    scene.slack.setGone(APPROVALS_CHANNEL, false);
    scene.slackFault.next = undefined;
    if (scene.standings[CAL] === "not-known") delete scene.standings[CAL];
  }

  async function withdrawnAtRandom(): Promise<void> {
    const [first] = [...history.known.asked.keys()];
    if (!first || plan.manners.ending !== "withdrawn") return;
    const request = await findRequest(database.db, { workspaceId, requestId: first });
    if (request) workers.start({ act: withdrawingNow(request, history.known), process: 0 });
  }

  return {
    steps,
    kills: strikes.kills,
    isEndless: () => isEndless,
    longest: truth.longest,
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
      await rest(MOST_ROUNDS);
      // Two more readings of the list: what exists and is not known is found by now.
      for (let reading = 0; reading < 2; reading += 1) {
        await scene.slack.landBefore();
        passTime(11 * MINUTE);
        await sweepAndRead();
        await rest(MOST_ROUNDS);
      }
      await longAfter();
    },
  };

  /** What only waits for its expiry has waited for it; nothing waits for a token any more, which was given long before. */
  async function longAfter(): Promise<void> {
    const open = await listOpenRequests(database.db, workspaceId);
    const { frozen } = await findFreeze(database.db, workspaceId);
    const blocked = frozen ? [] : open.filter(({ state }) => state.status === "blocked");
    for (const { number } of blocked) {
      broken.push({
        promise: "what waits for a token goes on once it is given",
        what: `R-${number}`,
      });
    }
    if (!open.some(({ state }) => ["pending", "approved", "blocked"].includes(state.status)))
      return;
    passTime(2 * DAY);
    await rest(MOST_ROUNDS);
    await sweepAndRead();
    await rest(MOST_ROUNDS);
  }
}
