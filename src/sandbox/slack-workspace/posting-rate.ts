const EVERY_MS = 1_000;

/**
 * One message a second in each conversation, after `atOnce` of them: Slack takes bursts without saying how large
 * (https://docs.slack.dev/apis/web-api/rate-limits).
 */
export interface PostingRate {
  /** The seconds to wait for the next message there; undefined where it is taken, and counted. */
  take(channel: string, atOnce: number): number | undefined;
}

export function createPostingRate(now: () => number): PostingRate {
  const paidUntil = new Map<string, number>();

  return {
    take(channel, atOnce) {
      const from = Math.max(paidUntil.get(channel) ?? 0, now());
      const tooEarly = from - now() - (atOnce - 1) * EVERY_MS;
      if (tooEarly > 0) return Math.ceil(tooEarly / 1_000);
      paidUntil.set(channel, from + EVERY_MS);
      return undefined;
    },
  };
}
