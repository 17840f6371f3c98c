import { textAt } from "../harness/json.ts";
import { WORDS } from "../harness/words.ts";
import { type Asked, entryOf, isCalled, isQuorum, readAsked, wasTaken } from "./asked.ts";
import { agreedOn, type Card, cardsOf } from "./cards.ts";
import { DEE, EVE, MINUTE } from "./company.ts";
import { LEFT } from "./deeds.ts";
import type { Broken } from "./judge.ts";
import type { Scene } from "./scene.ts";
import {
  freezesOf,
  goesToRemoved,
  isRemoved,
  isReported,
  isResumed,
  isTrusted,
  railsOf,
  takenOut,
} from "./standing.ts";
import type { Delivered } from "./world/person.ts";
import type { HeldRail } from "./world/rail-world.ts";
import { read } from "./world/slack-world.ts";

const { states, buttons } = WORDS;

/** Nothing that people see is untrue for longer while nothing is broken. */
const UNTRUE_AT_MOST_MS = 10_000;

/**
 * Looks at Slack whenever time passes, and adds up for how long each thing was untrue without a
 * break. Rough weather begins anew.
 */
export function createTruth(scene: Scene) {
  const running = new Map<string, number>();
  const late = new Map<string, Broken>();

  return {
    found: (): Broken[] => [...late.values()],

    passes(from: number, to: number): void {
      const untrue = new Map(untruths(scene));
      for (const key of running.keys()) if (!untrue.has(key)) running.delete(key);
      for (const [key, what] of untrue) {
        const ms = scene.isCalm() ? (running.get(key) ?? 0) + (to - from) : 0;
        running.set(key, ms);
        if (ms <= UNTRUE_AT_MOST_MS || late.has(key)) continue;
        const told = `${key}: ${what}, ${ms} ms at ${from}`;
        late.set(key, { promise: "nothing is untrue for long", what: told });
      }
    },
  };
}

/**
 * What stands in Slack and contradicts what the product was told or must know: a key for each, and
 * what it says.
 */
function untruths(scene: Scene): [string, string][] {
  const found: [string, string][] = [];
  const all = readAsked(scene);
  for (const asked of all) {
    const { wanted, card, request } = asked;
    if (!wanted || scene.isLost(request)) continue;
    if (!card) {
      if (wasTaken(request)) found.push([wanted.name, "no card"]);
      continue;
    }
    for (const what of untrueOf(asked, card, all, scene)) found.push([card.number, what]);
  }
  for (const rail of scene.rail.rails()) {
    const wrong = wrongInstructions(rail, all, scene);
    if (wrong) found.push([rail.id, wrong]);
  }
  const cards = cardsOf(scene);
  const stops = cards.filter(({ state }) => state === states.sendingStopped);
  for (const freeze of freezesOf(scene)) {
    const isOver = scene.isLost(freeze) || isResumed(freeze, Infinity, all, scene);
    if (!isOver && stops.length === 0) {
      found.push([`the stop of R-${freeze.number}`, "no card says that sending is stopped"]);
    }
  }
  if (stops.length > 1 && scene.restores.length === 0) {
    found.push(["the stops", "two cards say that sending is stopped"]);
  }
  if (takenOut(scene).length > 0 && !cards.some(({ says }) => says.includes(LEFT))) {
    found.push(["the settings", "no card says that somebody was taken out"]);
  }
  return found;
}

function untrueOf(asked: Asked, card: Card, all: readonly Asked[], scene: Scene): string[] {
  const { state } = card;
  const { wanted } = asked;
  const isWaiting = state === states.waiting;
  const since = asked.answers.at(-1)?.seq ?? 0;
  // After a restore no earlier approval counts, whether the copy holds it or not.
  const isVoid = ({ at }: Delivered) => scene.restores.some(({ until }) => at < until);
  const taken = asked.approvals.filter(
    (each) => each.seq > asked.answeredLast && wasTaken(each) && !isVoid(each),
  );
  const agreed = new Set(taken.map(({ by }) => by).filter((by) => !scene.slack.state.gone.has(by)));
  const missing = [...agreed].filter((by) => !agreedOn(card).includes(by));
  const ended = asked.endings.filter((each) => !scene.isLost(each)).map(({ label }) => label);
  const isSent = asked.posts.some(({ seq }) => seq >= since);
  const isSure = asked.posts.some(({ answered, seq }) => answered === 200 && seq > since);
  const rails = railsOf(asked, scene);
  const isHeld = rails.length > 0 && rails.every((each) => isReported(each, all, scene));
  // A change of the settings may demand her as well.
  const mayLack = !agreed.has(DEE) && scene.wanted.some(({ kind }) => kind === "settings");
  const isReady = isWaiting || state === states.ready;
  const isRail = wanted?.kind === "rail" && !asked.trusts;
  const isOut = takenOut(scene).length > 0 && card.says.includes(EVE);
  const isInVain = isRail && goesToRemoved(wanted.value, scene.stage.now(), all, scene);
  const untrue: Record<string, boolean> = {
    "it waits, though all agreed": isWaiting && !isSent && isQuorum(agreed) && !mayLack,
    "reported, but payable": state === states.payable && isHeld,
    "it waits for what was removed": isReady && isInVain,
    "it waits for who was taken out": isWaiting && isRail && isOut,
    [`removed, but ${state}`]: isRemoved(asked, scene) && state !== states.removed,
    [`it does not show that ${missing.join()} agreed`]: isWaiting && missing.length > 0,
    [`denied, but ${state}`]: ended.includes(buttons.deny) && state !== states.denied,
    [`withdrawn, but ${state}`]: ended.includes(buttons.withdraw) && state !== states.withdrawn,
    "nobody is called": state === states.needsReview && !isCalled(card, scene),
    [`sent, but ${state}`]: isSure && scene.restores.length === 0 && isReady,
  };
  return Object.keys(untrue).filter((what) => untrue[what]);
}

/** Payment details in a message, and why they must not stand there; null where nothing is wrong. */
function wrongInstructions(rail: HeldRail, all: readonly Asked[], scene: Scene): string | null {
  const isSeen = isTrusted(rail, rail.alteredSeq, all, scene);
  const entries = [entryOf(rail), ...(isSeen ? rail.former : [])];
  const standing = scene.slack.messages().filter(({ isDeleted }) => !isDeleted);
  const shown = standing
    .map(read)
    .filter(({ bare }) => entries.some((each) => bare.includes(each)));
  if (shown.length === 0) return null;
  if (isReported(rail, all, scene)) return "instructions for a reported Rail";
  // A restored database forgets that it was trusted, and what was posted then.
  if (all.some(({ trusts, request }) => trusts === rail && scene.isLost(request))) return null;
  if (!isSeen && rail.post === null) return "instructions for a Rail made elsewhere";
  if (!isSeen && rail.isAltered) return "instructions for a Rail that differs";
  const twins = scene.rail.rails().filter(({ post }) => post !== null && post === rail.post);
  // The list, which shows the other one, is walked every four minutes.
  const isListed = scene.stage.now() - (rail.post?.at ?? 0) > 6 * MINUTE;
  if (!isSeen && twins.length > 1 && scene.plan.isTagEchoed && isListed) {
    return "instructions for one of two Rails";
  }
  const fields = ["iban", "reference", "sort_code", "account_number", "bic_swift"];
  const values = fields.map((field) => textAt(rail.account, field));
  const isWhole = shown.every(({ json }) => values.every((value) => json.includes(value)));
  return isWhole ? null : "instructions that are not the service's answer";
}
