import { HEADER, WORDS } from "../harness/words.ts";
import {
  type Asked,
  approversOf,
  askedFor,
  digestIn,
  findBytes,
  isQuorum,
  readAsked,
  tagOf,
  valueSent,
  wasTaken,
  withoutSpaces,
} from "./asked.ts";
import { EXPIRES_HOURS, HOUR } from "./company.ts";
import { cardsOf, hasEnded, type People } from "./people.ts";
import type { Restore, Scene } from "./scene.ts";
import { headerIn } from "./world/blocks.ts";
import { leaves } from "./world/json.ts";
import { placeAt } from "./world/rail-values.ts";
import type { HeldRail, Posted } from "./world/rail-world.ts";

export interface Broken {
  promise: string;
  what: string;
}

const { buttons, states } = WORDS;

/** Nothing where it is kept. */
const kept = (isKept: boolean, promise: string, what: string): Broken[] =>
  isKept ? [] : [{ promise, what }];

/**
 * When everything has come to rest: what the POST log, Slack and the acknowledged acts say
 * together.
 */
export async function judge(scene: Scene, people: People): Promise<Broken[]> {
  const asked = readAsked(scene, people);
  const audit = await scene.database.rows("select to_jsonb(a) as entry from signalbox.audit a");
  const { surprises } = scene.slack.state;
  return [
    ...scene.rail.posts().flatMap((post) => judgePost(post, asked, scene)),
    ...asked.flatMap((each) => judgeBytes(each, audit, scene)),
    ...asked.flatMap((each) => judgeOnce(each, scene)),
    ...asked.flatMap((each) => judgeEnd(each, scene)),
    ...surprises.flatMap((what) => kept(false, "nobody gets what they do not take", what)),
    ...judgeNotifications(scene),
  ];
}

/** Each POST has all its approvals, of exactly this, and comes after nothing that forbids it. */
function judgePost(post: Posted, all: readonly Asked[], scene: Scene): Broken[] {
  const { rail, restores, gone } = scene;
  const asked = askedFor(all, post);
  const what = `${post.path} at ${post.seq} by ${post.process}`;
  if (!asked) return kept(false, "nothing is sent that nobody requested", what);
  const { calledSeq, calledAt } = post;
  const { request, approvals, endings, answers } = asked;
  const restore = restores.findLast((each) => each.seq < calledSeq && isNoticeable(each, scene));
  const after = restore?.seq ?? 0;
  const approvers = approversOf(asked, { after, post }, gone);
  const who = `${what}: approved by ${[...approvers].join(" and ") || "nobody"}`;
  const value = valueSent(post, rail);
  const isSeen = [request, ...approvals].every(({ says }) => withoutSpaces(says).includes(value));
  // A restored database does not know how it ended.
  const ended = endings.filter(
    (each) => !scene.isLost(each) && (each.answeredSeq ?? 0) < calledSeq,
  );
  const again = answers.findLast(({ seq }) => seq < calledSeq) ?? request;
  const isInTime = calledAt - again.at < (EXPIRES_HOURS + 1) * HOUR;
  const isResumed = !restore || isQuorum(resumersOf(scene, after, calledSeq));
  return [
    ...kept(isQuorum(approvers), "nothing is sent without its approvals", who),
    ...kept(isSeen, "people see what is sent", `${what}: ${value}`),
    ...kept(ended.length === 0, "nothing is sent that was denied or withdrawn", what),
    ...kept(isInTime, "nothing is sent that has expired", what),
    ...kept(isResumed, "after a restore nothing is sent until people resume", what),
  ];
}

/** Who approved that sending goes on: the card behind the view said that it had stopped. */
function resumersOf({ history, slack }: Scene, after: number, before: number): Set<string> {
  const drawn = slack.messages().flatMap((message) => message.history);
  const headers = drawn.map((blocks) => HEADER.exec(headerIn(blocks)) ?? []);
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

/** A POST that the database lost: the mark outside shows it. */
const isNoticeable = ({ seq, to }: Restore, { rail }: Scene) =>
  rail.posts().some(({ calledSeq }) => to < calledSeq && calledSeq < seq);

/** The digest is that of the content in the audit, which holds what was sent. */
function judgeBytes({ approvals, posts }: Asked, audit: readonly unknown[], scene: Scene) {
  const [first] = approvals;
  if (!first || scene.restores.length > 0) return [];
  return posts.flatMap((post) => {
    const digest = tagOf(post)?.digest ?? digestIn(first);
    const isWhole = leaves(findBytes(audit, digest)).includes(valueSent(post, scene.rail));
    return kept(isWhole, "the digest is that of what is sent", digest);
  });
}

/** A further POST only after a certain refusal, or after people approved again. */
function judgeOnce(asked: Asked, scene: Scene): Broken[] {
  return asked.posts.flatMap((post, place) => {
    const next = asked.posts[place + 1];
    if (!next || post.answered === 401 || post.answered === 422) return [];
    const what = `posted at ${post.seq} and ${next.seq}`;
    const again = approversOf(asked, { after: post.seq, post: next }, scene.gone);
    const made = scene.rail.rails().filter(({ id }) => post.made.includes(id));
    const isFound = made.some((rail) => isFindable(rail, next.calledAt, scene));
    return [
      ...kept(isQuorum(again), "one POST for one approval", what),
      ...kept(!isFound, "never two Rails for one request", what),
    ];
  });
}

/** Whether a walk a moment before must have shown it as its request's. */
const isFindable = ({ flaw, flawUntil }: HeldRail, at: number, { plan }: Scene) =>
  plan.isTagEchoed && flaw !== "not-echoed" && (flaw !== "hidden" || flawUntil < at - 60_000);

const NOTHING_MADE: readonly string[] = [
  ...[states.denied, states.withdrawn, states.expired, states.refused],
];

/** Everything ends, and the last card is true. */
function judgeEnd(asked: Asked, scene: Scene): Broken[] {
  const { wanted, card, request, endings, posts } = asked;
  if (!wanted || scene.isLost(request)) return [];
  if (!card) return kept(!wasTaken(request), "no acknowledged request is lost", wanted.name);
  const { state, message } = card;
  const what = `${card.number} ${wanted.name} is ${state}`;
  const replies = scene.slack.messages().filter(({ threadTs }) => threadTs === message.ts);
  const isCalled = state === states.needsReview && replies.some(({ isDeleted }) => !isDeleted);
  const isEnded = state === states.denied || state === states.withdrawn;
  const isDecided = endings.some((each) => !scene.isLost(each));
  const made = scene.rail.rails().filter(({ post }) => post && posts.includes(post));
  const known = made.filter((each) => isFindable(each, scene.stage.now() - HOUR, scene));
  // A database that lost the claim leaves it to people, who see the Rail in the list.
  const isClaimLost = posts.some(({ seq, at }) => scene.isLost({ seq, at }));
  const isMade = known.length > 0 && !isClaimLost;
  const isPayable = state === states.payable;
  // A restored database forgets the messages that were posted since its copy.
  const cards = cardsOf(scene).filter((each) => each.buttons.includes(asked.id));
  const isAlone = scene.restores.length > 0 || cards.every((each) => each.state === state);
  const isEqual = made.every(({ isAltered }) => !isAltered);
  return [
    ...kept(hasEnded(card) || isCalled, "everything ends", what),
    ...kept(isAlone, "no other card of a request says something else", what),
    ...kept(!isDecided || isEnded, "a decision that was acknowledged stays", what),
    ...kept(!isMade || !NOTHING_MADE.includes(state), "no Rail exists behind such a card", what),
    ...kept(!isPayable || (made.length > 0 && known.length < 2), "payable is one Rail", what),
    ...kept(!isPayable || isEqual, "a Rail that differs is held", what),
  ];
}

/** What a phone shows without being unlocked holds no payment details. */
function judgeNotifications({ slack, rail }: Scene): Broken[] {
  const ends = rail.rails().map(({ resource }) => placeAt(resource, "source"));
  const values = leaves(ends).filter((each) => each.length > 14);
  const texts = slack.messages().flatMap(({ history }) => history.map(({ text }) => text));
  const telling = texts.filter((text) => values.some((value) => text.includes(value)));
  return telling.flatMap((text) => kept(false, "notifications hold no payment details", text));
}
