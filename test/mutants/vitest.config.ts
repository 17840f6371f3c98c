import { defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";

const nearestFirst = (process.env.MUTANTS_TESTS ?? "").split(",");

export default defineConfig({
  test: {
    root: process.cwd(),
    include: ["test/**/*.test.ts"],
    maxWorkers: 1,
    isolate: false,
    bail: 1,
    sequence: {
      sequencer: class extends BaseSequencer {
        override async sort(files: Parameters<BaseSequencer["sort"]>[0]) {
          const rank = ({ moduleId }: { moduleId: string }) =>
            nearestFirst.findIndex((each) => moduleId.endsWith(each));
          return files.toSorted((one, other) => rank(one) - rank(other));
        }
      },
    },
    globalSetup: ["test/mutants/around.ts"],
    setupFiles: ["test/support/kinds.ts"],
    testTimeout: 40_000,
    hookTimeout: 40_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
