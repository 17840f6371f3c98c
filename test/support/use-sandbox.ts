import { afterAll, beforeAll } from "vitest";
import type { SandboxOptions } from "../../src/sandbox/sandbox.ts";
import { ANA, BEN, CAL, DEE } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "./person.ts";
import type { TestSandbox } from "./sandbox.ts";
import { startTestSandbox } from "./sandbox.ts";

/** A sandbox and those of its people who act in most tests. */
interface Stage {
  readonly sandbox: TestSandbox;
  /** Asks; the others approve. */
  readonly ana: Person;
  readonly ben: Person;
  readonly cal: Person;
  readonly dee: Person;
}

/** One sandbox for the tests of a file: it runs from before the first one until after the last one. */
export function useSandbox(options: SandboxOptions = {}): Stage {
  let running: TestSandbox | undefined;
  beforeAll(async () => {
    running = await startTestSandbox(options);
  });
  afterAll(() => running?.stop());

  function sandbox(): TestSandbox {
    if (!running) throw new Error("The sandbox runs within tests only");
    return running;
  }
  return {
    get sandbox() {
      return sandbox();
    },
    get ana() {
      return sandbox().as(ANA);
    },
    get ben() {
      return sandbox().as(BEN);
    },
    get cal() {
      return sandbox().as(CAL);
    },
    get dee() {
      return sandbox().as(DEE);
    },
  };
}
