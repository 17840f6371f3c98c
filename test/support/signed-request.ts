import { createHmac } from "node:crypto";

export const SIGNING_SECRET = "8f742231b10e8888abcd99yyyzzz85a5";
export const FORM = "application/x-www-form-urlencoded";

export interface Signing {
  secret?: string;
  /** Seconds since 1970; now unless told. */
  timestamp?: number | string;
  contentType?: string;
  /** What is signed in the place of the body. */
  signedBody?: string | Uint8Array;
}

/** A request as Slack sends it, for `fetch`. */
export function signedRequest(
  body: string | Uint8Array<ArrayBuffer>,
  {
    secret = SIGNING_SECRET,
    timestamp = Math.floor(Date.now() / 1000),
    contentType = FORM,
    signedBody = body,
  }: Signing = {},
) {
  const digest = createHmac("sha256", secret).update(`v0:${timestamp}:`).update(signedBody);
  return {
    method: "POST",
    body,
    headers: {
      "content-type": contentType,
      "x-slack-request-timestamp": String(timestamp),
      "x-slack-signature": `v0=${digest.digest("hex")}`,
    },
  };
}
