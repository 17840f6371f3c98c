import { expect, test } from "vitest";
import { WORDS } from "../harness/words.ts";
import { HOUR, hideRails, LOOKED_FOR, lost, makeAnother, send, unheard } from "./creating.ts";
import { BEN, CAL, DEE, openRegistered, QUICK, type Team } from "./team.ts";
import { topOf } from "./top-of.ts";

const { states, options, buttons, labels } = WORDS;

/** Ben says *Approve again*. What he reads if that was refused. */
const approveAgain = (stage: Team, number: string) =>
  stage.answerStuck(number, options.approveAgain);

test("S12 approving again opens after an hour, takes all approvals anew, and looks first", async () => {
  await using stage = await openRegistered();
  const number = await stage.askForRail();
  const dee = await stage.review(DEE, number);
  stage.front.meet("POST /rails", lost);
  await stage.approveAll(number);
  await stage.pass(LOOKED_FOR);
  await stage.card(number, states.needsReview);

  const ben = await stage.openFrom(BEN, number, buttons.answer);
  await ben.fill(labels.answer, options.close);
  await ben.fill(labels.reason, "Not\u200b found");
  await ben.submit();
  expect(await topOf(ben)).toContain("Reason has a character that nobody can see");
  await ben.close("all");
  expect(await approveAgain(stage, number)).toContain("You can approve again from");
  await stage.pass(HOUR - LOOKED_FOR - 60_000);
  expect(await approveAgain(stage, number)).toContain("You can approve again from");
  await stage.pass(60_000);
  expect(await approveAgain(stage, number)).toBe("");
  expect((await stage.card(number, states.waiting)).text).toContain("0 of 2");

  // Her view is of the first round.
  await stage.submit(dee);
  expect(await topOf(dee)).toContain("changed after you opened it");
  expect((await stage.card(number, states.waiting)).text).toContain("0 of 2");
  await stage.approve(CAL, number);
  expect((await stage.card(number, states.waiting)).text).toContain("1 of 2");
  expect(stage.front.calls("POST /rails")).toHaveLength(1);

  const before = stage.front.calls().length;
  await stage.approve(BEN, number);
  const since = stage.front.calls().slice(before);
  expect(since.map(({ operation }) => operation)).toEqual([
    "GET /rails",
    "POST /rails",
    "GET /rails/{rail}",
  ]);
  await stage.card(number, states.payable);
  expect(stage.madeRails()).toHaveLength(1);
});

test("S13 a Rail whose tag appears before the second POST is the request's own: nothing is sent", async () => {
  await using stage = await openRegistered(QUICK);
  hideRails(stage, () => true);
  const number = await send(stage, unheard);
  await stage.pass(HOUR);
  expect(await approveAgain(stage, number)).toBe("");
  stage.front.clear();
  await stage.approve(BEN, number);

  await stage.card(number, states.payable);
  expect(stage.countCalls("POST /rails")).toBe(1);
  expect(stage.madeRails()).toHaveLength(1);
});

test("S13 a Rail without a tag on that route stops the second POST: people look at it first", async () => {
  await using stage = await openRegistered(QUICK);
  const number = await send(stage, lost);
  await stage.pass(HOUR);
  expect(await approveAgain(stage, number)).toBe("");
  await makeAnother(stage, null);

  await stage.approve(BEN, number);

  await stage.card(number, states.needsReview);
  expect(stage.front.calls("POST /rails")).toHaveLength(1);
  // They saw it, and it is not theirs.
  await stage.pass(HOUR);
  expect(await approveAgain(stage, number)).toBe("");
  await stage.approve(BEN, number);
  await stage.card(number, states.payable);
  expect(stage.front.calls("POST /rails")).toHaveLength(2);
});
