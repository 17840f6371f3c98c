import { richText, section } from "../../platform/slack/blocks/rich-text.ts";
import { type Message, message } from "../../platform/slack/blocks/views.ts";
import { SlackError } from "../../platform/slack/slack-error.ts";
import type { Context } from "../engine/context.ts";
import { kindOf } from "../engine/kind.ts";
import { canonicalBytes, sha256 } from "../rules/digest.ts";
import { later } from "../rules/pauses.ts";
import { isOpen, type Place } from "../rules/request.ts";
import { type Due, finishDue } from "../store/due.ts";
import { type Begun, beginPost, endPost, type PostId, type PostRow } from "../store/posts.ts";
import { nextPostAt, type Post, postsFor } from "./posts-for.ts";
import { readFacts } from "./read-facts.ts";

/** Seconds until a message is looked at again. */
const AFTER = {
  /** An earlier call may still land on top of it. */
  unclear: 30,
  lostPost: 60,
  /** Twice as long each time, up to `longest`. */
  lostUpdate: 2,
  longest: 15,
  unreachable: 3_600,
  /** An open card is drawn although nothing changed: that finds a deleted one. */
  open: 3_600,
} as const;

/** Seconds until what another call has begun meanwhile is looked at. */
const OVERTAKEN = 1;

/** In place of an answer's hash: Slack clearly did not take the post. */
const NOT_POSTED = "not-posted";

/** Before the hash of what is drawn: it has to be drawn once more, as an earlier call may land. */
const AGAIN = "again ";

/**
 * Makes Slack show what `postsFor` says of a request, in that order. What cannot be done now is due
 * again later. False if another process has taken it over: then this one may have drawn what is no
 * longer so.
 */
export async function sync(context: Context, due: Due): Promise<boolean> {
  const { workspace, id } = due;
  const read = await readFacts(context, workspace, id);
  if (!read) return finishDue(context.db, due, null);
  const { facts, posts: rows } = read;
  const { request, now } = facts;
  const about: About = {
    ...{ context, workspace, about: id, now, rows },
    cards: new Map(
      rows.flatMap((row) => (row.key === "card" && row.ts ? [[row.place, row.ts]] : [])),
    ),
    isOpen: isOpen(request),
    lost: 0,
    failures: due.failures,
  };
  const wanted = postsFor(facts, kindOf(context.kinds, request.content).posts(facts));
  const next = nextPostAt(facts);
  const waits: (number | null)[] = [
    next === null ? null : secondsUntil(next, now),
    about.isOpen ? AFTER.open : null,
  ];
  const used = new Set<string>();
  let refused: SlackError | null = null;
  for (const post of wanted) {
    try {
      const { wait, places } = await drawSomewhere(about, post);
      waits.push(wait);
      for (const place of places) used.add(`${post.key} ${placeId(place)}`);
    } catch (error) {
      // One that Slack does not take keeps no other from its place.
      if (!(error instanceof SlackError)) throw error;
      refused ??= error;
    }
  }
  if (refused) throw refused;
  for (const row of rows) {
    if (!used.has(`${row.key} ${row.place}`)) waits.push(await replace(about, row, SETTLED));
  }
  const seconds = Math.min(...waits.filter((wait) => wait !== null));
  const nextAt = Number.isFinite(seconds) ? later(now, seconds) : null;
  return finishDue(context.db, due, nextAt, about.lost > 0 ? due.failures + 1 : 0);
}

interface About {
  context: Context;
  workspace: string;
  about: string;
  now: string;
  /** As they were before. */
  rows: readonly PostRow[];
  /** Time stamps of its cards, by place: replies stand under them. */
  cards: Map<string, string>;
  isOpen: boolean;
  /** Updates without a clear answer: now, and how often in a row before. */
  lost: number;
  failures: number;
}

type Drawn = number | null | "unreachable";

/**
 * At its place; where that cannot be reached at all others. Seconds until it has to be looked at
 * again.
 */
async function drawSomewhere(
  about: About,
  post: Post,
): Promise<{ wait: number | null; places: readonly Place[] }> {
  const drawn = await draw(about, post, post.to);
  if (drawn !== "unreachable") return { wait: drawn, places: [post.to] };
  const waits = [AFTER.unreachable as number];
  for (const place of post.instead) {
    const there = await draw(about, post, place);
    if (typeof there === "number") waits.push(there);
  }
  return { wait: Math.min(...waits), places: [post.to, ...post.instead] };
}

const placeId = (place: Place) => ("channel" in place ? place.channel : place.person);

async function draw(about: About, post: Post, place: Place): Promise<Drawn> {
  const at = placeId(place);
  const id: PostId = { about: about.about, key: post.key, place: at };
  const row = about.rows.find(({ key, place: known }) => key === id.key && known === at);
  if ("channel" in place) {
    const state = await about.context.slack.placeOf(about.workspace, at);
    // Other organisations read along: nothing of ours may stand there.
    if (state === "shared" && row?.ts) await replace(about, row, SHARED);
    if (state !== "ours" && state !== "not-known") return "unreachable";
  }
  const first = () => postFirst(about, { ...id, try: row?.try ?? 0 }, post);
  if (!row) return first();
  const since = (seconds: number) => secondsUntil(later(row.drawnAt, seconds), about.now);
  if (row.gone && since(AFTER.unreachable) > 0) return "unreachable";
  if (row.ts === null) {
    // It may be there already: only a minute later is a second one better than none.
    const isLost = row.hash === null && !row.gone && since(AFTER.lostPost) > 0;
    return isLost ? since(AFTER.lostPost) : first();
  }
  if (post.once) return null;
  const isWatched = post.key === "card" && about.isOpen;
  const isOld = isWatched && since(AFTER.open) <= 0;
  const hash = hashOf(post.show);
  if (row.hash === AGAIN + hash && since(AFTER.unclear) > 0) return since(AFTER.unclear);
  if (row.hash === hash && !isOld) return isWatched ? since(AFTER.open) : null;
  return update(about, row, row.ts, post.show);
}

/** Posts a message that cannot become untrue. Then it has a time stamp, and is drawn. */
async function postFirst(
  about: About,
  id: PostId & Pick<PostRow, "try">,
  post: Post,
): Promise<Drawn> {
  const { context, workspace } = about;
  const begun = await beginPost(context.db, workspace, id, id.try);
  if (!begun) return OVERTAKEN;
  const isSame = hashOf(post.placeholder) === hashOf(post.show);
  const threadTs = about.cards.get(id.place)?.split(" ")[1];
  const reply = post.reply && { threadTs, isBroadcast: post.reply === "broadcast" };
  let ts: string;
  try {
    const to = { channel: id.place, ...reply };
    const posted = await context.slack.post(workspace, to, post.placeholder);
    ts = `${posted.channel} ${posted.ts}`;
  } catch (error) {
    const { code, again } = readError(error);
    if (code === "unavailable") return AFTER.lostPost;
    const gone = code === "unreachable";
    await endPost(context.db, workspace, id, { try: begun.try, ts: null, hash: NOT_POSTED, gone });
    return again;
  }
  const hash = isSame ? hashOf(post.show) : null;
  const end = { try: begun.try, ts, hash, gone: false };
  // Another one stands there already: this one stays what it is.
  if (!(await endPost(context.db, workspace, id, end, !isSame))) return OVERTAKEN;
  if (post.key === "card") about.cards.set(id.place, ts);
  if (isSame) return null;
  const next = { try: begun.try + 1, wasUnclear: false };
  return update(about, { ...id, hash: "" }, ts, post.show, next);
}

/** `begun`: the call, where it has begun already. */
async function update(
  about: About,
  row: PostId & Pick<PostRow, "hash" | "try">,
  stamp: string,
  show: Message,
  begun: Begun | null = null,
): Promise<Drawn> {
  const { context, workspace } = about;
  const { db, slack } = context;
  const [channel = "", ts = ""] = stamp.split(" ");
  const call = begun ?? (await beginPost(db, workspace, row, row.try));
  if (!call) return OVERTAKEN;
  const end = (kept: string | null, hash: string | null, gone = false) =>
    endPost(db, workspace, row, { try: call.try, ts: kept, hash, gone });
  try {
    await slack.update(workspace, { channel, ts }, show);
  } catch (error) {
    const { code, again } = readError(error);
    if (code === "gone") await end(null, NOT_POSTED);
    if (code === "unreachable") await end(stamp, row.hash, true);
    if (code === "limited") await end(stamp, row.hash);
    if (code !== "unavailable") return again;
    about.lost += 1;
    return Math.min(AFTER.lostUpdate * 2 ** about.failures, AFTER.longest);
  }
  const hash = hashOf(show);
  const wasDue = row.hash?.startsWith(AGAIN) && row.hash !== AGAIN + hash;
  const isUnclear = call.wasUnclear || wasDue;
  if (await end(stamp, isUnclear ? AGAIN + hash : hash)) return isUnclear ? AFTER.unclear : null;
  // Another call has begun since, and this one may have landed on top of it.
  await beginPost(db, workspace, row, null);
  return OVERTAKEN;
}

/** Draws something else where a message stood, if it can still be reached. */
async function replace(about: About, row: PostRow, show: Message): Promise<number | null> {
  if (row.gone || row.ts === null || row.hash === hashOf(show)) return null;
  const drawn = await update(about, row, row.ts, show);
  return drawn === "unreachable" ? null : drawn;
}

const SETTLED = message("See the card", richText(section(["No longer current: see the card."])));

const SHARED = message(
  "Moved",
  richText(
    section(["This channel is shared with another organisation. Signalbox posts elsewhere."]),
  ),
);

function readError(error: unknown): { code: SlackError["code"]; again: Drawn } {
  if (!(error instanceof SlackError)) throw error;
  const { code } = error;
  switch (code) {
    case "limited":
      return { code, again: Math.max(1, Math.ceil(error.retryAfterMs / 1_000)) };
    case "unavailable":
      return { code, again: AFTER.lostUpdate };
    case "gone":
      return { code, again: 1 };
    case "unreachable":
      return { code, again: code };
    case "not-installed":
    case "refused":
      throw error;
  }
}

export const hashOf = (shown: Message): string => sha256(canonicalBytes(shown));

const secondsUntil = (time: string, now: string) =>
  Math.ceil((Date.parse(time) - Date.parse(now)) / 1_000);
