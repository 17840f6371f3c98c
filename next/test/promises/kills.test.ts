import { expect, test } from "vitest";
import { realKills } from "../campaign/real-kills.ts";

test("S67 after kill -9 of a process every card is right within ten seconds, and no Rail is made twice", async () => {
  const figures = await realKills({ kills: 3, seed: 3 });

  expect(figures.faults).toEqual([]);
  expect(figures.kills).toBe(3);
  expect(figures.underWay).toBeGreaterThan(0);
}, 240_000);
