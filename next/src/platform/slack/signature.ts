import { createHmac, timingSafeEqual } from "node:crypto";

export type WhyNotSigned = "not-signed" | "stale" | "from-the-future" | "wrong-signature";

const WINDOW_SECONDS = 300;

export interface SignedRequest {
  /** `X-Slack-Request-Timestamp`: seconds since 1970. */
  timestamp: string | undefined;
  /** `X-Slack-Signature`: `v0=` and 64 hexadecimal digits. */
  signature: string | undefined;
  /** As it came, byte for byte. */
  body: Uint8Array;
}

/**
 * Why Slack did not sign a request, or not within five minutes of `now` (milliseconds since 1970);
 * undefined if it did (https://docs.slack.dev/authentication/verifying-requests-from-slack). Bolt's
 * own check takes any time in the future.
 */
export function whyNotSigned(
  signingSecret: string,
  { timestamp = "", signature = "", body }: SignedRequest,
  now: number,
): WhyNotSigned | undefined {
  if (!/^[0-9]{1,12}$/.test(timestamp) || !/^v0=[0-9a-f]{64}$/.test(signature)) return "not-signed";
  const age = now / 1_000 - Number(timestamp);
  if (age > WINDOW_SECONDS) return "stale";
  if (age < -WINDOW_SECONDS) return "from-the-future";
  const expected = createHmac("sha256", signingSecret).update(`v0:${timestamp}:`).update(body);
  const given = Buffer.from(signature.slice("v0=".length), "hex");
  return timingSafeEqual(expected.digest(), given) ? undefined : "wrong-signature";
}
