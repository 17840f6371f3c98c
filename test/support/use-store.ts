import { afterAll, beforeAll } from "vitest";
import type { TestStore } from "./store.ts";
import { openTestStore } from "./store.ts";

/** One store for the tests of a file: it is open from before the first one until after the last one. */
export function useTestStore(): TestStore {
  let opened: TestStore | undefined;
  beforeAll(async () => {
    opened = await openTestStore();
  });
  afterAll(() => opened?.close());

  function store(): TestStore {
    if (!opened) throw new Error("The store is open within tests only");
    return opened;
  }
  return {
    get db() {
      return store().db;
    },
    get transaction() {
      return store().transaction;
    },
    get jobs() {
      return store().jobs;
    },
    close: () => store().close(),
  };
}
