import { defineConfig } from "vitest/config";
import { LongFirst } from "./test/support/long-first.ts";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Tests of the whole product wait half of their time: twice as many as CI has cores.
    maxWorkers: 4,
    // Importing everything anew for each file was a fifth of the run.
    isolate: false,
    // As npm start: PostgreSQL is compiled once, and not again for speed.
    execArgv: ["--no-wasm-tier-up", "--no-wasm-dynamic-tiering"],
    sequence: { sequencer: LongFirst },
    globalSetup: ["test/support/global-setup.ts"],
    setupFiles: ["test/support/kinds.ts", "test/support/seed.ts"],
    // Real services over loopback on two shared cores: generous, since no test measures time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // A machine that stalls must not cost a whole run: on CI a failed test has a second try, and the report names it.
    retry: process.env.CI === undefined ? 0 : 1,
  },
});
