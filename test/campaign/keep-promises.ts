import { expect, test } from "vitest";
import { playSchedule } from "./schedule.ts";
import { openCampaignDatabase } from "./world/database.ts";

const SCHEDULES = 50;
/** A sample that has no room for these tells nothing of what money needs most. */
const AT_THE_POST = 20;

/** Alone it takes half a minute: other tests take the processor. */
const PATIENCE = { timeout: 600_000 };

/** A test of fifty schedules from this number on: a worker plays it while others play theirs. */
export function keepPromises(from: number): void {
  test(`schedules ${from} to ${from + SCHEDULES - 1} keep every promise`, PATIENCE, async () => {
    const database = await openCampaignDatabase();
    const broken: string[] = [];
    let atThePost = 0;
    for (let number = from; number < from + SCHEDULES; number += 1) {
      const played = await playSchedule(database, { seed: 1, number });
      broken.push(...played.broken.map(({ promise, what }) => `${number}: ${promise}: ${what}`));
      atThePost += played.struck.filter(({ place }) => /post|claim|record/.test(place)).length;
    }
    await database.end();
    expect(broken).toEqual([]);
    expect(atThePost).toBeGreaterThanOrEqual(AT_THE_POST);
  });
}
