import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // One of two cores would stand idle by vitest's own reckoning.
    maxWorkers: 2,
    // Importing everything anew for each file was a fifth of the run.
    isolate: false,
    globalSetup: ["test/support/global-setup.ts"],
    // Real services over loopback on two shared cores: generous, since no test measures time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
