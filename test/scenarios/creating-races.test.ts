import { expect, test } from "vitest";
import { WORDS } from "../harness/words.ts";
import { SECOND } from "./creating.ts";
import { BEN, CAL, openRegistered, QUICK } from "./team.ts";
import { topOf } from "./top-of.ts";

const { states } = WORDS;
const ROUNDS = 20;
/** `REPEATS=49` plays the thousand rounds of promise 2. */
const REPEATS = { repeats: Number(process.env.REPEATS ?? 0), timeout: 120_000 };

/** What the later one of two approvers reads, however late. */
const LATE = /It has all approvals|It is already being sent|was completed/;

test(
  `S5 of two last approvals over two processes one sends, and the other is told: ${ROUNDS} rounds`,
  REPEATS,
  async () => {
    await using stage = await openRegistered({ ...QUICK, processes: 2 });
    for (let round = 1; round <= ROUNDS; round += 1) {
      const number = await stage.askForRail({ name: `Float ${round}` });
      const shown = await stage.card(number);
      const people = [await stage.review(BEN, shown), await stage.review(CAL, shown)];

      await Promise.all(people.map((person) => person.submit()));
      await stage.settle();

      await stage.card(number, states.payable);
      const told = await Promise.all(people.map(topOf));
      expect(told.filter((text) => text !== "")).toEqual([expect.stringMatching(LATE)]);
      expect(stage.countCalls("POST /rails")).toBe(round);
      expect(await stage.instructionsOf(number)).toHaveLength(1);
      for (const person of people) await person.close("all");
      await stage.pass(10 * SECOND);
    }
    expect(stage.madeRails()).toHaveLength(ROUNDS);
  },
);

test("S67 a claim whose walk another process's walk overtook walks again at once", async () => {
  await using stage = await openRegistered({ ...QUICK, processes: 2 });
  const [one, two] = [await stage.askForRail(), await stage.askForRail({ name: "Float 2" })];
  const people = [await stage.review(BEN, one), await stage.review(CAL, two)];
  const both = Promise.withResolvers<void>();
  let walks = 0;
  stage.front.meet(
    "GET /rails",
    async (_, pass) => {
      walks += 1;
      if (walks === 2) both.resolve();
      await both.promise;
      return pass();
    },
    2,
  );

  await Promise.all(people.map((person) => person.submit()));
  await stage.settle();

  for (const number of [one, two]) await stage.card(number, states.payable);
});
