import type { Delivery } from "../../platform/slack/delivery.ts";
import type { Context } from "../engine/context.ts";

/**
 * One person's acts in a minute, of all kinds. Slack limits the whole workspace by what we ask it
 * for one person.
 */
const MOST_A_MINUTE = 60;
const MINUTE_MS = 60_000;
const MOST_KEPT = 10_000;

const acts = new WeakMap<Context, Map<string, number[]>>();

/**
 * Counts an act. Whether the person has done too much within the last minute, so that nothing more
 * is asked for them.
 */
export function isTooMuch(context: Context, { workspace, person }: Delivery): boolean {
  const all = acts.get(context) ?? new Map<string, number[]>();
  acts.set(context, all);
  if (all.size >= MOST_KEPT) all.clear();
  const now = context.now();
  const key = `${workspace} ${person}`;
  const recent = (all.get(key) ?? []).filter((at) => at <= now && now - at < MINUTE_MS);
  const isMore = recent.length >= MOST_A_MINUTE;
  if (!isMore) recent.push(now);
  all.set(key, recent);
  return isMore;
}
