import { randomUUID } from "node:crypto";
import { Pool } from "undici";
import { ANA, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import { signedRequest } from "../support/signed-request.ts";

export interface Load {
  perSecond: number;
  /** From sending until Slack's answer, in milliseconds. */
  p50: number;
  p99: number;
}

/** As many connections as Slack keeps busy at once. */
const AT_ONCE = 16;

/** Sends signed bodies to `/slack/events` as fast as they are answered. Throws at the first that is not acknowledged. */
export async function load(
  origin: string,
  { count, secret, bodyOf }: { count: number; secret: string; bodyOf: (nth: number) => string },
): Promise<Load> {
  const pool = new Pool(origin, { connections: AT_ONCE });
  const times: number[] = [];
  let next = 0;
  const sender = async () => {
    for (let nth = next++; nth < count; nth = next++) {
      const { method, body, headers } = signedRequest(bodyOf(nth), { secret });
      const start = performance.now();
      const answer = await pool.request({ path: "/slack/events", method: "POST", body, headers });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`${method} was answered ${answer.statusCode}`);
      times.push(performance.now() - start);
    }
  };
  const start = performance.now();
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, sender));
  } finally {
    await pool.close();
  }
  const seconds = (performance.now() - start) / 1000;
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0;
  return { perSecond: count / seconds, p50: at(0.5), p99: at(0.99) };
}

/** A slash command of Ana's as Slack sends it, each a delivery of its own. */
export function command(text: string, teamId: string, responseUrl: string): string {
  return new URLSearchParams({
    command: "/rail",
    text,
    team_id: teamId,
    channel_id: TREASURY,
    user_id: ANA,
    response_url: responseUrl,
    trigger_id: randomUUID(),
    api_app_id: "A0BENCH01",
  }).toString();
}
