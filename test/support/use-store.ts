import type { TestStore } from "./store.ts";
import { openTestStore } from "./store.ts";
import { useOne } from "./use-one.ts";

/** One store for the tests of a file. */
export const useTestStore = (): TestStore => useOne(openTestStore, (store) => store.close());
