import { freezeSending } from "../../src/request/freezing/freeze.ts";
import { keepMarker } from "../../src/request/freezing/restored.ts";
import type { Mark } from "../../src/request/marker.ts";
import { findLastEntry } from "../../src/request/queries/audit.ts";
import { listOpenRequests } from "../../src/request/queries/find-requests.ts";
import { findFreeze } from "../../src/request/queries/freezes.ts";
import { findMessage } from "../../src/request/queries/messages.ts";
import { findRequest } from "../../src/request/queries/requests.ts";
import { hasEnded } from "../../src/request/rules/status.ts";
import { listAudit } from "../support/audit-of.ts";
import { CAL, DAN } from "../support/builders.ts";
import type { PlannedFault, StepKind } from "./faults.ts";
import type { History } from "./history.ts";
import { withdrawingNow } from "./people.ts";
import type { Queued, Scene } from "./scene.ts";
import { APPROVALS_CHANNEL } from "./scene.ts";
import type { Walked } from "./service.ts";
import type { Snapshot } from "./snapshot.ts";
import { restore, takeSnapshot } from "./snapshot.ts";
import type { Task } from "./steps.ts";
import { forge, tamper } from "./tamper.ts";
import type { Running, Workers } from "./workers.ts";

const MINUTE = 60_000;
const YEAR = 365 * 24 * 60 * MINUTE;
const MOST_SNAPSHOTS = 60;
/** An update whose answer was lost is applied after so many steps at most, or as late as it may be. */
const MOST_LATE_STEPS = 60;

/** Lets faults strike: at the processes, at the clock, at the database, at people, at Slack and at the service. */
export function createStrikes(
  scene: Scene,
  history: History,
  workers: Workers,
  {
    note,
    passTime,
    rest,
  }: {
    note(what: string): void;
    passTime(ms: number): void;
    rest(rounds: number, isEnough?: () => boolean): Promise<void>;
  },
) {
  const { database, workspaceId, random } = scene;
  const direct = scene.depsFor();
  const snapshots: {
    snapshot: Snapshot;
    queue: Queued[];
    marks: readonly Mark[];
    walked: Walked;
  }[] = [];
  let kills = 0;
  /** Steps until a clock that is far ahead comes back. */
  let stepsAhead = 0;
  let slowToRecord: Task | undefined;

  /** What struck earlier and goes on: a clock that is far ahead does not stay there. */
  async function beforeStep(task: Task, kind: StepKind): Promise<void> {
    if (stepsAhead === 1) setAhead(0);
    stepsAhead = Math.max(0, stepsAhead - 1);
    if (slowToRecord !== task || kind === "post") return;
    slowToRecord = undefined;
    await holdUp(task);
  }

  function setAhead(ms: number): void {
    passTime(ms - scene.ahead.ms);
    scene.ahead.ms = ms;
    note(ms === 0 ? "the clock is back" : "the clock is far ahead");
  }

  async function strike({ kind, choice }: PlannedFault, task: Task): Promise<void> {
    const own = workers.running().find((each) => each.task === task);
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
        workers.kill(own?.process ?? 0);
        task.die();
        return;
      case "second-worker":
        if (own?.queued) {
          await workers.toItsEnd(workers.start({ queued: own.queued, process: 1 - own.process }));
        }
        return;
      case "long-pause": {
        for (const other of workers.free()) await workers.toItsEnd(other);
        await rest(1 + Math.floor(choice * 30));
        return;
      }
      case "not-sent-learned-late":
        slowToRecord = task;
        return scene.service.strike("not-sent", choice);
      case "jobs-lost":
        workers.setQueue([]);
        return;
      case "clock-forward":
        await scene.slack.landBefore();
        // Over the expiry of a request as often as not.
        return passTime(MINUTE + choice * 48 * 60 * MINUTE);
      case "clock-back":
        await scene.slack.landBefore();
        return passTime(-MINUTE - choice * 10 * MINUTE);
      case "clock-far-ahead-and-back":
        // By a clock that is wrong nobody can tell how long a late update has been on its way.
        await scene.slack.landBefore();
        setAhead(YEAR);
        // Not for long: what is told to wait meanwhile must not be done before it is back.
        stepsAhead += 1 + Math.floor(choice * 8);
        return;
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
          first && (await findRequest(database.db, { workspaceId, requestId: first }));
        if (request) await withdrawingNow(request, history.known).run(direct);
        return;
      }
      case "request-tampered":
        return tamper(scene, history, choice);
      case "approvals-forged":
        return forge(scene);
      case "card-deleted": {
        const cards = scene.slack.messages().filter(({ threadTs }) => threadTs === undefined);
        const [card] = cards.filter(({ channelId }) => channelId === APPROVALS_CHANNEL);
        if (card) await deleteCard(card);
        return;
      }
      case "pending-card-deleted": {
        const open = await listOpenRequests(database.db, workspaceId);
        const pending = open.find(({ state }) => state.status === "pending");
        const ref = pending && { workspaceId, requestId: pending.id };
        const card = ref && (await findMessage(database.db, ref, "approval-card"));
        if (!card) return;
        await deleteCard(card);
        history.known.unseen.add(pending.id);
        return;
      }
      case "channel-gone":
        return scene.slack.setGone(APPROVALS_CHANNEL, true);
      case "post-taken-answer-lost":
      case "slack-down":
        scene.slackFault.next = kind;
        return;
      case "update-delivered-late":
        scene.slackFault.next = kind;
        scene.slackFault.lateSteps =
          choice < 0.3
            ? 1 + Math.floor((choice / 0.3) * MOST_LATE_STEPS)
            : Number.POSITIVE_INFINITY;
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

  /** It comes to the record of its outcome only when the POST of a further attempt has left, if people release one. */
  async function holdUp(task: Task): Promise<void> {
    const own = workers.running().find((each) => each.task === task);
    if (own) own.isHeld = true;
    const before = history.left.length;
    for (const other of workers.free()) await workers.toItsEnd(other);
    await rest(31, () => history.left.length > before);
    if (own) own.isHeld = false;
  }

  /** Nothing draws the card of a request that has ended again. */
  async function deleteCard({ channelId, ts }: { channelId: string; ts: string }): Promise<void> {
    for (const requestId of history.known.asked.keys()) {
      const ref = { workspaceId, requestId };
      const request = await findRequest(database.db, ref);
      const card = await findMessage(database.db, ref, "approval-card");
      if (card?.ts === ts && request && hasEnded(request)) history.deletedAfterwards.add(requestId);
    }
    scene.slack.remove(channelId, ts);
  }

  async function restoreTo(choice: number, isMarkerKept: boolean): Promise<void> {
    const earlier = snapshots[Math.floor(choice * snapshots.length)];
    if (!earlier) return;
    // A restore takes longer than an update is on its way, and none of those before it could be known after it.
    await scene.slack.landBefore();
    const before = (await findLastEntry(database.db, workspaceId))?.sequence ?? 0;
    await restore(database.db, workspaceId, earlier.snapshot);
    workers.setQueue(earlier.queue);
    history.isForgetful = true;
    history.known.restores += 1;
    scene.service.forgetAltered();
    scene.service.forgetWalks(earlier.walked);
    // Neither the marker nor the service shows what has happened: nobody could know.
    const isSeenThere = !scene.service.hasSecrets() && scene.service.isTagEchoed();
    if (!isMarkerKept && !isSeenThere) history.isExcused = true;
    if (!isMarkerKept) scene.marks.value = earlier.marks;
    const audit = await listAudit(database.db, workspaceId);
    const marked = scene.marks.value.map(({ sequence }) => sequence);
    note(`restored from ${before} audit entries to ${audit.length}, marked ${marked.join()}`);
    // A second restore is judged by what it loses alone: who let the first go on may be lost in it.
    history.mustBeFrozen = !scene.marks.value.every((mark) =>
      audit.some(({ hash }) => hash === mark.hash),
    );
    if (history.mustBeFrozen) {
      history.restoredAt = audit.length;
      for (const requestId of history.known.asked.keys()) history.askedBeforeRestore.add(requestId);
    }
    workers.killAll();
    await keepMarker(direct, workspaceId);
    const { frozen } = await findFreeze(database.db, workspaceId);
    if (history.mustBeFrozen && !frozen) history.unnoticed += 1;
  }

  async function remember(): Promise<void> {
    if (snapshots.length === MOST_SNAPSHOTS) return;
    const snapshot = await takeSnapshot(database.db, workspaceId);
    const walked = scene.service.walked();
    snapshots.push({ snapshot, queue: workers.queued(), marks: scene.marks.value, walked });
  }

  return {
    strike,
    beforeStep,
    /** The database as it is, for a restore to it. */
    remember,
    kills: () => kills,
  };
}
