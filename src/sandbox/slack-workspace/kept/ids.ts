import { randomBytes } from "node:crypto";

/** Makes an id in Slack's form, such as `V0F3A9B27C1`. */
export const slackId = (prefix: string): string =>
  prefix + randomBytes(5).toString("hex").toUpperCase();

/** Slack puts in such a name for a missing block_id or action_id. */
export const generatedName = (): string => randomBytes(6).toString("base64url");

export const secret = (): string => randomBytes(16).toString("hex");

/** Slack still sends this deprecated token; no app may rely on it. */
export const VERIFICATION_TOKEN = "sandbox-verification-token";

/** Makes message timestamps, `seconds.microseconds`, which are ids too: they always grow. */
export function createTimestamps(now: () => number, last = "0") {
  let previous = Math.round(Number(last) * 1e6);
  return (): string => {
    previous = Math.max(Math.floor(now()) * 1000, previous + 1);
    return `${Math.floor(previous / 1e6)}.${String(previous % 1e6).padStart(6, "0")}`;
  };
}
