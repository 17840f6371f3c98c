import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestStore } from "../support/store.ts";
import { openTestStore } from "../support/store.ts";
import { FAULT_KINDS, faultsAt } from "./faults.ts";
import type { Plan, Plans } from "./plans.ts";
import { calmPlan, plansFrom } from "./plans.ts";
import { SCHEDULES_FOR_BUGS } from "./planted-bugs.ts";
import type { Ending } from "./schedule.ts";
import { playSchedule } from "./schedule.ts";

const SEED = 4;
const SCHEDULES = 30;

let database: TestStore;
let calm: Ending;
let plans: Plans;
beforeAll(async () => {
  database = await openTestStore();
  calm = await play(calmPlan(SEED));
  plans = plansFrom(SEED, calm.steps, SCHEDULES);
});
afterAll(() => database.close());

const play = (plan: Plan) => playSchedule(database, plan);

async function playAlone(plan: Plan): Promise<Ending> {
  const own = await openTestStore();
  try {
    return await playSchedule(own, plan);
  } finally {
    await own.close();
  }
}

/** The service makes its own ids. */
const withoutIds = ({ trace }: Ending) => trace.map((line) => line.replaceAll(/rail_\w+/g, "rail"));

describe("the fault campaign", () => {
  it("is calm where nothing goes wrong", () => {
    expect(calm.broken).toEqual([]);
    expect(calm.requests).toMatchObject([{ status: "done", hasRail: true }]);
  });

  it("aims at the POST in the sample that has to find the planted bugs", () => {
    expect(plansFrom(SEED, calm.steps, SCHEDULES_FOR_BUGS).aimed).toBeGreaterThan(0);
  });

  it("keeps every promise in a sample of its schedules", async () => {
    for (let number = 0; number < SCHEDULES; number += 1) {
      const { broken, plan } = await play(plans.at(number));
      expect({ number, name: plan.name, broken }).toMatchObject({ broken: [] });
    }
  }, 240_000);

  it("plays the same schedule the same way again", async () => {
    const isBusy = ({ faults, isInterleaved }: Plan) => faults.length > 2 && isInterleaved;
    const numbers = Array.from({ length: SCHEDULES }, (_, number) => number);
    const plan = numbers.map(plans.at).find(isBusy);
    if (!plan) throw new Error("One of them has several faults");

    // A database of its own each: everything in it would have the same ids.
    const [once, again] = [await playAlone(plan), await playAlone(plan)];

    expect(withoutIds(again)).toEqual(withoutIds(once));
    expect(again.requests).toEqual(once.requests);
  }, 60_000);

  it("has every fault strike somewhere", () => {
    const possible = new Set(calm.steps.flatMap((step) => faultsAt(step)));

    expect(FAULT_KINDS.filter((kind) => !possible.has(kind))).toEqual([]);
  });
});
