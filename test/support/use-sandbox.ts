import { afterAll, beforeAll } from "vitest";
import type { SandboxOptions } from "../../src/sandbox/sandbox.ts";
import { ANA, BEN, CAL, DEE } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "./person.ts";
import type { TestSandbox } from "./sandbox.ts";
import { startTestSandbox } from "./sandbox.ts";

/** A sandbox, and those of its people who act in most tests: Ana asks, the others approve. */
export type Stage = TestSandbox & Readonly<Record<keyof typeof PEOPLE, Person>>;

const PEOPLE = { ana: ANA, ben: BEN, cal: CAL, dee: DEE };
const ids = new Map<string | symbol, string>(Object.entries(PEOPLE));

/** One sandbox for the tests of a file: it runs from before the first one until after the last one. */
export function useSandbox(options: SandboxOptions = {}): Stage {
  let running: TestSandbox | undefined;
  beforeAll(async () => {
    running = await startTestSandbox(options);
  });
  afterAll(() => running?.stop());

  return new Proxy({} as Stage, {
    get(_, name) {
      if (!running) throw new Error("The sandbox runs within tests only");
      const id = ids.get(name);
      return id === undefined ? Reflect.get(running, name) : running.as(id);
    },
  });
}
