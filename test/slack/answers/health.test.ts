import { afterAll, beforeAll, expect, it } from "vitest";
import { healthAnswer, retryAnswer } from "../../../src/slack/answers/health.ts";
import { aWorld } from "../../services/world.ts";
import { ANA, BEN } from "../../support/builders.ts";
import { plainText } from "../../support/plain-text.ts";
import type { TestStore } from "../../support/store.ts";
import { openTestStore } from "../../support/store.ts";

let database: TestStore;
beforeAll(async () => {
  database = await openTestStore();
});
afterAll(() => database.close());

it("is for approvers only, also where a button of theirs is pressed by someone else", async () => {
  const { deps, workspaceId } = await aWorld(database);
  let tried = 0;
  const queue = {
    deadLetters: async () => [],
    oldestWaiting: async () => null,
    async retryDeadLetters() {
      tried += 1;
      return 2;
    },
  };
  const all = { ...deps, queue };

  for (const answer of [healthAnswer, retryAnswer]) {
    expect(plainText((await answer(all, workspaceId, ANA)).blocks)).toContain(
      "Only approvers see this",
    );
  }
  expect(tried).toBe(0);
  expect(plainText((await retryAnswer(all, workspaceId, BEN)).blocks)).toContain(
    "2 jobs tried again now.",
  );
});
