import { createHmac } from "node:crypto";

/** The headers by which an app knows that a request with this body is Slack's (https://docs.slack.dev/authentication/verifying-requests-from-slack). */
export function signatureHeaders(body: string, signingSecret: string, now: number) {
  const timestamp = String(Math.floor(now / 1000));
  const digest = createHmac("sha256", signingSecret).update(`v0:${timestamp}:${body}`);
  return {
    "x-slack-request-timestamp": timestamp,
    "x-slack-signature": `v0=${digest.digest("hex")}`,
  };
}
