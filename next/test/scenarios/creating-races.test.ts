import { expect, test } from "vitest";
import { reads } from "../harness/person.ts";
import { openStage } from "../harness/stage.ts";
import { WORDS } from "../harness/words.ts";
import { countCalls, instructionsOf, railsAt, SECOND } from "./creating.ts";
import { answerQuestion, askForRail, BEN, CAL, card, opened, register, WALLET } from "./team.ts";

const { states, buttons } = WORDS;
const ROUNDS = 20;
/** `REPEATS=49` plays the thousand rounds of promise 2. */
const REPEATS = { repeats: Number(process.env.REPEATS ?? 0), timeout: 120_000 };

/** What the later one of two approvers reads, however late. */
const LATE = /It has all approvals|It is already being sent|was completed/;

test(
  `S5 of two last approvals over two processes one sends, and the other is told: ${ROUNDS} rounds`,
  REPEATS,
  async () => {
    await using stage = await openStage({ processes: 2, env: { APPROVALS_REQUIRED: "1" } });
    await register(stage, {}, [BEN]);
    for (let round = 1; round <= ROUNDS; round += 1) {
      const number = await askForRail(stage, { name: `Float ${round}` });
      const shown = await card(stage, number);
      const people = [BEN, CAL].map((id) => stage.as(id));
      for (const person of people) {
        await person.press(shown, buttons.review);
        await opened(stage, person);
        await answerQuestion(person, WALLET);
      }

      await Promise.all(people.map((person) => person.submit()));
      await stage.settle();

      await card(stage, number, states.payable);
      const modals = await Promise.all(people.map((person) => person.modal()));
      const told = modals.flatMap((modal) => (modal ? [reads(modal)] : []));
      expect(told).toEqual([expect.stringMatching(LATE)]);
      expect(countCalls(stage, "POST /rails")).toBe(round);
      expect(await instructionsOf(stage, number)).toHaveLength(1);
      for (const person of people) await person.close("all");
      await stage.pass(10 * SECOND);
    }
    expect(railsAt(stage)).toHaveLength(ROUNDS);
  },
);
