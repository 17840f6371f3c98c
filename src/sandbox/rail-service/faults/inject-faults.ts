import { setTimeout as sleep } from "node:timers/promises";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import type { Env } from "../env.ts";
import type { Fault, FaultQueue, Operation } from "../faults.ts";
import { unauthenticated } from "../requests/authenticate.ts";
import {
  cutJson,
  dripped,
  serverError,
  shownOtherwise,
  tooManyRequests,
} from "./spoiled-answers.ts";

export type Handler = (c: Context<Env>) => Response | Promise<Response>;

interface Deps {
  faults: Pick<FaultQueue, "take">;
  /** Ends every wait when the service stops. */
  stopping: AbortSignal;
}

/** Gives the calls of an operation the faults that were ordered for it. */
export function injectFaults({ faults, stopping }: Deps) {
  return (operation: Operation, handler: Handler): Handler =>
    (c) => {
      const fault = faults.take(operation);
      return fault === undefined ? handler(c) : spoil(fault, c, handler);
    };

  async function spoil(fault: Fault, c: Context<Env>, handler: Handler): Promise<Response> {
    switch (fault.kind) {
      case "delay": {
        if (fault.when !== "after-commit") {
          await pause(fault.ms);
          return handler(c);
        }
        const answer = await handler(c);
        await pause(fault.ms);
        return answer;
      }
      case "drop-before-commit":
        return drop(c);
      case "drop-after-commit":
        await handler(c);
        return drop(c);
      case "500-before-commit":
        return serverError();
      case "500-after-commit":
        await handler(c);
        return serverError();
      case "truncate":
        return truncate(c, await handler(c));
      case "cut-json":
        return cutJson(await handler(c));
      case "429":
        return tooManyRequests(fault.retryAfter);
      case "slow-drip":
        return dripped(await handler(c), fault.bytes ?? 1, () => pause(fault.everyMs));
      case "metadata-not-echoed":
        return shownOtherwise(await handler(c), { metadata: { external_id: null } });
      case "id-null":
        return shownOtherwise(await handler(c), { id: null });
      case "shown-otherwise":
        return shownOtherwise(await handler(c), fault.values);
      case "token-revoked":
        return unauthenticated();
    }
  }

  async function pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: stopping });
  }
}

function drop(c: Context<Env>): Response {
  c.env.outgoing.destroy();
  return RESPONSE_ALREADY_SENT;
}

/** Writes past hono, which corrects a wrong length. */
async function truncate(c: Context<Env>, answer: Response): Promise<Response> {
  const body = Buffer.from(await answer.arrayBuffer());
  const { outgoing } = c.env;
  outgoing.writeHead(answer.status, {
    ...Object.fromEntries(answer.headers),
    "content-length": body.length,
  });
  outgoing.write(body.subarray(0, body.length >> 1), () => outgoing.destroy());
  return RESPONSE_ALREADY_SENT;
}
