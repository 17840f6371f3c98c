import { createMiddleware } from "hono/factory";
import type { Env } from "../env.ts";

export interface Call {
  method: string;
  /** The path as in the document, without base address and query: `/rails`. */
  path: string;
  /** Null for a call without a known token. */
  company: string | null;
  /** Null until there is an answer; it stays null if none was sent. */
  status: number | null;
  /** The time of arrival, ISO 8601. */
  at: string;
}

interface Deps {
  calls: Call[];
  prefix: string;
  companyOf(authorization: string | undefined): string | undefined;
}

/** A long-lived service remembers only its latest calls. */
const REMEMBERED = 10_000;

/** Notes every call when it arrives, and then its answer. */
export function recordCalls({ calls, prefix, companyOf }: Deps) {
  return createMiddleware<Env>(async (c, next) => {
    const call: Call = {
      method: c.req.method,
      path: c.req.path.slice(prefix.length),
      company: companyOf(c.req.header("authorization")) ?? null,
      status: null,
      at: new Date().toISOString(),
    };
    calls.push(call);
    if (calls.length > REMEMBERED) calls.shift();

    await next();
    const { outgoing } = c.env;
    if (outgoing.headersSent) call.status = outgoing.statusCode;
    else if (!outgoing.destroyed) call.status = c.res.status;
  });
}
