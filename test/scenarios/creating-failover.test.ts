import { expect, test } from "vitest";
import { backUp } from "../harness/backup.ts";
import { createSuspension } from "../harness/suspension.ts";
import { WORDS } from "../harness/words.ts";
import { hideRails, MINUTE, resume, stopsOf } from "./creating.ts";
import { BEN, openRegistered, QUICK, type Team } from "./team.ts";

const { states } = WORDS;

/**
 * A Rail is claimed and its POST has left; meanwhile the database fails over to one that does not
 * know the claim. The answer comes after that and after `before`, unless it is lost.
 */
async function failOver(
  stage: Team,
  answer: "comes" | "is lost",
  before = () => {},
): Promise<string> {
  const number = await stage.askForRail();
  const ben = await stage.review(BEN, number);
  const backup = await backUp(stage.database);
  const answers = Promise.withResolvers<void>();
  stage.front.meet("POST /rails", async (_, pass) => {
    const answered = await pass();
    await answers.promise;
    return answer === "comes" ? answered : "cut";
  });
  const arrival = stage.front.arrival("POST /rails");
  await ben.submit();
  await arrival;
  await stage.card(number, states.sending);
  await backup.restore();
  before();
  answers.resolve();
  return number;
}

test.for([
  ["comes", "hides the Rail", states.payable],
  ["is lost", "shows the Rail", states.payable],
  ["is lost", "hides the Rail", states.needsReview],
] as const)(
  "S18 a claim that a fail-over lost is not sent again, where its answer %s and the list %s",
  async ([answer, list, found]) => {
    await using stage = await openRegistered(QUICK);
    if (list === "hides the Rail") hideRails(stage, () => true);
    const number = await failOver(stage, answer);
    await stage.pass(20 * MINUTE);
    expect(await stopsOf(stage)).toHaveLength(1);
    await stage.card(number, found);

    await resume(stage);
    await stage.pass(20 * MINUTE);
    await stage.card(number, found);
    expect(stage.front.calls("POST /rails")).toHaveLength(1);
    expect(stage.madeRails()).toHaveLength(1);
  },
);

test("S18 killed as soon as it has kept the mark of a fail-over, a process knows the lost claim", async () => {
  const { start, suspendAt, resume: end } = createSuspension();
  await using stage = await openRegistered({ ...QUICK, start });
  hideRails(stage, () => true);
  let stands = Promise.resolve();
  const number = await failOver(stage, "is lost", () => {
    stands = suspendAt("claim");
  });
  await stands;

  await stage.start();
  await stage.pass(20 * MINUTE);
  await stage.card(number, states.needsReview);
  end();
});

test("S18 killed before it has written down an answer, a process knows the claim that the database forgot", async () => {
  const { start, suspendAt, resume: end } = createSuspension();
  await using stage = await openRegistered({ ...QUICK, start });
  hideRails(stage, () => true);
  const number = await stage.askForRail();
  const ben = await stage.review(BEN, number);
  const backup = await backUp(stage.database);
  const stands = suspendAt("answer");
  const submitting = ben.submit();
  await stands;
  await backup.restore();

  await stage.start();
  await stage.pass(20 * MINUTE);
  expect(await stopsOf(stage)).toHaveLength(1);
  await stage.card(number, states.needsReview);
  expect(stage.front.calls("POST /rails")).toHaveLength(1);
  end();
  await submitting;
});
