import { ANA, BEN, CAL, DEE } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "./person.ts";
import type { TestSandbox, TestSandboxOptions } from "./sandbox.ts";
import { startTestSandbox } from "./sandbox.ts";
import { useOne } from "./use-one.ts";

/** A sandbox, and those of its people who act in most tests: Ana asks, the others approve. */
export type Stage = TestSandbox & Readonly<Record<"ana" | "ben" | "cal" | "dee", Person>>;

/** One sandbox for the tests of a file. */
export const useSandbox = (options: TestSandboxOptions = {}): Stage =>
  useOne(
    async () => {
      const sandbox = await startTestSandbox(options);
      const { as } = sandbox;
      return Object.assign(sandbox, { ana: as(ANA), ben: as(BEN), cal: as(CAL), dee: as(DEE) });
    },
    (sandbox) => sandbox.stop(),
  );
