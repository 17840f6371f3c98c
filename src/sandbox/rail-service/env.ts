import type { HttpBindings } from "@hono/node-server";

/** What every handler finds in its context: Node's own pair, whose token it was, and what was sent. */
export interface Env {
  Bindings: HttpBindings;
  Variables: { company: string; body: Uint8Array };
}
