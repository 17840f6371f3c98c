import { afterAll, beforeAll } from "vitest";

/**
 * What is started once for the tests of a file: it is there from before the first one until after
 * the last one.
 */
export function useOne<One extends object>(
  start: () => Promise<One>,
  stop: (one: One) => Promise<unknown>,
): One {
  let started: One | undefined;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(async () => {
    if (started) await stop(started);
  });

  function one(): One {
    if (!started) throw new Error("This is there within tests only");
    return started;
  }
  return new Proxy({} as One, {
    get: (_, name) => Reflect.get(one(), name),
    ownKeys: () => Reflect.ownKeys(one()),
    getOwnPropertyDescriptor: (_, name) => {
      const found = Reflect.getOwnPropertyDescriptor(one(), name);
      return found && { ...found, configurable: true };
    },
  });
}
