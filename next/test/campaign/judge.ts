import { HEADER, WORDS } from "../harness/words.ts";
import {
  type Asked,
  approversOf,
  isCalled,
  isQuorum,
  readAsked,
  valueSent,
  wasTaken,
  withoutSpaces,
} from "./asked.ts";
import { cardsOf, hasEnded } from "./cards.ts";
import { EXPIRES_HOURS, HOUR } from "./company.ts";
import type { Restore, Scene } from "./scene.ts";
import {
  goesToRemoved,
  isRemoved,
  isReported,
  isStopped,
  isTrusted,
  lacksFurther,
  railsOf,
  tookEffectAlone,
} from "./standing.ts";
import type { HeldRail, Posted } from "./world/rail-world.ts";

export interface Broken {
  promise: string;
  what: string;
}

const { buttons, states } = WORDS;

/** The promises that are not kept, with what they are about. */
const unkept = (what: string, promises: Record<string, boolean>): Broken[] =>
  Object.entries(promises).flatMap(([promise, isKept]) => (isKept ? [] : [{ promise, what }]));

/** What POST log, Slack and acknowledged acts say together, when everything has come to rest. */
export function judge(scene: Scene): Broken[] {
  const asked = readAsked(scene);
  return [
    ...scene.rail.posts().flatMap((post) => judgePost(post, asked, scene)),
    ...asked.flatMap((each) => judgeOnce(each, scene)),
    ...asked.flatMap((each) => judgeEnd(each, asked, scene)),
    ...scene.slack.state.surprises.map((what) => ({ promise: "nobody is surprised", what })),
  ];
}

/** Each POST has all its approvals, of exactly this, and comes after nothing that forbids it. */
function judgePost(post: Posted, all: readonly Asked[], scene: Scene): Broken[] {
  const asked = all.find(({ posts }) => posts.includes(post));
  const { seq, calledSeq, calledAt } = post;
  const what = `${post.path} at ${seq} by ${post.process}`;
  if (!asked) return unkept(what, { "nothing is sent that nobody requested": false });
  const { request, approvals, endings, answers } = asked;
  const noticeable = scene.restores.filter((each) => isNoticeable(each, scene));
  const restore = noticeable.findLast((each) => each.seq < calledSeq);
  const after = restore?.seq ?? 0;
  const approvers = approversOf(asked, post, after, scene);
  const value = valueSent(post, scene);
  const isSeen = [request, ...approvals].every(({ says }) => withoutSpaces(says).includes(value));
  // A restored database does not know of those that it lost.
  const isEnded = endings.some(
    (each) => !scene.isLost(each) && Number(each.answeredSeq) < calledSeq,
  );
  const { at } = answers.findLast((each) => each.seq < calledSeq) ?? request;
  return unkept(`${what}: ${value}, approved by ${[...approvers].join(" and ") || "nobody"}`, {
    "nothing is sent without its approvals": isQuorum(approvers),
    "settings in force count": !lacksFurther(post, approvers, all, scene),
    "nothing is sent to what was removed": !goesToRemoved(post, value, all, scene),
    "nothing is sent while sending is stopped": !isStopped(post, scene),
    "people see what is sent": isSeen,
    "nothing is sent that was denied or withdrawn": !isEnded,
    "nothing is sent that has expired": calledAt - at < (EXPIRES_HOURS + 1) * HOUR,
    "after a restore nothing is sent until people resume":
      !restore || isQuorum(resumersOf(scene, after, calledSeq)),
  });
}

/** A POST that the database lost: the mark outside shows it. */
const isNoticeable = ({ seq, to }: Restore, { rail }: Scene) =>
  rail.posts().some(({ calledSeq }) => to < calledSeq && calledSeq < seq);

/** Who approved that sending goes on: the card behind the view said that it had stopped. */
function resumersOf({ history, slack }: Scene, after: number, before: number): Set<string> {
  const drawn = slack.messages().flatMap((message) => message.history);
  const headers = drawn.map(({ header }) => HEADER.exec(header) ?? []);
  const stops = headers.filter(([, , , state]) => state === states.sendingStopped);
  const agreed = history.filter(
    ({ label, title, seq }) =>
      label === buttons.approve &&
      stops.some(([, , number = "-"]) => title.endsWith(number)) &&
      seq > after &&
      seq < before,
  );
  return new Set(agreed.map(({ by }) => by));
}

/** A further POST only after a certain refusal, or after people approved again. */
function judgeOnce(asked: Asked, scene: Scene): Broken[] {
  return asked.posts.flatMap((post, place) => {
    const next = asked.posts[place + 1];
    if (!next || post.answered === 401 || post.answered === 422) return [];
    const made = scene.rail.rails().filter(({ id }) => post.made.includes(id));
    const isFound = made.some((rail) => isFindable(rail, next.calledAt, scene));
    return unkept(`posted at ${post.seq} and ${next.seq}`, {
      "one POST for one approval": isQuorum(approversOf(asked, next, post.seq, scene)),
      "never two Rails for one request": !isFound,
    });
  });
}

/** Whether a walk a moment before must have shown it as its request's. */
const isFindable = ({ flaw, flawUntil }: HeldRail, at: number, { plan }: Scene) =>
  plan.isTagEchoed && flaw !== "not-echoed" && (flaw !== "hidden" || flawUntil < at - 60_000);

const { denied, withdrawn, expired, refused } = states;
const NOTHING_MADE: readonly string[] = [denied, withdrawn, expired, refused];

/** Everything ends, and the last card is true. */
function judgeEnd(asked: Asked, all: readonly Asked[], scene: Scene): Broken[] {
  const { wanted, card, request, endings, posts, trusts } = asked;
  if (!wanted || scene.isLost(request)) return [];
  if (!card) return unkept(wanted.name, { "no acknowledged request is lost": !wasTaken(request) });
  const { state } = card;
  const made = scene.rail.rails().filter(({ post }) => post && posts.includes(post));
  const known = made.filter((each) => isFindable(each, scene.stage.now() - HOUR, scene));
  const cards = cardsOf(scene).filter((each) => each.buttons.includes(asked.id));
  // A restored database forgets the messages that were posted since its copy.
  const isAlone = scene.restores.length > 0 || cards.every((each) => each.state === state);
  const isDecided = endings.some((each) => !scene.isLost(each));
  // A database that lost the claim leaves it to people, who see the Rail in the list.
  const isMade = known.length > 0 && !posts.some(({ seq, at }) => scene.isLost({ seq, at }));
  const isPayable = state === states.payable;
  const isSeen = made.some((each) => isTrusted(each, each.alteredSeq, all, scene));
  const rails = railsOf(asked, scene);
  const isHeldByPeople = rails.length > 0 && rails.every((each) => isReported(each, all, scene));
  return unkept(`${card.number} ${wanted.name} is ${state}`, {
    "everything ends": hasEnded(card) || (state === states.needsReview && isCalled(card, scene)),
    "no other card of a request says something else": isAlone,
    "a decision that was acknowledged stays":
      !isDecided || state === states.denied || state === states.withdrawn,
    "no Rail exists behind such a card": !isMade || !NOTHING_MADE.includes(state),
    "payable is one Rail":
      !isPayable || trusts !== undefined || isSeen || (made.length > 0 && known.length < 2),
    "a Rail that differs is held":
      !isPayable || isSeen || made.every(({ isAltered }) => !isAltered),
    "a report that was acknowledged holds": !isPayable || !isHeldByPeople,
    "a removal that was acknowledged stays": !isRemoved(asked, scene) || state === states.closed,
    "nothing takes effect without its approvals": !tookEffectAlone(asked, scene),
  });
}
