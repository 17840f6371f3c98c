import { SlackError } from "../../platform/slack/slack-error.ts";
import { type Context, kindOf } from "../engine/context.ts";
import { later } from "../rules/pauses.ts";
import { isOpen, type Place } from "../rules/request.ts";
import { type Due, finishDue } from "../store/due.ts";
import { AFTER, createDrawing, placeId, secondsUntil } from "./drawing.ts";
import { nextPostAt, type Post, postsFor } from "./posts-for.ts";
import { readFacts } from "./read-facts.ts";

/**
 * Makes Slack show what `postsFor` says of a request, in that order. What cannot be done now is due
 * again later. False if another process has taken it over: then this one may have drawn what is no
 * longer so.
 */
export async function sync(context: Context, due: Due): Promise<boolean> {
  const read = await readFacts(context, due.workspace, due.id);
  if (!read) return finishDue(context.db, due, null);
  const { facts, posts: rows } = read;
  const { now, request } = facts;
  const drawing = createDrawing(context, due, read);
  const { waits, draw, replace } = drawing;
  const next = nextPostAt(facts);
  if (next !== null) waits.push(secondsUntil(next, now));
  // That finds a deleted card.
  if (isOpen(request)) waits.push(AFTER.open);
  const used = new Set<string>();
  let refused: SlackError | null = null;

  /** At its place; where that cannot be reached at all others. */
  async function drawSomewhere(post: Post): Promise<void> {
    const show = (place: Place) => {
      used.add(`${post.key} ${placeId(place)}`);
      return draw(post, place);
    };
    if (await show(post.to)) return;
    waits.push(AFTER.unreachable);
    for (const place of post.instead) await show(place);
  }

  for (const post of postsFor(facts, kindOf(context.kinds, request.content).posts(facts))) {
    try {
      await drawSomewhere(post);
    } catch (error) {
      // One that Slack does not take keeps no other from its place.
      if (!(error instanceof SlackError)) throw error;
      refused ??= error;
    }
  }
  if (refused) throw refused;
  for (const row of rows) {
    if (!used.has(`${row.key} ${row.place}`)) await replace(row);
  }
  const nextAt = waits.length > 0 ? later(now, Math.min(...waits)) : null;
  return finishDue(context.db, due, nextAt, drawing.failures());
}
