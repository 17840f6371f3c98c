import { expect, test } from "vitest";
import { WORDS } from "../harness/words.ts";
import {
  ALWAYS,
  hideRails,
  LOOKED_FOR,
  lost,
  MINUTE,
  SECOND,
  send,
  sendLate,
  unheard,
} from "./creating.ts";
import { ANA, openRegistered, QUICK } from "./team.ts";
import { topOf } from "./top-of.ts";

const { states, phrases, buttons, options } = WORDS;

test("S9 a Rail whose answer is lost is found by its tag within seconds, without a second POST", async () => {
  await using stage = await openRegistered(QUICK);
  const number = await send(stage, unheard);
  expect((await stage.card(number, states.checking)).text).toContain(phrases.doNotRequestAgain);
  expect(await stage.instructionsOf(number)).toEqual([]);

  await stage.pass(2 * SECOND);

  await stage.card(number, states.payable);
  expect(await stage.instructionsOf(number)).toHaveLength(1);
  expect(stage.countCalls("POST /rails")).toBe(1);
  expect(stage.madeRails()).toHaveLength(1);
});

test.for(["complete", "broken off"])(
  "S10 a Rail that no look finds is a question for people after ten minutes, where walks are %s",
  async (walks) => {
    await using stage = await openRegistered(QUICK);
    const number = await stage.askForRail();
    const ana = await stage.openFrom(ANA, number, buttons.withdraw);
    stage.front.meet("POST /rails", (...call) => {
      // Before the POST one has to be complete.
      if (walks === "broken off") stage.front.meet("GET /rails", lost, ALWAYS);
      return lost(...call);
    });
    await stage.approveAll(number);
    await stage.card(number, states.checking);

    await ana.submit();
    expect(await topOf(ana)).toContain("cannot be stopped");
    await stage.pass(9 * MINUTE);
    await stage.card(number, states.checking);
    await stage.pass(2 * MINUTE);

    const { text } = await stage.card(number, states.needsReview);
    expect(text).toContain(phrases.doNotRequestAgain);
    const isComplete = walks === "complete";
    expect(text).toContain(isComplete ? "has read the" : "could not read the");
    if (!isComplete) {
      stage.front.clear();
      await stage.pass(5 * MINUTE);
      expect((await stage.card(number, states.needsReview)).text).toContain("has read the");
    }
    expect(stage.countCalls("POST /rails")).toBe(0);
    expect(stage.front.calls("POST /rails")).toHaveLength(1);
  },
);

test("S9 a Rail that the service makes late, after people were asked, becomes the request's own", async () => {
  await using stage = await openRegistered(QUICK);
  const { number, make } = await sendLate(stage);
  await stage.pass(LOOKED_FOR);
  await stage.card(number, states.needsReview);

  await make();
  await stage.pass(5 * MINUTE);

  await stage.card(number, states.payable);
  expect(stage.countCalls("POST /rails")).toBe(1);
});

test("S11 an approver's “it exists” is read back and compared; another's Rail is refused", async () => {
  await using stage = await openRegistered(QUICK);
  const first = await stage.askForRail({ name: "Old float" });
  await stage.approveAll(first);
  const [others] = stage.madeRails();
  stage.rails.makeRail("Acme");
  const elsewhere = stage.madeRails()[1];
  const number = await send(stage, unheard);
  const own = stage.madeRails()[2];
  hideRails(stage, ({ id }) => id === own?.id);
  await stage.pass(LOOKED_FOR);
  await stage.card(number, states.needsReview);

  const ask = (railId = "") => stage.answerStuck(number, options.itExists, railId);
  expect(await ask(others?.id)).toContain("not from this request");
  expect(await ask(elsewhere?.id)).toContain("differs from what was approved");
  expect(await ask("rail_of_nobody")).toContain("shows no such Rail");
  await stage.card(number, states.needsReview);

  expect(await ask(own?.id)).toBe("");
  await stage.card(number, states.payable);
  const [text] = await stage.instructionsOf(number);
  expect(text).toContain(own?.source.bank_account?.iban);
  expect(stage.countCalls("POST /rails")).toBe(2);
});
