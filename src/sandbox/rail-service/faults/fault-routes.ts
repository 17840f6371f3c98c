import { Hono } from "hono";
import type { Env } from "../env.ts";
import { type Faults, faultRule } from "../faults.ts";
import { readBody } from "../requests/read-body.ts";

/**
 * The fault switchboard for other processes. It is no part of the documented interface and lies outside its prefix. Like
 * the whole service it listens on loopback only.
 *
 * - `POST /sandbox/faults` with `{ "operation": "POST /rails", "times": 1, "fault": { "kind": "delay",
 *   "ms": 2000 } }` adds a rule: operations and kinds as in `faults.ts`, `times` a number or "always".
 * - `DELETE /sandbox/faults` removes every rule.
 *
 * Both answer 204 without a body; a rule that cannot be read gets a 422 in the document's shape.
 */
export function faultRoutes(faults: Faults) {
  return new Hono<Env>()
    .post("/sandbox/faults", (c) => {
      const rule = readBody(c, (json) => faultRule.safeParse(json));
      if (!rule.ok) return rule.answer;
      faults.add(rule.value);
      return c.body(null, 204);
    })
    .delete("/sandbox/faults", (c) => {
      faults.clear();
      return c.body(null, 204);
    });
}
