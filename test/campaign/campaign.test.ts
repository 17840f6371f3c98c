import { expect, test } from "vitest";
import { keepPromises } from "./keep-promises.ts";
import { plant, readPlantedBugs } from "./planted-bugs.ts";

keepPromises(0);

test("every planted bug has its place in the source", async () => {
  const bugs = await readPlantedBugs();
  expect(bugs.length).toBeGreaterThanOrEqual(25);
  const planted = await Promise.allSettled(bugs.map((bug) => plant(bug)));
  expect(planted.filter(({ status }) => status === "rejected")).toEqual([]);
});
