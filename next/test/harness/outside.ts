import { randomBytes } from "node:crypto";
import pg from "pg";
import type { MovableClock } from "./movable-clock.ts";
import type { Outside } from "./seam.ts";

/** Is there when its process is not. */
export type KeptFiles = Map<string, string>;

/** The real network and database, with the stage's clock, and DATA_DIR in memory. */
export function createOutside(clock: MovableClock, databaseUrl: string, files: KeptFiles): Outside {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  // Whoever waits for the connection is told; without a listener it would end the tests.
  pool.on("error", () => {});
  return {
    now: clock.now,
    wait: clock.wait,
    fetch: (input, init) => fetch(input, init),
    pool,
    kept: {
      read: async (name) => files.get(name) ?? null,
      async write(name, text) {
        files.set(name, text);
      },
    },
    random: (bytes) => new Uint8Array(randomBytes(bytes)),
  };
}
