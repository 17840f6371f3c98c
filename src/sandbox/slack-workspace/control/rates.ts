import type { Assumed } from "../assumptions.ts";
import type { Context } from "../context.ts";
import type { Args } from "../web-api/args.ts";

/** Whether calls are limited as Slack limits them. */
export type RateLimits = "off" | "slack";

const MINUTE_MS = 60_000;
const POST_EVERY_MS = 1_000;

/**
 * How often an app may call, in each workspace (https://docs.slack.dev/apis/web-api/rate-limits). Under `off`, only
 * what `faults` limits is limited.
 */
export function createRates(
  limits: RateLimits,
  now: () => number,
  { methodTiers, callsPerMinute, postBurst }: Assumed["webApi"],
) {
  const calls = new Map<string, number[]>();
  const paidUntil = new Map<string, number>();

  // A clock that was ahead and is set back leaves marks in the future, which count no more.

  /** Takes one of `most` calls in any minute; returns the seconds to wait when none is left. */
  function takeCall(key: string, most: number): number | undefined {
    const isRecent = (at: number) => at > now() - MINUTE_MS && at <= now();
    const recent = (calls.get(key) ?? []).filter(isRecent);
    const [oldest = now()] = recent;
    if (recent.length >= most) return Math.ceil((oldest + MINUTE_MS - now()) / 1_000);
    calls.set(key, [...recent, now()]);
    return undefined;
  }

  /** One message a second, after `atOnce` of them. */
  function takePost(key: string, atOnce: number): number | undefined {
    const paid = paidUntil.get(key) ?? 0;
    const from = paid > now() && paid <= now() + MINUTE_MS ? paid : now();
    const tooEarly = from - now() - (atOnce - 1) * POST_EVERY_MS;
    if (tooEarly > 0) return Math.ceil(tooEarly / 1_000);
    paidUntil.set(key, from + POST_EVERY_MS);
    return undefined;
  }

  return {
    /** The seconds to wait for this call; undefined where it is taken, and counted. */
    take(method: string, args: Args, context: Context): number | undefined {
      const { seed, faults } = context;
      const app = `${seed.app.id} ${seed.team.id}`;
      if (method === "chat.postMessage") {
        const atOnce = faults.postsAtOnce ?? (limits === "slack" ? postBurst : undefined);
        return atOnce && takePost(`${app} ${conversationIn(args, context)}`, atOnce);
      }
      const tier = limits === "slack" && methodTiers[method];
      return tier ? takeCall(`${app} ${method}`, callsPerMinute[tier]) : undefined;
    },
  };
}

export type Rates = ReturnType<typeof createRates>;

/** A person's id and that of the direct conversation with them are one place. */
function conversationIn({ channel }: Args, { directory }: Context): string {
  const person = directory.users().find(({ id }) => id === channel);
  const isReached = person && !person.isBot && !person.isDeactivated;
  return isReached ? directory.directWith(person.id).id : String(channel);
}
