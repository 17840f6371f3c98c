import { expect, onTestFinished, test } from "vitest";
import { openFront } from "../harness/front.ts";
import { createSuspension, type Moment } from "../harness/suspension.ts";
import { WORDS } from "../harness/words.ts";
import { LOOKED_FOR, SECOND } from "./creating.ts";
import { BEN, DEE, openRegistered, QUICK, type Team } from "./team.ts";

const { states, buttons, labels } = WORDS;

/** Approved by all; its process stands still there. */
async function openSuspended(moment: Moment) {
  const suspension = createSuspension();
  const stage = await openRegistered({ ...QUICK, start: suspension.start });
  const number = await stage.askForRail();
  await stage.pass(60 * SECOND);
  const ben = await stage.review(BEN, number);
  const stands = suspension.suspendAt(moment);
  await Promise.all([ben.submit(), stands]);
  return { stage, number, ...suspension };
}

/** A second process takes over what the first one has left lying. */
async function takeOver(stage: Team): Promise<void> {
  const second = await stage.start(1);
  await stage.jump(7 * SECOND);
  while ((await second.workOnce()) > 0) await second.idle();
}

test("S17 suspended between its look and its claim, a process finds that another one has sent", async () => {
  const { stage, number, resume } = await openSuspended("look");
  await using _ = stage;
  await takeOver(stage);
  await stage.card(number, states.payable);

  resume();
  await stage.pass(LOOKED_FOR);

  await stage.card(number, states.payable);
  expect(stage.countCalls("POST /rails")).toBe(1);
});

test("S17 suspended between its look and its claim, a process finds that the request was denied", async () => {
  const { stage, number, resume } = await openSuspended("look");
  await using _ = stage;
  const second = await stage.start(1);
  const front = await openFront(() => [second], stage.slack.signingSecret);
  onTestFinished(() => front.stop());
  stage.slack.sendTo(`${front.url}/slack/events`);
  await stage.jump(7 * SECOND);
  const dee = await stage.openFrom(DEE, number, buttons.deny);
  await dee.fill(labels.reason, "Wrong entity");
  await dee.submit();

  resume();
  await stage.pass(LOOKED_FOR);

  await stage.card(number, states.denied);
  expect(stage.countCalls("POST /rails")).toBe(0);
});

test.for([
  [4, 0],
  [6, 0],
  [6, 10],
] as const)(
  "S17 suspended for %i s between claim and POST, its clock set back by %i s, a process sends once",
  async ([seconds, back]) => {
    const { stage, number, resume, setBack } = await openSuspended("claim");
    await using _ = stage;
    await stage.jump(seconds * SECOND);
    setBack(back * SECOND);
    resume();
    await stage.settle();
    expect((await stage.card(number)).state).toBe(seconds < 5 ? states.payable : states.ready);
    await stage.pass(LOOKED_FOR);
    await stage.card(number, states.payable);
    expect(stage.countCalls("POST /rails")).toBe(1);
  },
);

test.for(["claim", "token", "post"] as const)(
  "S17 suspended at the %s until another process has taken over, a process sends nothing more",
  async (moment) => {
    const { stage, number, resume } = await openSuspended(moment);
    await using _ = stage;
    await takeOver(stage);
    await stage.card(number, states.checking);
    await stage.jump(4 * SECOND);

    resume();
    await stage.pass(LOOKED_FOR);

    await stage.card(number, states.needsReview);
    expect(stage.countCalls("POST /rails")).toBe(0);
    expect(stage.madeRails()).toEqual([]);
  },
);
