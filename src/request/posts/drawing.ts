import { actions } from "../../platform/slack/blocks/blocks.ts";
import { richText, section } from "../../platform/slack/blocks/rich-text.ts";
import { type Message, message } from "../../platform/slack/blocks/views.ts";
import { SlackError } from "../../platform/slack/slack-error.ts";
import { openCard } from "../card/face.ts";
import { markOf } from "../card/faces.ts";
import { type CardFacts, numberOf } from "../card/facts.ts";
import type { Context } from "../engine/context.ts";
import { canonicalBytes, sha256 } from "../rules/digest.ts";
import { later } from "../rules/pauses.ts";
import { isOpen, type Place } from "../rules/request.ts";
import type { Due } from "../store/due.ts";
import { type Begun, beginPost, endPost, type PostId, type PostRow } from "../store/posts.ts";
import type { Post } from "./posts-for.ts";
import type { ReadFacts } from "./read-facts.ts";

/** Seconds until a message is looked at again. */
export const AFTER = {
  /** An earlier call may still land on top of it. */
  unclear: 30,
  lostPost: 60,
  /** Twice as long each time, up to `longest`. */
  lostUpdate: 2,
  longest: 15,
  unreachable: 3_600,
  /** An open card is drawn although nothing changed: that finds a deleted one. */
  open: 3_600,
  /** Another call has begun meanwhile. */
  overtaken: 1,
} as const;

/** In place of an answer's hash: Slack clearly did not take the post. */
const NOT_POSTED = "not-posted";

/** Before the hash of what is drawn: it has to be drawn once more, as an earlier call may land. */
const AGAIN = "again ";

type Row = PostId & Pick<PostRow, "hash" | "try">;

/** Draws the messages about one request, and gathers when they have to be looked at again. */
export function createDrawing(
  context: Context,
  { workspace, id: about, failures }: Due,
  { facts, posts }: ReadFacts,
) {
  const { request, now } = facts;
  const { db, slack } = context;
  /** Seconds from now. */
  const waits: number[] = [];
  /** Updates without a clear answer. */
  let lost = 0;
  /** Time stamps of its cards, by place: replies stand under them. */
  const cards = new Map(
    posts.flatMap(({ key, place, ts }) => (key === "card" && ts ? [[place, ts]] : [])),
  );
  /** True, always: it is there, or may be. */
  const again = (seconds: number): boolean => waits.push(seconds) > 0;

  /** False if it cannot be there. */
  async function draw(post: Post, at: Place): Promise<boolean> {
    const { key, show } = post;
    const place = placeId(at);
    const row = posts.find((each) => each.key === key && each.place === place);
    if ("channel" in at) {
      const state = await slack.placeOf(workspace, place);
      // Other organisations read along: nothing of ours may stand there.
      if (state === "shared" && row) await replace(row, SHARED);
      if (state !== "ours" && state !== "not-known") return false;
    }
    const left = (seconds: number) =>
      row ? Math.max(0, secondsUntil(later(row.drawnAt, seconds), now)) : 0;
    if (row?.gone && left(AFTER.unreachable) > 0) return false;
    if (!row || row.ts === null) {
      // It may be there already: only a minute later is a second one better than none.
      const isLost = row?.hash === null && !row.gone && left(AFTER.lostPost) > 0;
      if (isLost) return again(left(AFTER.lostPost));
      return postFirst({ about, key, place, hash: "", try: row?.try ?? 0 }, post);
    }
    if (post.once) return true;
    const hash = hashOf(show);
    if (row.hash === AGAIN + hash && left(AFTER.unclear) > 0) return again(left(AFTER.unclear));
    const isWatched = key === "card" && isOpen(request);
    if (row.hash !== hash || (isWatched && left(AFTER.open) === 0))
      return update(row, row.ts, show);
    return !isWatched || again(left(AFTER.open));
  }

  /** Posts a message that cannot become untrue. Then it has a time stamp, and is drawn. */
  async function postFirst(row: Row, { key, show, placeholder, reply }: Post): Promise<boolean> {
    const begun = await beginPost(db, workspace, row, row.try);
    if (!begun) return again(AFTER.overtaken);
    const channel = row.place;
    const threadTs = cards.get(channel)?.split(" ")[1];
    let ts: string;
    try {
      const under = reply && { threadTs, isBroadcast: reply === "broadcast" };
      const posted = await slack.post(workspace, { channel, ...under }, placeholder);
      ts = `${posted.channel} ${posted.ts}`;
    } catch (error) {
      const { code, seconds } = readError(error);
      if (code === "unavailable") return again(AFTER.lostPost);
      const gone = code === "unreachable";
      await endPost(db, workspace, row, { try: begun.try, ts: null, hash: NOT_POSTED, gone });
      return !gone && again(seconds);
    }
    const hash = hashOf(show);
    const isDrawn = hashOf(placeholder) === hash;
    const end = { try: begun.try, ts, hash: isDrawn ? hash : null, gone: false };
    // Nobody else knows the time stamp: where the connection broke it is saved over another one.
    const keep = () => endPost(db, workspace, row, end, !isDrawn);
    // Another message stands there already: this one stays what it is.
    if (!(await keep().catch(keep))) return again(AFTER.overtaken);
    if (key === "card") cards.set(channel, ts);
    return isDrawn || update(row, ts, show, { try: begun.try + 1, wasUnclear: false });
  }

  /** `begun`: the call, where it has begun already. */
  async function update(row: Row, stamp: string, show: Message, begun?: Begun): Promise<boolean> {
    const [channel = "", ts = ""] = stamp.split(" ");
    const call = begun ?? (await beginPost(db, workspace, row, row.try));
    if (!call) return again(AFTER.overtaken);
    const end = (kept: string | null, hash: string | null, gone = false) =>
      endPost(db, workspace, row, { try: call.try, ts: kept, hash, gone });
    try {
      await slack.update(workspace, { channel, ts }, show);
    } catch (error) {
      const { code, seconds } = readError(error);
      if (code === "gone") await end(null, NOT_POSTED);
      if (code === "unreachable") await end(stamp, row.hash, true);
      if (code === "limited") await end(stamp, row.hash);
      if (code === "unavailable") {
        lost += 1;
        return again(Math.min(AFTER.lostUpdate * 2 ** failures, AFTER.longest));
      }
      return code !== "unreachable" && again(seconds);
    }
    const hash = hashOf(show);
    const wasDue = row.hash?.startsWith(AGAIN) && row.hash !== AGAIN + hash;
    const isUnclear = call.wasUnclear || wasDue;
    if (await end(stamp, isUnclear ? AGAIN + hash : hash)) {
      return !isUnclear || again(AFTER.unclear);
    }
    // Another call has begun since, and this one may have landed on top of it.
    await beginPost(db, workspace, row, null);
    return again(AFTER.overtaken);
  }

  /** Draws something else where a message stood, if it can still be reached. */
  async function replace(row: PostRow, show = settled(facts)): Promise<void> {
    if (!row.gone && row.ts !== null && row.hash !== hashOf(show)) await update(row, row.ts, show);
  }

  /** How often in a row an update had no clear answer. */
  return { waits, draw, replace, failures: () => (lost > 0 ? failures + 1 : 0) };
}

/** What stands in the place of a message that is no longer wanted. */
function settled(facts: CardFacts): Message {
  const says = `${numberOf(facts.request)}: ${markOf(facts).state}. See its card.`;
  return message(says, richText(section([says])), actions(openCard(facts)));
}

const ELSEWHERE = "This channel is shared with another organisation. Signalbox posts elsewhere.";
const SHARED = message("Moved", richText(section([ELSEWHERE])));

/** What becomes of a message that was not drawn. `seconds`: until Slack takes the next call. */
function readError(error: unknown): { code: SlackError["code"]; seconds: number } {
  if (!(error instanceof SlackError)) throw error;
  const { code, retryAfterMs } = error;
  if (code === "not-installed" || code === "refused") throw error;
  return { code, seconds: code === "limited" ? Math.max(1, Math.ceil(retryAfterMs / 1_000)) : 1 };
}

const hashOf = (shown: Message): string => sha256(canonicalBytes(shown));

export const placeId = (place: Place) => ("channel" in place ? place.channel : place.person);

/** Whole seconds, rounded up; ISO 8601. */
export const secondsUntil = (time: string, now: string) =>
  Math.ceil((Date.parse(time) - Date.parse(now)) / 1_000);
