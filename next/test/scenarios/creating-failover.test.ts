import { expect, test } from "vitest";
import { backUp } from "../harness/backup.ts";
import { WORDS } from "../harness/words.ts";
import { type FrontStage, hideRails, MINUTE, openFrontStage, railsAt, SECOND } from "./creating.ts";
import {
  answerQuestion,
  approve,
  askForRail,
  BEN,
  CAL,
  card,
  cards,
  opened,
  register,
  WALLET,
} from "./team.ts";

const { states, buttons } = WORDS;

/**
 * A Rail is claimed and its POST has left; meanwhile the database fails over to one that does not
 * know the claim. The answer comes after that, unless it is lost.
 */
async function failOver(stage: FrontStage, answer: "comes" | "is lost"): Promise<string> {
  await register(stage);
  const number = await askForRail(stage);
  await approve(stage, BEN, number);
  const cal = stage.as(CAL);
  await cal.press(await card(stage, number), buttons.review);
  await opened(stage, cal);
  await answerQuestion(cal, WALLET);
  const backup = await backUp(stage.database);
  const answers = Promise.withResolvers<void>();
  stage.front.meet("POST /rails", async (_, pass) => {
    const answered = await pass();
    await answers.promise;
    return answer === "comes" ? answered : "cut";
  });
  const arrival = stage.front.arrival("POST /rails");
  await cal.submit();
  await arrival;
  await card(stage, number, states.sending);
  await backup.restore();
  answers.resolve();
  await Promise.all(stage.processes().map((each) => each.idle()));
  return number;
}

/** The notice of a stop. */
async function stopOf(stage: FrontStage) {
  const all = await cards(stage.as(BEN));
  return all.filter(({ state }) => state === states.sendingStopped);
}

async function resume(stage: FrontStage): Promise<void> {
  const [stop] = await stopOf(stage);
  if (!stop) throw new Error("Nothing is stopped");
  for (const by of [BEN, CAL]) {
    const person = stage.as(by);
    await person.press(stop, buttons.reviewToResume);
    await opened(stage, person);
    await person.submit();
    await stage.settle();
  }
  expect(await stopOf(stage)).toEqual([]);
}

test("S18 the late answer to a claim that a fail-over lost is kept, and sending stops", async () => {
  await using stage = await openFrontStage();
  const number = await failOver(stage, "comes");
  await stage.pass(10 * SECOND);

  expect(await stopOf(stage)).toHaveLength(1);
  expect((await card(stage, number)).state).toBe(states.payable);
  expect(stage.front.calls("POST /rails")).toHaveLength(1);
});

test.for(["shows the Rail", "hides it"] as const)(
  "S18 a claim that a fail-over lost is not sent again, where the answer is lost and the list %s",
  async (list) => {
    await using stage = await openFrontStage();
    if (list === "hides it") hideRails(stage, () => true);
    const number = await failOver(stage, "is lost");
    await stage.pass(20 * MINUTE);
    expect(await stopOf(stage)).toHaveLength(1);
    const isFound = list === "shows the Rail";
    expect((await card(stage, number)).state).toBe(isFound ? states.payable : states.needsReview);

    await resume(stage);
    await stage.pass(20 * MINUTE);
    expect((await card(stage, number)).state).toBe(isFound ? states.payable : states.needsReview);
    expect(stage.front.calls("POST /rails")).toHaveLength(1);
    expect(railsAt(stage)).toHaveLength(1);
  },
);
