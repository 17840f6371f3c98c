import { expect, test } from "vitest";
import { plant, readPlantedBugs } from "./planted-bugs.ts";
import { playSchedule } from "./schedule.ts";
import { openCampaignDatabase } from "./world/database.ts";

const SCHEDULES = 150;
/** A sample that has no room for these tells nothing of what money needs most. */
const AT_THE_POST = 60;

test(`${SCHEDULES} schedules keep every promise`, { timeout: 600_000 }, async () => {
  const database = await openCampaignDatabase();
  const broken: string[] = [];
  let atThePost = 0;
  for (let number = 0; number < SCHEDULES; number += 1) {
    const played = await playSchedule(database, { seed: 1, number });
    broken.push(...played.broken.map(({ promise, what }) => `${number}: ${promise}: ${what}`));
    atThePost += played.struck.filter(({ place }) => /post|claim|record/.test(place)).length;
  }
  await database.end();
  expect(broken).toEqual([]);
  expect(atThePost).toBeGreaterThanOrEqual(AT_THE_POST);
});

test("every planted bug has its place in the source", async () => {
  const bugs = await readPlantedBugs();
  expect(bugs.length).toBeGreaterThanOrEqual(25);
  const planted = await Promise.allSettled(bugs.map((bug) => plant(bug)));
  expect(planted.filter(({ status }) => status === "rejected")).toEqual([]);
});
