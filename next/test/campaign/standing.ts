import { WORDS } from "../harness/words.ts";
import type { Asked } from "./asked.ts";
import { APPROVERS, DEE, NEEDED } from "./company.ts";
import type { Scene } from "./scene.ts";
import type { Delivered } from "./world/person.ts";
import type { HeldRail, Posted } from "./world/rail-world.ts";
import { read } from "./world/slack-world.ts";

const { buttons, states, commands, command, phrases } = WORDS;

/** An act that was acknowledged so long ago counts for every claim that comes after it. */
const SETTLED_MS = 10_000;

/** When the people who agreed to it were enough, all of them active; null if they never were. */
export function agreedAt({ request, approvals }: Asked, scene: Scene): Delivered | null {
  const { gone } = scene.slack.state;
  const counted = approvals.filter(
    (each) =>
      APPROVERS.includes(each.by) &&
      each.by !== request.by &&
      each.about.digest === approvals[0]?.about.digest &&
      !scene.isLost(each),
  );
  const isEnough = ({ seq, at }: Delivered) => {
    const people = counted.filter(
      (each) => each.seq <= seq && (gone.get(each.by) ?? at) > at - SETTLED_MS,
    );
    return new Set(people.map(({ by }) => by)).size >= NEEDED;
  };
  return counted.find(isEnough) ?? null;
}

/** The Rails that a request has created, or is about. */
export function railsOf({ posts, trusts }: Asked, { rail }: Scene): HeldRail[] {
  if (trusts) return [trusts];
  return rail.rails().filter(({ post }) => post !== null && posts.includes(post));
}

/** Whether people agreed to trust it, when asked after this event. */
export const isTrusted = (rail: HeldRail, after: number, all: readonly Asked[], scene: Scene) =>
  all.some(
    (each) =>
      each.trusts === rail &&
      each.request.seq > after &&
      !scene.isLost(each.request) &&
      agreedAt(each, scene) !== null,
  );

/** Somebody was told that their report was taken, and people have not trusted it since. */
export function isReported(rail: HeldRail, all: readonly Asked[], scene: Scene): boolean {
  const of = all.filter((each) => railsOf(each, scene).includes(rail));
  const reports = of.flatMap((each) => each.reports).filter((each) => !scene.isLost(each));
  const last = Math.max(0, ...reports.map(({ seq }) => seq));
  return last > 0 && !isTrusted(rail, last, all, scene);
}

/** An acknowledged removal from the register that stands. */
const removalsOf = ({ removals }: Asked, scene: Scene) =>
  removals.filter((each) => !scene.isLost(each));

export const isRemoved = (asked: Asked, scene: Scene) => removalsOf(asked, scene).length > 0;

/** Whether it goes to a destination that was out of the register before its claim. */
export function goesToRemoved(post: Posted, value: string, all: readonly Asked[], scene: Scene) {
  const places = all.filter(({ wanted }) => wanted?.kind !== "rail" && wanted?.value === value);
  const removed = places.flatMap((each) => removalsOf(each, scene));
  return removed.some(
    ({ at, seq }) =>
      at + SETTLED_MS < post.calledAt && !places.some(({ request }) => request.seq > seq),
  );
}

interface Freeze {
  /** Of the card by which people resume. */
  number: number;
  askedSeq: number;
  seq: number;
  at: number;
}

/** Those of which a person was told that sending is stopped. */
export function freezesOf({ history, slack }: Scene): Freeze[] {
  const asked = history.filter(({ label }) => label.startsWith(`${command} ${commands.freeze}`));
  return asked.flatMap(({ by, seq: askedSeq }): Freeze[] => {
    const told = slack.whispersTo(by).filter(({ seq }) => seq > askedSeq);
    for (const { seq, at, ...message } of told) {
      const [, number] = /^Sending is stopped \(R-(\d+)\)/.exec(read(message).text) ?? [];
      if (number) return [{ number: Number(number), askedSeq, seq, at }];
    }
    return [];
  });
}

/** Whether enough people agreed, before an event, that sending goes on after it. */
export function isResumed(freeze: Freeze, before: number, { history }: Scene): boolean {
  const agreed = history.filter(
    ({ label, says, seq }) =>
      label === buttons.approve &&
      says.includes(phrases.sentAgain) &&
      seq > freeze.askedSeq &&
      seq < before,
  );
  const byNumber = Map.groupBy(agreed, ({ title }) => Number(/R-(\d+)$/.exec(title)?.[1]));
  return [...byNumber].some(
    ([number, all]) => number >= freeze.number && new Set(all.map(({ by }) => by)).size >= NEEDED,
  );
}

/** Whether sending was stopped, by somebody who was told so, before its claim. */
export const isStopped = (post: Posted, scene: Scene) =>
  freezesOf(scene).some(
    (each) =>
      !scene.isLost(each) &&
      each.at + SETTLED_MS < post.calledAt &&
      !isResumed(each, post.calledSeq, scene),
  );

/** Whether the settings that were in force at its claim demand somebody who did not agree. */
export function lacksFurther(
  post: Posted,
  people: Set<string>,
  all: readonly Asked[],
  scene: Scene,
) {
  if (post.path !== "/rails" || people.has(DEE)) return false;
  return all.some((each) => {
    if (each.wanted?.kind !== "settings" || each.card?.state !== states.done) return false;
    const agreed = agreedAt(each, scene);
    return agreed !== null && agreed.at + SETTLED_MS < post.calledAt;
  });
}

/** What needs people's agreement without anything being sent has it, where it has taken effect. */
export function tookEffectAlone(asked: Asked, scene: Scene): boolean {
  const { wanted, card, trusts } = asked;
  const isOne = trusts !== undefined || wanted?.kind === "settings";
  const isInForce = card?.state === states.done || card?.state === states.payable;
  return isOne && isInForce && scene.restores.length === 0 && agreedAt(asked, scene) === null;
}
