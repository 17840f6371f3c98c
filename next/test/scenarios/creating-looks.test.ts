import { expect, test } from "vitest";
import { reads } from "../harness/person.ts";
import { WORDS } from "../harness/words.ts";
import {
  answerStuck,
  approveBoth,
  countCalls,
  hideRails,
  instructionsOf,
  LOOKED_FOR,
  lost,
  MINUTE,
  openFrontStage,
  railsAt,
  SECOND,
  send,
  unheard,
} from "./creating.ts";
import { ANA, askForRail, BEN, card, opened, register } from "./team.ts";

const { states, phrases, buttons, options } = WORDS;

test("S9 a Rail whose answer is lost is found by its tag within seconds, without a second POST", async () => {
  await using stage = await openFrontStage();
  await register(stage);
  const number = await send(stage, unheard);
  expect((await card(stage, number, states.checking)).text).toContain(phrases.doNotRequestAgain);
  expect(await instructionsOf(stage, number)).toEqual([]);

  await stage.pass(2 * SECOND);

  expect((await card(stage, number)).state).toBe(states.payable);
  expect(await instructionsOf(stage, number)).toHaveLength(1);
  expect(countCalls(stage, "POST /rails")).toBe(1);
  expect(railsAt(stage)).toHaveLength(1);
});

test.for(["complete", "broken off"])(
  "S10 a Rail that no look finds is a question for people after ten minutes, where walks are %s",
  async (walks) => {
    await using stage = await openFrontStage();
    await register(stage);
    const number = await askForRail(stage);
    await stage.as(ANA).press(await card(stage, number), buttons.withdraw);
    await opened(stage, stage.as(ANA));
    stage.front.meet("POST /rails", (...call) => {
      // Before the POST one has to be complete.
      if (walks === "broken off") stage.front.meet("GET /rails", lost, Number.POSITIVE_INFINITY);
      return lost(...call);
    });
    await approveBoth(stage, number);
    await card(stage, number, states.checking);

    await stage.as(ANA).submit();
    const refusal = await stage.as(ANA).modal();
    expect(refusal && reads(refusal)).toContain("cannot be stopped");
    await stage.pass(9 * MINUTE);
    expect((await card(stage, number)).state).toBe(states.checking);
    await stage.pass(2 * MINUTE);

    const { state, text } = await card(stage, number);
    expect(state).toBe(states.needsReview);
    expect(text).toContain(phrases.doNotRequestAgain);
    const isComplete = walks === "complete";
    expect(text).toContain(isComplete ? "list was read" : "list could not be read completely");
    if (!isComplete) {
      stage.front.clear();
      await stage.pass(5 * MINUTE);
      expect((await card(stage, number, states.needsReview)).text).toContain("list was read");
    }
    expect(countCalls(stage, "POST /rails")).toBe(0);
    expect(stage.front.calls("POST /rails")).toHaveLength(1);
  },
);

test("S9 a Rail that the service makes late, after people were asked, becomes the request's own", async () => {
  await using stage = await openFrontStage();
  await register(stage);
  let make = async () => new Response();
  const number = await send(stage, (_, pass) => {
    make = pass;
    return "cut";
  });
  await stage.pass(LOOKED_FOR);
  expect((await card(stage, number)).state).toBe(states.needsReview);

  await make();
  await stage.pass(5 * MINUTE);

  expect((await card(stage, number)).state).toBe(states.payable);
  expect(countCalls(stage, "POST /rails")).toBe(1);
});

test("S11 an approver's “it exists” is read back and compared; another's Rail is refused", async () => {
  await using stage = await openFrontStage();
  await register(stage);
  const first = await askForRail(stage, { name: "Old float" });
  await approveBoth(stage, first);
  const [others] = railsAt(stage);
  stage.rails.makeRail("Acme");
  const elsewhere = railsAt(stage)[1];
  const number = await send(stage, unheard);
  const own = railsAt(stage)[2];
  hideRails(stage, ({ id }) => id === own?.id);
  await stage.pass(LOOKED_FOR);
  expect((await card(stage, number)).state).toBe(states.needsReview);

  const answer = options.itExists;
  const ask = async (railId: string | undefined) => {
    await answerStuck(stage, number, { answer, railId: railId ?? "" });
    const said = await stage.as(BEN).modal();
    await stage.as(BEN).close("all");
    return said && JSON.stringify([reads(said), said.errors]);
  };
  expect(await ask(others?.id)).toContain("not from this request");
  expect(await ask(elsewhere?.id)).toContain("differs from what was approved");
  expect(await ask("rail_of_nobody")).toContain("shows no such Rail");
  expect((await card(stage, number)).state).toBe(states.needsReview);

  expect(await ask(own?.id)).toBeUndefined();
  expect((await card(stage, number)).state).toBe(states.payable);
  const [text] = await instructionsOf(stage, number);
  expect(text).toContain(own?.source.bank_account?.iban);
  expect(countCalls(stage, "POST /rails")).toBe(2);
});
