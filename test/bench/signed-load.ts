import { setTimeout as pause } from "node:timers/promises";
import { Pool } from "undici";
import { signedRequest } from "../support/signed-request.ts";
import { quantile } from "./figure.ts";

export interface Load {
  perSecond: number;
  /** From when it was to be sent until the answer, in milliseconds. */
  p50: number;
  p99: number;
}

/** As many connections as Slack keeps busy at once. */
const AT_ONCE = 16;
/** A rate that is not kept waits in as many: the bot refuses more than 256 from one address. */
const AT_MOST = 128;

/**
 * Sends signed bodies to `/slack/events`: as fast as they are answered, or so many a second, whether they are answered or
 * not. Throws at the first that is not acknowledged.
 */
export async function load(
  origin: string,
  { bodies, secret, perSecond }: { bodies: readonly string[]; secret: string; perSecond?: number },
): Promise<Load> {
  const pool = new Pool(origin, { connections: perSecond === undefined ? AT_ONCE : AT_MOST });
  const times: number[] = [];
  const send = async (bodyText: string, since: number) => {
    const { method, body, headers } = signedRequest(bodyText, { secret });
    const answer = await pool.request({ path: "/slack/events", method: "POST", body, headers });
    await answer.body.dump();
    if (answer.statusCode !== 200) throw new Error(`${method} was answered ${answer.statusCode}`);
    times.push(performance.now() - since);
  };
  const start = performance.now();
  try {
    if (perSecond === undefined) await asFastAsAnswered(bodies, send);
    else await inTime(bodies, perSecond, send);
  } finally {
    await pool.close();
  }
  const seconds = (performance.now() - start) / 1000;
  return {
    perSecond: bodies.length / seconds,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  };
}

type Send = (body: string, since: number) => Promise<void>;

async function asFastAsAnswered(bodies: readonly string[], send: Send): Promise<void> {
  const left = bodies.values();
  const sender = async () => {
    for (const body of left) await send(body, performance.now());
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
}

async function inTime(bodies: readonly string[], perSecond: number, send: Send): Promise<void> {
  const start = performance.now();
  const sent: Promise<void>[] = [];
  for (const [nth, body] of bodies.entries()) {
    const due = start + (nth * 1000) / perSecond;
    await pause(Math.max(0, due - performance.now()));
    sent.push(send(body, due));
  }
  await Promise.all(sent);
}
