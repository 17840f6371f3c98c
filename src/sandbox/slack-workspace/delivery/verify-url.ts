import { secret } from "../kept/ids.ts";
import { VERIFICATION_TOKEN } from "../wire.ts";
import { signatureHeaders } from "./signed-http.ts";

/**
 * Verifies a request URL as Slack does before it accepts one: an unsigned `ssl_check`, and a
 * challenge that has to come back
 * (https://docs.slack.dev/reference/events/url_verification). Throws an error that says what
 * failed.
 */
export async function verifyUrl(
  requestUrl: string,
  signingSecret: string,
  now: number,
): Promise<void> {
  const checked = await post(requestUrl, "ssl_check", {
    contentType: "application/x-www-form-urlencoded",
    body: String(new URLSearchParams({ token: VERIFICATION_TOKEN, ssl_check: "1" })),
  });
  if (!checked.ok) throw new Error(`${requestUrl} answers ${checked.status} to ssl_check.`);

  const challenge = secret();
  const body = JSON.stringify({ token: VERIFICATION_TOKEN, challenge, type: "url_verification" });
  const answer = await post(requestUrl, "url_verification", {
    contentType: "application/json",
    body,
    headers: signatureHeaders(body, signingSecret, now),
  });
  if (!answer.ok) throw new Error(`${requestUrl} answers ${answer.status} to url_verification.`);
  if (challengeIn(await answer.text()) !== challenge) {
    throw new Error(`${requestUrl} does not give the challenge of url_verification back.`);
  }
}

interface Sent {
  contentType: string;
  body: string;
  headers?: Record<string, string>;
}

async function post(requestUrl: string, what: string, { contentType, body, headers }: Sent) {
  try {
    return await fetch(requestUrl, {
      method: "POST",
      headers: { "content-type": contentType, ...headers },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(3_000),
    });
  } catch (cause) {
    throw new Error(`${requestUrl} does not answer ${what}.`, { cause });
  }
}

/** Slack accepts the challenge as plain text, as JSON or as a form. */
function challengeIn(text: string): unknown {
  if (text.startsWith("challenge=")) return new URLSearchParams(text).get("challenge");
  try {
    return JSON.parse(text).challenge;
  } catch {
    return text.trim();
  }
}
