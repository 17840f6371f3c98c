import { expect, test } from "vitest";
import { reads } from "../harness/person.ts";
import { WORDS } from "../harness/words.ts";
import {
  answerStuck,
  approveBoth,
  countCalls,
  type FrontStage,
  HOUR,
  hideRails,
  LOOKED_FOR,
  lost,
  makeAnother,
  openFrontStage,
  railsAt,
  send,
  unheard,
} from "./creating.ts";
import {
  answerQuestion,
  approve,
  askForRail,
  BEN,
  CAL,
  card,
  DEE,
  opened,
  register,
  WALLET,
} from "./team.ts";

const { states, buttons, options } = WORDS;

/** Ben says *Approve again*. What he reads if that was refused. */
async function approveAgain(stage: FrontStage, number: string): Promise<string | undefined> {
  await answerStuck(stage, number, { answer: options.approveAgain });
  const said = await stage.as(BEN).modal();
  await stage.as(BEN).close("all");
  return said && reads(said);
}

test("S12 approving again opens after an hour, takes all approvals anew, and looks first", async () => {
  await using stage = await openFrontStage();
  await register(stage);
  const number = await askForRail(stage);
  const dee = stage.as(DEE);
  await dee.press(await card(stage, number), buttons.review);
  await opened(stage, dee);
  await answerQuestion(dee, WALLET);
  stage.front.meet("POST /rails", lost);
  await approveBoth(stage, number);
  await stage.pass(LOOKED_FOR);
  await card(stage, number, states.needsReview);

  expect(await approveAgain(stage, number)).toContain("Approving again opens");
  await stage.pass(HOUR - LOOKED_FOR - 60_000);
  expect(await approveAgain(stage, number)).toContain("Approving again opens");
  await stage.pass(60_000);
  expect(await approveAgain(stage, number)).toBeUndefined();
  expect((await card(stage, number, states.waiting)).text).toContain("0 of 2");

  // Her view is of the first round.
  await dee.submit();
  await stage.settle();
  const refusal = await dee.modal();
  expect(refusal && reads(refusal)).toContain("changed after you opened it");
  expect((await card(stage, number, states.waiting)).text).toContain("0 of 2");
  await approve(stage, CAL, number);
  expect((await card(stage, number, states.waiting)).text).toContain("1 of 2");
  expect(stage.front.calls("POST /rails")).toHaveLength(1);

  const before = stage.front.calls().length;
  await approve(stage, BEN, number);
  const since = stage.front.calls().slice(before);
  expect(since.map(({ operation }) => operation)).toEqual([
    "GET /rails",
    "POST /rails",
    "GET /rails/{rail}",
  ]);
  await card(stage, number, states.payable);
  expect(railsAt(stage)).toHaveLength(1);
});

test("S13 a Rail whose tag appears before the second POST is the request's own: nothing is sent", async () => {
  await using stage = await openFrontStage();
  await register(stage);
  hideRails(stage, () => true);
  const number = await send(stage, unheard);
  await stage.pass(HOUR);
  expect(await approveAgain(stage, number)).toBeUndefined();
  await approve(stage, BEN, number);
  expect((await card(stage, number)).state).toBe(states.waiting);

  stage.front.clear();
  await approve(stage, CAL, number);

  expect((await card(stage, number)).state).toBe(states.payable);
  expect(countCalls(stage, "POST /rails")).toBe(1);
  expect(railsAt(stage)).toHaveLength(1);
});

test("S13 a Rail without a tag on that route stops the second POST: people look at it first", async () => {
  await using stage = await openFrontStage();
  await register(stage);
  const number = await send(stage, lost);
  await stage.pass(HOUR);
  expect(await approveAgain(stage, number)).toBeUndefined();
  await approve(stage, BEN, number);
  await makeAnother(stage, null);

  await approve(stage, CAL, number);

  expect((await card(stage, number)).state).toBe(states.needsReview);
  expect(stage.front.calls("POST /rails")).toHaveLength(1);
  // They saw it, and it is not theirs.
  await stage.pass(HOUR);
  expect(await approveAgain(stage, number)).toBeUndefined();
  await approveBoth(stage, number);
  expect((await card(stage, number)).state).toBe(states.payable);
  expect(stage.front.calls("POST /rails")).toHaveLength(2);
});
