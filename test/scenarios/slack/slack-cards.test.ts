import { expect, test } from "vitest";
import { WORDS } from "../../harness/words.ts";
import { HOUR, LOOKED_FOR, lost, MINUTE, SECOND } from "../creating.ts";
import { APPROVALS, BEN, CAL, openRegistered, QUICK, type Team } from "../team.ts";
import { saying } from "./slack.ts";

const { buttons, options, states } = WORDS;

test("S58 a card that somebody deletes returns within the hour, once, and works", async () => {
  await using stage = await openRegistered({ ...QUICK, processes: 2 });
  const number = await stage.askForRail();
  const ben = stage.as(BEN);
  const first = await stage.card(number);
  await ben.remove(first);
  expect(await stage.cardsOf(number)).toEqual([]);

  await stage.pass(61 * MINUTE);

  const [second, ...more] = await stage.cardsOf(number);
  expect(more).toEqual([]);
  expect(second?.state).toBe(states.waiting);
  await stage.approveAll(number);
  expect(await stage.cardsOf(number)).toMatchObject([{ state: states.payable, ts: second?.ts }]);
  expect(second?.ts).not.toBe(first.ts);

  // Deleted just before a change, it returns with the change.
  const denied = await stage.askForRail({ name: "Other" });
  const cal = await stage.openFrom(CAL, denied, buttons.deny);
  await cal.fill("Reason", "Wrong entity");
  await ben.remove(await stage.card(denied));
  await cal.submit();
  await stage.pass(5 * SECOND);
  const all = await stage.cardsOf(denied);
  expect(all.map(({ state }) => state)).toEqual([states.denied]);
  expect(all[0]?.text).not.toContain(buttons.review);
});

test("S64 every ending redraws the card where it stands, without a button that decides", async () => {
  await using stage = await openRegistered(QUICK);
  const numbers: string[] = [];
  for (let at = 1; at <= 6; at += 1) numbers.push(await stage.askForRail({ name: `Float ${at}` }));
  const [denied, withdrawn, refused, closed, payable, expired] = numbers;
  const where = new Map((await stage.cards()).map(({ number, ts }) => [number, ts]));
  const ends: [
    number: string | undefined,
    state: string,
    end: (number: string) => Promise<unknown>,
  ][] = [
    [denied, states.denied, (number) => stage.deny(CAL, number)],
    [withdrawn, states.withdrawn, (number) => stage.withdraw(number)],
    [payable, states.payable, (number) => stage.approveAll(number)],
    [refused, states.refused, (number) => refuse(stage, number)],
    [closed, states.closed, (number) => lose(stage, number)],
    [expired, states.expired, () => sleep(stage)],
  ];
  for (const [number = "", state, end] of ends) {
    await end(number);
    const all = await stage.cardsOf(number);
    expect(all.map((each) => [each.state, each.ts])).toEqual([[state, where.get(number)]]);
    for (const button of [buttons.review, buttons.deny, buttons.withdraw, buttons.answer]) {
      expect(all[0]?.text, `${button} of ${state}`).not.toMatch(new RegExp(`^\\[?${button}`, "m"));
    }
  }
  // Nothing else in the channel still offers one.
  const left = await saying(stage.as(BEN).messages(APPROVALS), `[${buttons.review}]`);
  expect(left).toEqual([]);
});

async function refuse(stage: Team, number: string): Promise<void> {
  const errors = { "destination.wallet_id": ["It is closed."] };
  const body = { message: "The given data was invalid.", errors };
  stage.front.meet("POST /rails", () => Response.json(body, { status: 422 }));
  await stage.approveAll(number);
}

async function lose(stage: Team, number: string): Promise<void> {
  stage.front.meet("POST /rails", lost);
  await stage.approveAll(number);
  await stage.pass(LOOKED_FOR);
  await stage.answerStuck(number, options.close);
}

async function sleep(stage: Team): Promise<void> {
  await stage.jump(80 * HOUR);
  await stage.settle();
}
