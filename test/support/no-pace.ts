import type { Pace } from "../../src/services/ports.ts";

/** For tests without a database, in which every turn has come. */
export const noPace: Pace = {
  take: async () => ({ isTaken: true, waitMs: 0 }),
  stall: async () => {},
};
