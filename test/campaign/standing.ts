import { WORDS } from "../harness/words.ts";
import { type Asked, isQuorum, wasTaken } from "./asked.ts";
import { DEE, EVE, NEEDED } from "./company.ts";
import type { Scene } from "./scene.ts";
import type { Delivered } from "./world/person.ts";
import type { HeldRail, Posted } from "./world/rail-world.ts";
import { read } from "./world/slack-world.ts";

const { buttons, states, commands, command, phrases } = WORDS;
const IN_FORCE: readonly (string | undefined)[] = [states.done, states.payable];
type All = readonly Asked[];

/** An act that was acknowledged so long ago counts for every claim that comes after it. */
const SETTLED_MS = 10_000;

/** When the people who agreed to it were enough, all of them active; null if they never were. */
function agreedAt({ request, approvals }: Asked, scene: Scene): Delivered | null {
  const { gone } = scene.slack.state;
  const counted = approvals.filter(
    (each) =>
      each.by !== request.by &&
      each.about.digest === approvals[0]?.about.digest &&
      !scene.isLost(each),
  );
  const isEnough = ({ seq, at }: Delivered) => {
    const people = counted.filter(
      (each) => each.seq <= seq && (gone.get(each.by) ?? at) > at - SETTLED_MS,
    );
    return isQuorum(new Set(people.map(({ by }) => by)));
  };
  return counted.find(isEnough) ?? null;
}

/** The Rails that a request has created, or is about. */
export function railsOf({ posts, trusts }: Asked, { rail }: Scene): HeldRail[] {
  if (trusts) return [trusts];
  return rail.rails().filter(({ post }) => post !== null && posts.includes(post));
}

/** Whether people agreed to trust it, when asked after this event, before that time. */
export const isTrusted = (
  rail: HeldRail,
  after: number,
  all: All,
  scene: Scene,
  before = Infinity,
): boolean =>
  all.some(
    (each) =>
      each.trusts === rail &&
      each.request.seq > after &&
      !scene.isLost(each.request) &&
      (agreedAt(each, scene)?.at ?? Infinity) < before,
  );

/** Somebody was told before that their report was taken, and people have not trusted it since. */
export function isReported(rail: HeldRail, all: All, scene: Scene, before = Infinity): boolean {
  const of = all.filter((each) => railsOf(each, scene).includes(rail));
  const reports = of
    .flatMap((each) => each.reports)
    .filter((each) => !scene.isLost(each) && each.at + SETTLED_MS < before);
  const last = Math.max(0, ...reports.map(({ seq }) => seq));
  return last > 0 && !isTrusted(rail, last, all, scene, before);
}

/** An acknowledged removal from the register that stands. */
const removalsOf = ({ removals }: Asked, scene: Scene) =>
  removals.filter((each) => !scene.isLost(each));

export const isRemoved = (asked: Asked, scene: Scene) => removalsOf(asked, scene).length > 0;

/** Whether a destination was out of the register before. */
export function goesToRemoved(value: string, before: number, all: All, scene: Scene): boolean {
  const isPlace = ({ wanted }: Asked) => /^(wallet|account|import)$/.test(wanted?.kind ?? "");
  const places = all.filter((each) => isPlace(each) && each.wanted?.value === value);
  const removed = places.flatMap((each) => removalsOf(each, scene));
  return removed.some(
    ({ at, seq }) => at + SETTLED_MS < before && !places.some(({ request }) => request.seq > seq),
  );
}

interface Freeze {
  by: string;
  /** Of the card by which people resume. */
  number: number;
  /** False where they had stopped it before. */
  isNew: boolean;
  askedSeq: number;
  seq: number;
  at: number;
}

const freezeCommands = ({ history }: Scene) =>
  history.filter(({ label }) => label.startsWith(`${command} ${commands.freeze}`));

/** All that people were told about having stopped sending. */
function stopsOf(scene: Scene): Freeze[] {
  return freezeCommands(scene).flatMap(({ by, seq: askedSeq }): Freeze[] => {
    const told = scene.slack.whispersTo(by).filter(({ seq }) => seq > askedSeq);
    for (const { seq, at, ...message } of told) {
      const [, how, number] = TOLD.exec(read(message).text) ?? [];
      if (number) {
        return [{ by, number: Number(number), isNew: how === "is stopped", askedSeq, seq, at }];
      }
    }
    return [];
  });
}
const TOLD = /^Sending (is stopped|was stopped before) \(R-(\d+)\)/;

/** Those of which a person was told that sending is stopped. */
export const freezesOf = (scene: Scene) => stopsOf(scene).filter(({ isNew }) => isNew);

/** Whether a person's second stop changed something, or another's changed nothing. */
export function isStoppedWrongly(all: All, scene: Scene): boolean {
  // After a restore Signalbox itself stops.
  if (scene.restores.length > 0) return false;
  const given = freezeCommands(scene);
  const isFirst = ({ by, seq, isNew }: Freeze) =>
    !isNew && given.filter((each) => each.by === by && each.seq < seq).length < 2;
  if (stopsOf(scene).some(isFirst)) return true;
  const [one, next] = freezesOf(scene);
  const isAlone = given.every(({ by }) => by === one?.by);
  const isOther = !!one && !!next && next.number > one.number;
  return isOther && isAlone && !isResumed(one, next.seq, all, scene);
}

/** All who agreed between two events that sending goes on. */
export const resumptions = ({ history }: Scene, after: number, before: number) =>
  history.filter(
    ({ label, says, seq }) =>
      label === buttons.approve && says.includes(phrases.sentAgain) && seq > after && seq < before,
  );

/** Whether enough people agreed, before an event, that sending goes on after it. */
export function isResumed(freeze: Freeze, before: number, all: All, scene: Scene): boolean {
  const agreed = resumptions(scene, freeze.askedSeq, before);
  const byNumber = Map.groupBy(agreed, ({ title }) => Number(/R-(\d+)$/.exec(title)?.[1]));
  return [...byNumber].some(([number, given]) => {
    const stoppers = freezesOf(scene).filter((each) => each.number === number);
    const counted = given.filter((each) => !stoppers.some(({ by }) => by === each.by));
    const people = new Set(counted.map(({ by }) => by));
    const at = counted[NEEDED - 1]?.at ?? 0;
    const isEnough = isQuorum(people) && !lacksFurther(people, at, all, scene);
    return number >= freeze.number && isEnough;
  });
}

/** Whether sending was stopped, by somebody who was told so, before its claim. */
export const isStopped = (post: Posted, all: All, scene: Scene) =>
  freezesOf(scene).some(
    (each) =>
      !scene.isLost(each) &&
      each.at + SETTLED_MS < post.calledAt &&
      !isResumed(each, post.calledSeq, all, scene),
  );

/** Somebody was told that they took a person out of the requirements. */
export const takenOut = ({ history, isLost }: Scene) =>
  history.filter((each) => each.label === buttons.takeOutNow && wasTaken(each) && !isLost(each));

const isSettings = ({ wanted, card }: Asked) =>
  wanted?.kind === "settings" && card?.state === states.done;

/** Whether the settings that are in force then demand somebody who is not among these people. */
export function lacksFurther(people: Set<string>, at: number, all: All, scene: Scene): boolean {
  if (people.has(DEE)) return false;
  const since = all.filter(isSettings).flatMap((each) => agreedAt(each, scene)?.at ?? []);
  if (!since.some((each) => each + SETTLED_MS < at)) return false;
  const isOut = takenOut(scene).some((each) => each.at + SETTLED_MS < at);
  return isOut || !people.has(EVE);
}

/** So many agreed, in one round, that nothing is missing. */
export function isAgreed(asked: Asked, all: All, scene: Scene): boolean {
  const people = new Set(asked.approvals.filter(wasTaken).map(({ by }) => by));
  const isAll = isQuorum(people) && !lacksFurther(people, Infinity, all, scene);
  return isAll && asked.answers.length === 0 && agreedAt(asked, scene) !== null;
}

/** What needs people's agreement without anything being sent has it, where it has taken effect. */
export function tookEffectAlone(asked: Asked, all: All, scene: Scene): boolean {
  const { card, trusts, approvals } = asked;
  const isTrust = trusts !== undefined && IN_FORCE.includes(card?.state);
  if (!(isTrust || isSettings(asked)) || scene.restores.length > 0) return false;
  const agreed = agreedAt(asked, scene);
  if (agreed === null) return true;
  return lacksFurther(new Set(approvals.map(({ by }) => by)), agreed.at, all, scene);
}
