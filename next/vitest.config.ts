import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/harness/global-setup.ts"],
    // PostgreSQL, the services and the process wait for each other: one worker more than CI has cores.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
