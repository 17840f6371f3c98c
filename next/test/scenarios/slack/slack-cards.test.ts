import { expect, test } from "vitest";
import { openStage, type Stage } from "../../harness/stage.ts";
import { WORDS } from "../../harness/words.ts";
import {
  answerStuck,
  approveBoth,
  type FrontStage,
  HOUR,
  LOOKED_FOR,
  lost,
  MINUTE,
  openFrontStage,
  SECOND,
} from "../creating.ts";
import { ANA, APPROVALS, askForRail, BEN, CAL, card, cards, register } from "../team.ts";
import { askForRails, cardsOf, deny, openFrom, saying } from "./slack.ts";

const { buttons, options, states } = WORDS;

test("S58 a card that somebody deletes returns within the hour, once, and works", async () => {
  await using stage = await openStage({ processes: 2 });
  await register(stage);
  const number = await askForRail(stage);
  const ben = stage.as(BEN);
  const first = await card(stage, number);
  await ben.remove(first);
  expect(await cardsOf(stage, number)).toEqual([]);

  await stage.pass(61 * MINUTE);

  const [second, ...more] = await cardsOf(stage, number);
  expect(more).toEqual([]);
  expect(second?.state).toBe(states.waiting);
  await approveBoth(stage, number);
  expect(await cardsOf(stage, number)).toMatchObject([{ state: states.payable, ts: second?.ts }]);
  expect(second?.ts).not.toBe(first.ts);
});

test("S58 a card deleted just before a change returns with the change", async () => {
  await using stage = await openStage({ processes: 2 });
  await register(stage);
  const number = await askForRail(stage);
  const cal = await openFrom(stage, CAL, await card(stage, number), buttons.deny);
  await cal.fill("Reason", "Wrong entity");
  await stage.as(BEN).remove(await card(stage, number));
  await cal.submit();
  await stage.pass(5 * SECOND);
  const all = await cardsOf(stage, number);
  expect(all.map(({ state }) => state)).toEqual([states.denied]);
  expect(all[0]?.text).not.toContain(buttons.review);
});

test("S64 every ending redraws the card where it stands, without a button that decides", async () => {
  await using stage = await openFrontStage();
  await register(stage);
  const [denied, withdrawn, refused, closed, payable, expired] = await askForRails(stage, 6);
  const where = new Map((await cards(stage.as(BEN))).map(({ number, ts }) => [number, ts]));
  const ends: [
    number: string | undefined,
    state: string,
    end: (number: string) => Promise<unknown>,
  ][] = [
    [denied, states.denied, (number) => deny(stage, CAL, number)],
    [withdrawn, states.withdrawn, (number) => withdraw(stage, number)],
    [payable, states.payable, (number) => approveBoth(stage, number)],
    [refused, states.refused, (number) => refuse(stage, number)],
    [closed, states.closed, (number) => lose(stage, number)],
    [expired, states.expired, () => sleep(stage)],
  ];
  for (const [number = "", state, end] of ends) {
    await end(number);
    const all = await cardsOf(stage, number);
    expect(all.map((each) => [each.state, each.ts])).toEqual([[state, where.get(number)]]);
    for (const button of [buttons.review, buttons.deny, buttons.withdraw, buttons.answer]) {
      expect(all[0]?.text, `${button} of ${state}`).not.toMatch(new RegExp(`^\\[?${button}`, "m"));
    }
  }
  // Nothing else in the channel still offers one.
  const left = await saying(stage.as(BEN).messages(APPROVALS), `[${buttons.review}]`);
  expect(left).toEqual([]);
});

async function withdraw(stage: Stage, number: string): Promise<void> {
  const ana = await openFrom(stage, ANA, await card(stage, number), buttons.withdraw);
  await ana.submit();
  await stage.settle();
}

async function refuse(stage: FrontStage, number: string): Promise<void> {
  const errors = { "destination.wallet_id": ["It is closed."] };
  const body = { message: "The given data was invalid.", errors };
  stage.front.meet("POST /rails", () => Response.json(body, { status: 422 }));
  await approveBoth(stage, number);
}

async function lose(stage: FrontStage, number: string): Promise<void> {
  stage.front.meet("POST /rails", lost);
  await approveBoth(stage, number);
  await stage.pass(LOOKED_FOR);
  await answerStuck(stage, number, { answer: options.close });
}

async function sleep(stage: Stage): Promise<void> {
  await stage.jump(80 * HOUR);
  await stage.settle();
}
