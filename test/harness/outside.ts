import { randomBytes } from "node:crypto";
import type { MovableClock } from "./movable-clock.ts";
import type { TestDatabase } from "./postgres.ts";
import type { Outside } from "./seam.ts";

/** Is there when its process is not. */
export type KeptFiles = Map<string, string>;

/** The real network and database, with the stage's clock, and DATA_DIR in memory. */
export const createOutside = (
  { now, wait }: MovableClock,
  database: TestDatabase,
  files: KeptFiles,
): Outside => ({
  now,
  elapsed: now,
  wait,
  fetch: (input, init) => fetch(input, init),
  pool: database.openPool({ max: 10 }),
  kept: {
    read: async (name) => files.get(name) ?? null,
    async write(name, text) {
      files.set(name, text);
    },
  },
  random: (bytes) => new Uint8Array(randomBytes(bytes)),
});
