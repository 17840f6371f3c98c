import type { Database, Tx } from "../../platform/database/db.ts";
import type { Standing } from "../../platform/slack/answers.ts";
import type { Age } from "../../platform/slack/people.ts";
import type { Around } from "../rules/around.ts";
import { isSent } from "../rules/content.ts";
import type { Action, Entry } from "../rules/entry.ts";
import { peopleOf } from "../rules/may.ts";
import { dueAt, later, TAKE } from "../rules/pauses.ts";
import type { Refusal } from "../rules/refusal.ts";
import type { Request, Status } from "../rules/request.ts";
import type { InForce } from "../rules/settings.ts";
import { forcesAfter, type Step } from "../rules/step.ts";
import { checkChain } from "../store/chain.ts";
import type { Due } from "../store/due.ts";
import { type Ground, readGround } from "../store/ground.ts";
import { save } from "../store/save.ts";
import { isKnownDatabase } from "../store/workspaces.ts";
import { noticeBroken } from "./broken.ts";
import { type Context, isListed, kindOf, type Ref } from "./context.ts";

export interface Asked {
  ref: Ref;
  /** What the caller has just read of it; read anew where absent. */
  ground?: Ground;
  /** Who the people are, where the caller has just asked Slack. */
  standings?: Around["standings"];
  /** A second delivery of the same key does nothing; absent for work of our own. */
  delivery?: string;
  /** The person who does it; absent for work of our own. */
  by?: string;
  /**
   * How old Slack's answers may be; absent where the transition judges nobody. A click asks about
   * its person; the claim asks afresh, about everyone who counts.
   */
  age?: Age;
  /** It claims the request; so does a person's step on a kind that sends nothing. */
  isClaim?: boolean;
  transition: (request: Request, around: Around) => Step;
}

const NOBODY: ReadonlyMap<string, Standing> = new Map();

/** What this process has taken by saving. */
interface Held {
  /** Slack is to be told. */
  due: Omit<Due, "loop">;
  /** More is to be done about the request itself, too. */
  isDue: boolean;
  /** What the step was decided by, with the request as it was saved: the next begins with it. */
  ground: Ground;
}

export type Applied =
  /** No entries: nothing changed. */
  | { ok: true; request: Request; entries: readonly Entry[]; held: Held | null }
  | { ok: false; because: Refusal; request: Request | null };

/**
 * Takes a request one step on. Decides first, so that a refusal or a repeat costs one statement;
 * then asks Slack who people are, and decides again. State, entries and due times are saved by one
 * statement, which saves nothing where the audit has grown meanwhile: then, as for a claim, it is
 * all decided by what is read under the workspace's lock.
 */
export async function apply(context: Context, asked: Asked): Promise<Applied> {
  const { ref, by, delivery = null } = asked;
  const { workspace } = ref;
  const early = asked.ground ?? (await readGround(context.db, { ...ref, delivery }));
  const { request: found, last, head } = early;
  if (early.delivered && found) return unchanged(found);
  const isClaim = asked.isClaim ?? (by !== undefined && found !== null && !isSent(found.content));
  // The audit from its first approval on. Before the lock, as it may be long.
  const isUnread = isClaim && found !== null && last !== null && early.broken === null;
  const from = Math.min(...(found?.approvals ?? []).map(({ seq }) => seq), last?.seq ?? 1);
  const gap = isUnread ? await checkChain(context.db, workspace, from, head.seq) : null;
  const broken = early.broken ?? gap;
  if (broken) await noticeBroken(context, workspace, broken);
  if (!found) return { ok: false, because: whyNone(early), request: null };
  const age = isClaim ? "fresh" : asked.age;
  // What judges people reads the settings; what the service did is written down all the same.
  if (broken && age) return { ok: false, because: { is: "broken" }, request: found };
  const judged = [by ?? [], isClaim || by === undefined ? peopleOf(found) : []].flat();
  const standings =
    asked.standings ?? (age ? await context.people.standingsOf(workspace, judged, age) : NOBODY);
  const decide = (request: Request, ground: Ground, obstacle: Around["obstacle"]) => {
    const around = { standings, begunAt: early.now, obstacle };
    return asked.transition(request, aroundOf(context, ground, around));
  };
  const tried = decide(found, early, null);
  if (!tried.ok) return { ...tried, request: found };

  const take = async (tx: Tx, ground: Ground): Promise<Applied | null> => {
    const { request } = ground;
    if (!request) return { ok: false, because: whyNone(ground), request };
    if (ground.delivered) return unchanged(request);
    const refusal = isClaim ? await whyNotNow(context, tx, early, ground) : null;
    if (refusal) return { ok: false, because: refusal, request };
    const kind = kindOf(context.kinds, request.content);
    const { content } = request;
    const obstacle = age ? await kind.obstacle(tx, content, ground, context.config) : null;
    const step = decide(request, ground, obstacle);
    if (!step.ok) return { ...step, request };
    if (step.next === request) return unchanged(request);
    return saveStep(tx, ground, step, obstacle, delivery);
  };
  const takeAnew = async (tx: Tx) => take(tx, await readGround(tx, { ...ref, delivery }));
  const taken = isClaim
    ? null
    : await context.db.alone(workspace, (tx, hasWaited) =>
        hasWaited ? takeAnew(tx) : take(tx, early),
      );
  return taken ?? underLock(context.db, workspace, takeAnew);
}

/** Decides and saves by what is read under the lock. */
export async function underLock(
  db: Database,
  workspace: string,
  work: (tx: Tx) => Promise<Applied | null>,
): Promise<Applied> {
  const applied = await db.transaction(workspace, work);
  if (!applied) throw new Error("A request was changed under its workspace's lock");
  return applied;
}

/** Under the lock: whether the database is still ours, and its audit whole to its end. */
async function whyNotNow(
  { marks }: Context,
  tx: Tx,
  { head: early }: Ground,
  { workspace, head, broken }: Ground,
): Promise<Refusal | null> {
  const isLonger = head.seq > early.seq;
  const gap = isLonger ? await checkChain(tx, workspace, early.seq + 1, head.seq) : null;
  if (broken || gap) return { is: "broken" };
  const isKnown = await isKnownDatabase(tx, workspace, marks.of(workspace));
  return isKnown ? null : { is: "restored" };
}

/** `apply`, and what follows from it goes on beside. For what people do. */
export async function act(context: Context, asked: Asked): Promise<Applied> {
  const applied = await apply(context, asked);
  goOn(context, applied);
  return applied;
}

/** Begins what a saved step has made due. */
export function goOn(context: Context, applied: Applied): void {
  if (!applied.ok || !applied.held) return;
  const { due, isDue, ground } = applied.held;
  if (isDue) context.goOn({ ...due, loop: "advance", ground });
  context.goOn({ ...due, loop: "sync" });
}

/**
 * Saves a step, and holds what is due at once for this process. Null where something else was saved
 * since the ground was read.
 */
export async function saveStep(
  tx: Tx,
  ground: Ground,
  { next, entries }: Extract<Step, { ok: true }>,
  obstacle: Around["obstacle"],
  delivery: string | null,
): Promise<Applied | null> {
  const { now, was } = ground;
  const held = later(now, TAKE);
  const due = dueAt(next, { now, obstacle });
  const forces = forcesAfter(entries, ground.forces);
  const taken = { workspace: next.workspace, id: next.id, taken: held, failures: 0 };
  // Whoever claims also sends.
  const isDue = next.state.is === "sending" || (due !== null && due <= now);
  const result = await save(tx, ground, {
    requests: [{ next, was, nextAt: isDue ? held : due, syncAt: held }],
    entries,
    forces,
    delivery,
    settings: settingsOf(next, entries),
    wakes: entries.flatMap(({ action }) => WAKES[action] ?? []),
  });
  switch (result) {
    case "delivered":
      return unchanged(next);
    case "rail-taken":
      return { ok: false, because: { is: "rail-belongs-elsewhere" }, request: next };
    case "stale":
      return null;
    default: {
      const after = { ...ground, head: result, forces, request: next, was: next.version };
      return { ok: true, request: next, entries, held: { due: taken, isDue, ground: after } };
    }
  }
}

/** What others wait for, or count again, after a step. */
const WAKES: Partial<Record<Action, readonly Status[]>> = {
  resumed: ["ready"],
  settings: ["pending", "ready"],
  reported: ["pending"],
  retired: ["pending", "ready"],
};

/** The version that a change of the settings has made. */
function settingsOf({ content: { change } }: Request, entries: readonly Entry[]): InForce | null {
  const isMade = entries.some(({ action }) => action === "settings");
  if (change.kind !== "change-settings" || !isMade) return null;
  return { version: change.from + 1, settings: change.settings };
}

/** What a step that changes nothing comes to. */
export function unchanged(request: Request): Applied {
  return { ok: true, request, entries: [], held: null };
}

const whyNone = ({ broken }: Ground): Refusal => ({ is: broken ? "broken" : "not-known" });

/** What is true around a request, for the rules. */
export function aroundOf(
  { config }: Context,
  ground: Ground,
  asked: Pick<Around, "standings" | "begunAt" | "obstacle">,
): Around {
  const { now, head, forces, inForce, restoredAt, look, connection, trustedBy } = ground;
  return {
    ...{ ...asked, now, head: head.seq, forces, inForce, restoredAt, look, trustedBy },
    connection: connection && { ...connection, isListed: isListed(config, connection) },
  };
}
