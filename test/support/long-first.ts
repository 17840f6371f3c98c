import type { TestSpecification } from "vitest/node";
import { BaseSequencer } from "vitest/node";

const LONG = ["/test/campaign/", "/test/e2e/"];

/** Small files that run for long would come last, and the other workers would wait for them. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    return usual.toSorted((one, other) => rank(one) - rank(other));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const found = LONG.findIndex((folder) => moduleId.includes(folder));
  return found < 0 ? LONG.length : found;
}
