import type { Kind } from "../request/engine/kind.ts";

/** Ends a freeze by agreement. The engine itself makes sure that it is the open one. */
export const resume: Kind<"resume"> = {
  obstacle: async () => null,
};
