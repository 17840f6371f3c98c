import type { HttpBindings } from "@hono/node-server";

/** The context of every handler: Node's request and response, the company of the token, and the body. */
export interface Env {
  Bindings: HttpBindings;
  Variables: { company: string; body: Uint8Array };
}
