import { expect, test } from "vitest";
import { realKills } from "../campaign/real-kills.ts";

// `npm run kills` holds the ten seconds of promise 6: here other tests take the processor.
test("S67 after kill -9 of a process every card is right again, and no Rail is made twice", async () => {
  // One while another process is there to go on, and one within the POST that starts again.
  const figures = await realKills({ kills: 2, seed: 3, withinMs: 90_000 });

  expect(figures.faults).toEqual([]);
  expect(figures.kills).toBe(2);
  expect(figures.underWay).toBeGreaterThan(0);
}, 400_000);
