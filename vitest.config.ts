import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/harness/global-setup.ts"],
    // PostgreSQL, the services and the process wait for each other: one worker more than CI has cores.
    maxWorkers: 3,
    // Only what hangs: machines are noisy, and no test is about time.
    testTimeout: 240_000,
    hookTimeout: 120_000,
    // The sandbox's own tests ask until something is there.
    expect: { poll: { timeout: 60_000 } },
  },
});
