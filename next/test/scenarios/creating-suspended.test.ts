import { expect, onTestFinished, test } from "vitest";
import { openFront } from "../harness/front.ts";
import { openStage, type Stage } from "../harness/stage.ts";
import { createSuspension, type Moment } from "../harness/suspension.ts";
import { WORDS } from "../harness/words.ts";
import { countCalls, LOOKED_FOR, railsAt, SECOND } from "./creating.ts";
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

const { states, buttons, labels } = WORDS;

/** Approved by all; its process stands still there. */
async function openSuspended(moment: Moment) {
  const suspension = createSuspension();
  const stage = await openStage({ start: suspension.start });
  await register(stage);
  const number = await askForRail(stage);
  await stage.pass(60 * SECOND);
  await approve(stage, BEN, number);
  const cal = stage.as(CAL);
  await cal.press(await card(stage, number), buttons.review);
  await opened(stage, cal);
  await answerQuestion(cal, WALLET);
  const stands = suspension.suspendAt(moment);
  await Promise.all([cal.submit(), stands]);
  return { stage, number, resume: suspension.resume };
}

/** A second process takes over what the first one has left lying. */
async function takeOver(stage: Stage): Promise<void> {
  const second = await stage.start(1);
  await stage.jump(7 * SECOND);
  while ((await second.workOnce()) > 0) await second.idle();
}

test("S17 suspended between its look and its claim, a process finds that another one has sent", async () => {
  const { stage, number, resume } = await openSuspended("look");
  await using _ = stage;
  await takeOver(stage);
  expect((await card(stage, number)).state).toBe(states.payable);

  resume();
  await stage.pass(LOOKED_FOR);

  expect((await card(stage, number)).state).toBe(states.payable);
  expect(countCalls(stage, "POST /rails")).toBe(1);
});

test("S17 suspended between its look and its claim, a process finds that the request was denied", async () => {
  const { stage, number, resume } = await openSuspended("look");
  await using _ = stage;
  const second = await stage.start(1);
  const front = await openFront(() => [second]);
  onTestFinished(() => front.stop());
  stage.slack.sendTo(`${front.url}/slack/events`);
  await stage.jump(7 * SECOND);
  const dee = stage.as(DEE);
  await dee.press(await card(stage, number), buttons.deny);
  await opened(stage, dee);
  await dee.fill(labels.reason, "Wrong entity");
  await dee.submit();

  resume();
  await stage.pass(LOOKED_FOR);

  expect((await card(stage, number)).state).toBe(states.denied);
  expect(countCalls(stage, "POST /rails")).toBe(0);
});

test.for([4, 6])(
  "S17 suspended for %i s between claim and POST, a process sends once",
  async (seconds) => {
    const { stage, number, resume } = await openSuspended("claim");
    await using _ = stage;
    await stage.jump(seconds * SECOND);
    resume();
    await stage.settle();
    expect((await card(stage, number)).state).toBe(seconds < 5 ? states.payable : states.ready);
    await stage.pass(LOOKED_FOR);
    expect((await card(stage, number)).state).toBe(states.payable);
    expect(countCalls(stage, "POST /rails")).toBe(1);
  },
);

test.for(["claim", "post"] as const)(
  "S17 suspended at the %s until another process has taken over, a process sends nothing more",
  async (moment) => {
    const { stage, number, resume } = await openSuspended(moment);
    await using _ = stage;
    await takeOver(stage);
    expect((await card(stage, number)).state).toBe(states.checking);
    await stage.jump(4 * SECOND);

    resume();
    await stage.pass(LOOKED_FOR);

    expect((await card(stage, number)).state).toBe(states.needsReview);
    expect(countCalls(stage, "POST /rails")).toBe(0);
    expect(railsAt(stage)).toEqual([]);
  },
);
