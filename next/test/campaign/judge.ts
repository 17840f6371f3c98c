import { WORDS } from "../harness/words.ts";
import type { Asked } from "./asked.ts";
import {
  approversOf,
  askedFor,
  findBytes,
  isQuorum,
  readAsked,
  tagDigest,
  valueSent,
  wasTaken,
  withoutSpaces,
} from "./asked.ts";
import { APPROVERS, EXPIRES_HOURS, HOUR } from "./company.ts";
import type { People } from "./people.ts";
import { hasEnded } from "./people.ts";
import type { Scene } from "./scene.ts";
import { dig, leaves } from "./world/json.ts";
import { placeAt } from "./world/rail-values.ts";
import type { HeldRail, Posted } from "./world/rail-world.ts";

export interface Broken {
  promise: string;
  what: string;
}

const { buttons, states } = WORDS;
const broken = (promise: string, what: string): Broken => ({ promise, what });

/** When everything has come to rest: what the POST log, Slack and the acknowledged acts say together. */
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
  const { rail, restores, history, gone } = scene;
  const asked = askedFor(all, post);
  const what = `${post.path} at ${post.seq} by ${post.process}`;
  if (!asked) return [broken("nothing is sent that nobody requested", what)];
  const found: Broken[] = [];
  const [before, sentAt] = [post.calledSeq, post.calledAt];
  const restore = restores.findLast(({ seq }) => seq < before);
  const after = restore && isNoticeable(restore, scene) ? restore.seq : 0;
  const approvers = approversOf(asked, { after, before, sentAt, gone });
  if (!isQuorum(approvers)) {
    const who = [...approvers].join(" and ") || "nobody";
    found.push(broken("nothing is sent without its approvals", `${what}: approved by ${who}`));
  }
  const value = valueSent(post, rail);
  const unseen = asked.approvals.filter(
    ({ seq, says }) => seq < before && !withoutSpaces(says).includes(value),
  );
  if (unseen.length > 0) found.push(broken("approvers see what is sent", `${what}: ${value}`));
  for (const ending of endingsOf(asked, scene)) {
    if ((ending.answeredSeq ?? 0) > before) continue;
    // A restored database does not know of it.
    if (restores.some(({ seq, to }) => to < ending.seq && ending.seq < seq)) continue;
    found.push(broken("nothing is sent that was denied or withdrawn", `${what}: ${ending.title}`));
  }
  if (sentAt - asked.request.at > EXPIRES_HOURS * HOUR + HOUR) {
    found.push(broken("nothing is sent that has expired", what));
  }
  if (restore && isNoticeable(restore, scene)) {
    const resumed = history.filter(
      ({ kind, title, by, seq }) =>
        kind === "submit" &&
        /resume/i.test(title) &&
        seq > restore.seq &&
        seq < before &&
        APPROVERS.includes(by),
    );
    if (!isQuorum(new Set(resumed.map(({ by }) => by)))) {
      found.push(broken("after a restore nothing is sent until people resume", what));
    }
  }
  return found;
}

/** Denied or withdrawn, and taken so. */
const endingsOf = ({ card }: Asked, { history }: Scene) =>
  history.filter(
    (each) =>
      each.kind === "submit" &&
      (each.label === buttons.deny || each.label === buttons.withdraw) &&
      /R-\d+/.exec(each.title)?.[0] === card?.number &&
      wasTaken(each),
  );

/** A POST that the database lost: the mark outside shows it. */
const isNoticeable = ({ seq, to }: { seq: number; to: number }, { rail }: Scene) =>
  rail.posts().some(({ calledSeq }) => to < calledSeq && calledSeq < seq);

/** The digest is that of the content in the audit, which holds what was sent. */
function judgeBytes(asked: Asked, audit: readonly unknown[], scene: Scene): Broken[] {
  return asked.posts.flatMap((post) => {
    const digest = tagDigest(dig(post.body, "metadata", 0));
    if (post.path !== "/rails" || digest === undefined) return [];
    if (scene.restores.some(({ to }) => to < asked.request.seq)) return [];
    const content = findBytes(audit, digest);
    const isWhole = leaves(content).includes(valueSent(post, scene.rail));
    return isWhole ? [] : [broken("the digest is that of what was sent", digest)];
  });
}

/** A further POST only after a certain refusal, or after people approved again. */
function judgeOnce({ request, posts, ...asked }: Asked, scene: Scene): Broken[] {
  const found: Broken[] = [];
  for (const [place, post] of posts.entries()) {
    const next = posts[place + 1];
    if (!next || post.answered === 401 || post.answered === 422) continue;
    const between = { after: post.seq, before: next.calledSeq, sentAt: next.calledAt };
    const again = approversOf({ ...asked, request, posts }, { ...between, gone: scene.gone });
    const what = `posted at ${post.seq} and ${next.seq}`;
    const isFindable = post.made.some((id) =>
      isFound(
        scene.rail.rails().find((each) => each.id === id),
        next,
        scene,
      ),
    );
    if (!isQuorum(again)) found.push(broken("one POST for one approval", what));
    if (isFindable) found.push(broken("never two Rails for one request", what));
  }
  return found;
}

/** Whether a walk before this POST must have shown it. */
function isFound(rail: HeldRail | undefined, before: Posted, { plan }: Scene): boolean {
  if (!rail || !plan.isTagEchoed || !rail.isEchoed) return false;
  return rail.hiddenUntil < before.calledAt - 60_000;
}

/** Everything ends, and the last card is true. */
function judgeEnd(asked: Asked, scene: Scene, people: People): Broken[] {
  const { restores, rail } = scene;
  const { wanted, card } = asked;
  const isLost = restores.length > 0;
  if (!wanted || !wasTaken(asked.request)) return [];
  if (!card) return isLost ? [] : [broken("no acknowledged request is lost", wanted.name)];
  const found: Broken[] = [];
  const what = `${card.number} ${wanted.name} is ${card.state}`;
  const isCalled = card.state === states.needsReview && people.isCalledFor(card);
  if (!hasEnded(card) && !isCalled) found.push(broken("everything ends", what));
  const isSoShown = card.state === states.denied || card.state === states.withdrawn;
  if (endingsOf(asked, scene).length > 0 && !isSoShown && !isLost) {
    found.push(broken("a decision that was acknowledged stays", what));
  }
  const made = rail.rails().filter(({ post }) => post !== null && asked.posts.includes(post));
  const known = made.filter(
    (each) =>
      each.isEchoed && scene.plan.isTagEchoed && each.hiddenUntil < scene.stage.now() - HOUR,
  );
  const says = [states.denied, states.withdrawn, states.expired, states.refused];
  if (known.length > 0 && says.some((each) => each === card.state)) {
    found.push(broken("no card says that nothing was created while its Rail exists", what));
  }
  if (card.state === states.payable && made.length !== 1) {
    found.push(broken("payable means one Rail", `${what}: ${made.length}`));
  }
  if (made.some(({ alteredSeq }) => alteredSeq !== null) && card.state === states.payable) {
    found.push(broken("a Rail that differs is held", what));
  }
  return found;
}

/** What a phone shows without being unlocked holds no payment details. */
function judgeNotifications({ slack, rail }: Scene): Broken[] {
  const values = rail
    .rails()
    .flatMap(({ resource }) =>
      leaves(placeAt(resource, "source")).filter((each) => each.length > 14),
    );
  return slack
    .messages()
    .flatMap(({ history }) =>
      history
        .filter(({ text }) => values.some((value) => withoutSpaces(text).includes(value)))
        .map(({ text }) => broken("notifications hold no payment details", text)),
    );
}
