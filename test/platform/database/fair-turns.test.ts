import { afterEach, expect, it, vi } from "vitest";
import { createFairTurns, inTurnOf } from "../../../src/platform/database/fair-turns.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** Three places, in the order in which callers got them; `free` gives the oldest one back. */
function threePlaces() {
  const { enter } = createFairTurns(3);
  const entered: string[] = [];
  const leaving: (() => void)[] = [];
  const ask = (name: string) =>
    inTurnOf(name, async () => {
      leaving.push(await enter());
      entered.push(name);
    }).catch(() => undefined);
  const free = async () => {
    leaving.shift()?.();
    await new Promise(setImmediate);
  };
  return { ask, free, entered };
}

it("leaves one place to the others, however many wait under one name", async () => {
  const { ask, entered } = threePlaces();
  for (let nth = 0; nth < 1_000; nth += 1) void ask("crowd");
  await ask("other");

  expect(entered).toEqual(["crowd", "crowd", "other"]);
});

it("gives each name its turn, not each caller", async () => {
  const { ask, free, entered } = threePlaces();
  for (let nth = 0; nth < 5; nth += 1) void ask("crowd");
  for (const name of ["one", "two", "three"]) void ask(name);
  for (let nth = 0; nth < 8; nth += 1) await free();

  expect(entered.slice(2, 6)).toEqual(["one", "crowd", "two", "three"]);
  expect(entered).toHaveLength(8);
});

it("a single place is for everybody", async () => {
  const { enter } = createFairTurns(1);
  const leave = await enter();
  leave();
  expect(await enter()).toBeInstanceOf(Function);
});

it("refuses those who have waited for five seconds, and gives their place in the queue to nobody", async () => {
  vi.useFakeTimers();
  const { enter } = createFairTurns(1);
  const leave = await enter();
  const late = enter();
  const refused = expect(late).rejects.toThrow("No connection to the database became free");
  await vi.advanceTimersByTimeAsync(5_000);
  await refused;
  const next = enter();
  leave();

  expect(await next).toBeInstanceOf(Function);
});
