import { LIMITS } from "../blocks/limits.ts";
import type { Context } from "../context.ts";
import type { Args, Method } from "../web-api/method.ts";

/** Says whether Slack's limits apply. */
export type RateLimits = "off" | "slack";

const MINUTE_MS = 60_000;
const POST_EVERY_MS = 1_000;

/** https://docs.slack.dev/apis/web-api/rate-limits, unless they are off. */
export function createRates(limits: RateLimits, now: () => number) {
  const calls = new Map<string, number[]>();
  const paidUntil = new Map<string, number>();

  // A clock that is set back leaves marks in the future, which no longer count.

  /** Takes one of `most` calls in any minute; returns the seconds to wait when none is left. */
  function takeCall(key: string, most: number): number | undefined {
    const isRecent = (at: number) => at > now() - MINUTE_MS && at <= now();
    const recent = (calls.get(key) ?? []).filter(isRecent);
    const [oldest = now()] = recent;
    if (recent.length >= most) return Math.ceil((oldest + MINUTE_MS - now()) / 1_000);
    calls.set(key, [...recent, now()]);
    return undefined;
  }

  /** Allows `atOnce` messages, and then one a second. */
  function takePost(key: string, atOnce: number): number | undefined {
    const paid = paidUntil.get(key) ?? 0;
    const from = paid > now() && paid <= now() + MINUTE_MS ? paid : now();
    const tooEarly = from - now() - (atOnce - 1) * POST_EVERY_MS;
    if (tooEarly > 0) return Math.ceil(tooEarly / 1_000);
    paidUntil.set(key, from + POST_EVERY_MS);
    return undefined;
  }

  return {
    /** Returns the seconds to wait; undefined if the call may go, and then counts it. */
    take(
      name: string,
      { perMinute }: Method,
      args: Args,
      { seed, faults }: Context,
    ): number | undefined {
      if (name === "chat.postMessage") {
        const atOnce = faults.postsAtOnce ?? (limits === "slack" ? LIMITS.postBurst : undefined);
        // A person's id and their direct conversation count as one place.
        const place = String(args.channel).replace(/^U/, "D");
        return atOnce && takePost(`${seed.team.id} ${place}`, atOnce);
      }
      if (limits === "off" || perMinute === null) return undefined;
      return takeCall(`${seed.team.id} ${name}`, perMinute);
    },
  };
}

export type Rates = ReturnType<typeof createRates>;
