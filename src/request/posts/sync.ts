import { type Context, kindOf } from "../engine/context.ts";
import { later } from "../rules/pauses.ts";
import { isOpen, type Place } from "../rules/request.ts";
import { type Due, finishDue } from "../store/due.ts";
import { AFTER, createDrawing, placeId, secondsUntil } from "./drawing.ts";
import { nextPostAt, type Post, postsFor } from "./posts-for.ts";
import { readFacts } from "./read-facts.ts";

/**
 * Makes Slack show what `postsFor` says of a request, at each place in that order; later, what
 * cannot be done now. False if another process has taken it over: this one may have drawn what is
 * no longer so.
 */
export async function sync(context: Context, due: Due): Promise<boolean> {
  const read = await readFacts(context, due.workspace, due.id);
  if (!read) return finishDue(context.db, due, null);
  const { facts, posts: rows } = read;
  const { now, request } = facts;
  const { waits, draw, replace, failures } = createDrawing(context, due, read);
  const next = nextPostAt(facts);
  if (next !== null) waits.push(secondsUntil(next, now));
  // That finds a deleted card.
  if (isOpen(request)) waits.push(AFTER.open);
  const used = new Set<string>();
  let failed: unknown = null;

  /** Each at its place; where that cannot be reached at all others. */
  async function drawAll(all: readonly Post[]): Promise<void> {
    for (const post of all) {
      const show = (place: Place) => {
        used.add(`${post.key} ${placeId(place)}`);
        return draw(post, place);
      };
      try {
        if (await show(post.to)) continue;
        waits.push(AFTER.unreachable);
        for (const place of post.instead) await show(place);
      } catch (error) {
        // One that cannot be drawn keeps no other from its place.
        failed ??= error;
      }
    }
  }

  const { askedIn, state } = request;
  // While a POST lasts: its instructions, which people wait for, are next to stand there.
  if (state.is === "sending" && "channel" in askedIn) {
    void context.slack.placeOf(request.workspace, askedIn.channel);
  }
  const kind = kindOf(context.kinds, request.content);
  // At one place by urgency; instructions elsewhere do not wait for the card.
  const byPlace = Map.groupBy(postsFor(facts, kind.posts?.(facts)), ({ to }) => placeId(to));
  await Promise.all([...byPlace.values()].map(drawAll));
  if (failed) throw failed;
  for (const row of rows) {
    if (!used.has(`${row.key} ${row.place}`)) await replace(row);
  }
  const nextAt = waits.length > 0 ? later(now, Math.min(...waits)) : null;
  return finishDue(context.db, due, nextAt, failures());
}
