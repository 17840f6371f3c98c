import { createMiddleware } from "hono/factory";
import type { Env } from "../env.ts";

export interface Call {
  method: string;
  /** As in the document, without the base address and the query: `/rails`. */
  path: string;
  /** Null where no known token came with it. */
  company: string | null;
  /** Null while there is no answer, and for good where none was sent. */
  status: number | null;
  /** When it came: ISO 8601. */
  at: string;
}

interface Deps {
  calls: Call[];
  prefix: string;
  companyOf(authorization: string | undefined): string | undefined;
}

/** What a long-lived service remembers of its calls: the latest of them. */
const REMEMBERED = 10_000;

/** Notes every call when it comes, and its answer when there is one. */
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
