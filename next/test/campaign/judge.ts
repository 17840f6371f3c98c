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
import { hasEnded, type People } from "./people.ts";
import type { Restore, Scene } from "./scene.ts";
import { headerIn } from "./world/blocks.ts";
import { leaves } from "./world/json.ts";
import type { Delivered } from "./world/person.ts";
import { placeAt } from "./world/rail-values.ts";
import type { HeldRail, Posted } from "./world/rail-world.ts";

export interface Broken {
  promise: string;
  what: string;
}

const { buttons, states } = WORDS;
const broken = (promise: string, what: string): Broken => ({ promise, what });

/**
 * When everything has come to rest: what the POST log, Slack and the acknowledged acts say
 * together.
 */
export async function judge(scene: Scene, people: People): Promise<Broken[]> {
  const asked = readAsked(scene, people);
  const audit = await scene.database.rows("select to_jsonb(a) as entry from signalbox.audit a");
  return [
    ...scene.rail.posts().flatMap((post) => judgePost(post, asked, scene)),
    ...asked.flatMap((each) => judgeBytes(each, audit, scene)),
    ...asked.flatMap((each) => judgeOnce(each, scene)),
    ...asked.flatMap((each) => judgeEnd(each, scene, people)),
    ...scene.slack.state.surprises.map((what) =>
      broken("Slack and the service get only what they take", what),
    ),
    ...judgeNotifications(scene),
  ];
}

/** Each POST has all its approvals, of exactly this, and comes after nothing that forbids it. */
function judgePost(post: Posted, all: readonly Asked[], scene: Scene): Broken[] {
  const { rail, restores, gone } = scene;
  const asked = askedFor(all, post);
  const what = `${post.path} at ${post.seq} by ${post.process}`;
  if (!asked) return [broken("nothing is sent that nobody requested", what)];
  const found: Broken[] = [];
  const { calledSeq, calledAt } = post;
  const restore = restores.findLast((each) => each.seq < calledSeq && isNoticeable(each, scene));
  const approvers = approversOf(asked, { after: restore?.seq ?? 0, post }, gone);
  if (!isQuorum(approvers)) {
    const who = [...approvers].join(" and ") || "nobody";
    found.push(broken("nothing is sent without its approvals", `${what}: approved by ${who}`));
  }
  const value = valueSent(post, rail);
  const isSeen = ({ says }: Delivered) => withoutSpaces(says).includes(value);
  if (![asked.request, ...asked.approvals].every(isSeen)) {
    found.push(broken("people see what is sent", `${what}: ${value}`));
  }
  for (const ending of asked.endings) {
    if (scene.isLost(ending) || (ending.answeredSeq ?? 0) > calledSeq) continue;
    found.push(broken("nothing is sent that was denied or withdrawn", `${what}: ${ending.title}`));
  }
  const isAgain = asked.posts[0] !== post;
  if (!isAgain && calledAt - asked.request.at > (EXPIRES_HOURS + 1) * HOUR) {
    found.push(broken("nothing is sent that has expired", what));
  }
  if (restore && !isQuorum(resumersOf(scene, restore.seq, calledSeq))) {
    found.push(broken("after a restore nothing is sent until people resume", what));
  }
  return found;
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
function judgeBytes(asked: Asked, audit: readonly unknown[], scene: Scene): Broken[] {
  const [first] = asked.approvals;
  if (!first || scene.restores.length > 0) return [];
  return asked.posts.flatMap((post) => {
    const digest = tagOf(post)?.digest ?? digestIn(first);
    const isWhole = leaves(findBytes(audit, digest)).includes(valueSent(post, scene.rail));
    return isWhole ? [] : [broken("the digest is that of what is sent", digest)];
  });
}

/** A further POST only after a certain refusal, or after people approved again. */
function judgeOnce(asked: Asked, scene: Scene): Broken[] {
  const found: Broken[] = [];
  for (const [place, post] of asked.posts.entries()) {
    const next = asked.posts[place + 1];
    if (!next || post.answered === 401 || post.answered === 422) continue;
    const what = `posted at ${post.seq} and ${next.seq}`;
    if (!isQuorum(approversOf(asked, { after: post.seq, post: next }, scene.gone))) {
      found.push(broken("one POST for one approval", what));
    }
    const made = scene.rail.rails().filter(({ id }) => post.made.includes(id));
    if (made.some((rail) => isFindable(rail, next.calledAt, scene))) {
      found.push(broken("never two Rails for one request", what));
    }
  }
  return found;
}

/** Whether a walk a moment before must have shown it as its request's. */
const isFindable = (rail: HeldRail, at: number, { plan }: Scene) =>
  plan.isTagEchoed &&
  rail.flaw !== "not-echoed" &&
  (rail.flaw !== "hidden" || rail.flawUntil < at - 60_000);

/** Everything ends, and the last card is true. */
function judgeEnd(asked: Asked, scene: Scene, people: People): Broken[] {
  const { rail } = scene;
  const { wanted, card, request } = asked;
  if (!wanted || !wasTaken(request) || scene.isLost(request)) return [];
  if (!card) return [broken("no acknowledged request is lost", wanted.name)];
  const found: Broken[] = [];
  const what = `${card.number} ${wanted.name} is ${card.state}`;
  const isCalled = card.state === states.needsReview && people.isCalledFor(card);
  if (!hasEnded(card) && !isCalled) found.push(broken("everything ends", what));
  const isSoShown = card.state === states.denied || card.state === states.withdrawn;
  if (asked.endings.some((each) => !scene.isLost(each)) && !isSoShown) {
    found.push(broken("a decision that was acknowledged stays", what));
  }
  const made = rail.rails().filter(({ post }) => post !== null && asked.posts.includes(post));
  const known = made.filter((each) => isFindable(each, scene.stage.now() - HOUR, scene));
  const says = [states.denied, states.withdrawn, states.expired, states.refused];
  // A database that lost the claim leaves it to people, who see the Rail in the list.
  const isClaimLost = asked.posts.some(({ seq, at }) => scene.isLost({ seq, at }));
  if (known.length > 0 && !isClaimLost && says.some((each) => each === card.state)) {
    found.push(broken("no card says that nothing was created while its Rail exists", what));
  }
  if (card.state === states.payable && (made.length === 0 || known.length > 1)) {
    found.push(broken("payable means one Rail", `${what}: ${made.length}`));
  }
  if (made.some(({ isAltered }) => isAltered) && card.state === states.payable) {
    found.push(broken("a Rail that differs is held", what));
  }
  return found;
}

/** What a phone shows without being unlocked holds no payment details. */
function judgeNotifications({ slack, rail }: Scene): Broken[] {
  const ends = rail.rails().map(({ resource }) => placeAt(resource, "source"));
  const values = leaves(ends).filter((each) => each.length > 14);
  const texts = slack.messages().flatMap(({ history }) => history.map(({ text }) => text));
  return texts
    .filter((text) => values.some((value) => withoutSpaces(text).includes(value)))
    .map((text) => broken("notifications hold no payment details", text));
}
