import { WORDS } from "../harness/words.ts";
import {
  type Asked,
  approversOf,
  entryOf,
  isCalled,
  isQuorum,
  readAsked,
  valueSent,
  wasTaken,
  withoutSpaces,
} from "./asked.ts";
import { cardsOf, hasEnded } from "./cards.ts";
import { ANA, APPROVERS, EVE, EXPIRES_HOURS, HOUR } from "./company.ts";
import type { Restore, Scene } from "./scene.ts";
import {
  goesToRemoved,
  isAgreed,
  isRemoved,
  isReported,
  isStopped,
  isStoppedWrongly,
  isTrusted,
  lacksFurther,
  railsOf,
  resumptions,
  takenOut,
  tookEffectAlone,
} from "./standing.ts";
import type { Delivered } from "./world/person.ts";
import type { HeldRail, Posted } from "./world/rail-world.ts";
import { read } from "./world/slack-world.ts";

export interface Broken {
  promise: string;
  what: string;
}

const { states, phrases } = WORDS;

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
    ...scene.rail.rails().flatMap((each) => judgeRail(each, asked, scene)),
    ...unkept("at once", {
      "only another person's stop replaces one": !isStoppedWrongly(asked, scene),
      "enough people remain": takenOut(scene).length < 2,
    }),
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
    "settings in force count":
      post.path !== "/rails" || !lacksFurther(approvers, calledAt, all, scene),
    "nothing is sent to what was removed": !goesToRemoved(value, calledAt, all, scene),
    "nothing is sent while sending is stopped": !isStopped(post, all, scene),
    "people see what is sent": isSeen,
    "nothing is sent that was denied or withdrawn": !isEnded,
    "nothing is sent that has expired": calledAt - at < (EXPIRES_HOURS + 1) * HOUR,
    "after a restore nothing is sent until people resume":
      !restore || isQuorum(new Set(resumptions(scene, after, calledSeq).map(({ by }) => by))),
  });
}

/** A POST that the database lost: the mark outside shows it. */
const isNoticeable = ({ seq, to }: Restore, { rail }: Scene) =>
  rail.posts().some(({ calledSeq }) => to < calledSeq && calledSeq < seq);

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

/** For days, or for good. */
const HOLDS_UP = /clock|deactivated|restored|failed-over/;

/** Everything ends, and the last card is true. */
function judgeEnd(asked: Asked, all: readonly Asked[], scene: Scene): Broken[] {
  const { wanted, card, request, approvals, endings, posts, trusts } = asked;
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
  const isHeldUp = scene.plan.faults.some(({ fault }) => HOLDS_UP.test(fault));
  const rails = railsOf(asked, scene);
  const isSeen = rails.some((each) => isTrusted(each, each.alteredSeq, all, scene));
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
      !isPayable || isSeen || rails.every(({ isAltered }) => !isAltered),
    "a report that was acknowledged holds": !isPayable || !isHeldByPeople,
    "a removal that was acknowledged stays": !isRemoved(asked, scene) || state === states.removed,
    "nothing takes effect without its approvals": !tookEffectAlone(asked, all, scene),
    "what all agreed to does not expire":
      state !== states.expired || isHeldUp || !isAgreed(asked, all, scene),
    "people see what they trust":
      !trusts || approvals.every((each) => accountIn(each) === (accountIn(request) ?? "")),
  });
}

/** Where people would pay in, by the view that was submitted. */
const accountIn = ({ says }: Delivered) => /GB\d\dRAIL\d{14}/.exec(withoutSpaces(says))?.[0];

/** What people are told of a Rail, and to whom. */
function judgeRail(rail: HeldRail, all: readonly Asked[], scene: Scene): Broken[] {
  const { restores, slack } = scene;
  const told = [ANA, EVE, ...APPROVERS].flatMap(slack.whispersTo);
  const isWrong = told.some((each) => {
    const isOutside = rail.post === null && !isTrusted(rail, 0, all, scene, each.at);
    const isShown = read(each).bare.includes(entryOf(rail));
    return isShown && (isOutside || isReported(rail, all, scene, each.at));
  });
  const isSettled = restores.length === 0 && cardsOf(scene).every(hasEnded);
  const isNews = ({ header, says }: ReturnType<typeof read>) =>
    header.includes(phrases.notApprovedHere) && says.includes(rail.id);
  const times = slack.messages().map(read).filter(isNews).length;
  const isKnown = rail.post !== null || all.some(({ trusts }) => trusts === rail);
  return unkept(rail.id, {
    "what is held is shown to nobody": restores.length > 0 || !isWrong,
    "what others made is told of": !isSettled || isKnown || times > 0,
    "what was told of is not told again and again": restores.length > 0 || times < 3,
  });
}
