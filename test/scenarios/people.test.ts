import { expect, test } from "vitest";
import { acmeSeed } from "../../src/sandbox/slack-workspace/seed.ts";
import { reads } from "../harness/person.ts";
import { WORDS } from "../harness/words.ts";
import { HOUR, MINUTE } from "./creating.ts";
import {
  ANA,
  APPROVALS,
  BEN,
  CAL,
  DEE,
  openRegistered,
  type Team,
  TREASURY,
  WALLET,
} from "./team.ts";
import { topOf } from "./top-of.ts";

const { states, buttons } = WORDS;

/** A workspace whose people can leave. */
async function openWithLeavers() {
  const seed = structuredClone(acmeSeed);
  const stage = await openRegistered({ seed });
  const leave = (id: string) => {
    const leaver = seed.users.find((each) => each.id === id);
    if (leaver) leaver.isDeactivated = true;
  };
  return { stage, leave };
}

/** Time passes without the walks of every four minutes. */
async function skip(stage: Team, ms: number): Promise<void> {
  await stage.jump(ms);
  await stage.settle();
}

/** Those that still remind, in the approvals channel. */
async function remindersOf(stage: Team, number: string): Promise<string[]> {
  const texts = (await stage.as(CAL).messages(APPROVALS)).map(reads);
  return texts.filter((text) => text.startsWith("Reminder: ") && text.includes(number));
}

test("S28 nobody approves their own request by a click, nor by a view of somebody else", async () => {
  await using stage = await openRegistered();
  const number = await stage.askForRail({ by: BEN });

  await stage.as(BEN).press(await stage.card(number), buttons.review);
  expect(await stage.told(BEN, APPROVALS)).toContain("You cannot decide on your own request");

  // Cal's view arrives as if Ben had submitted it.
  const cal = await stage.review(CAL, number);
  stage.entrance.change(({ user }) => {
    user.id = BEN;
  });
  await stage.submit(cal);
  expect((await stage.card(number, states.waiting)).text).toContain(`0 of 2`);

  await stage.approve(DEE, number);
  expect((await stage.card(number, states.waiting)).text).toContain("1 of 2");

  // Who has approved is not asked to look the address up for nothing.
  await stage.as(DEE).press(await stage.card(number), buttons.review);
  expect(await stage.told(DEE, APPROVALS)).toContain("You have already approved this");
  expect(stage.countCalls("POST /rails")).toBe(0);
});

test("S28 whoever is named an approver after asking still cannot approve it", async () => {
  await using stage = await openRegistered();
  const number = await stage.askForRail();
  await stage.approve(BEN, number);

  await stage.stop();
  stage.env.APPROVERS = [ANA, BEN, CAL, DEE].join(",");
  await stage.start();
  await stage.settle();
  await stage.as(ANA).press(await stage.card(number), buttons.review);

  expect(await stage.told(ANA, APPROVALS)).toContain("You cannot decide on your own request");
  expect((await stage.card(number, states.waiting)).text).toContain("1 of 2");
  await stage.approve(CAL, number);
  await stage.card(number, states.payable);
});

test("S29 an approver who leaves before the claim no longer counts; the others still do", async () => {
  const { stage, leave } = await openWithLeavers();
  await using _ = stage;
  const number = await stage.askForRail();
  await stage.approve(CAL, number);
  leave(CAL);
  await stage.approve(BEN, number);

  const { text } = await stage.card(number, states.waiting);
  expect(text).toContain("1 of 2");
  expect(stage.countCalls("POST /rails")).toBe(0);

  await stage.approve(DEE, number);
  await stage.card(number, states.payable);
  expect(stage.countCalls("POST /rails")).toBe(1);
});

test("S30 a request whose requester has left is closed", async () => {
  const { stage, leave } = await openWithLeavers();
  await using _ = stage;
  const number = await stage.askForRail();
  await stage.pass(2 * MINUTE);
  leave(ANA);
  await stage.approveAll(number);

  const { text } = await stage.card(number, states.closed);
  expect(text).toContain("The requester has no active Slack account");
  expect(text).toContain(WORDS.phrases.noneCreated);
  expect(stage.countCalls("POST /rails")).toBe(0);
});

test("S38 a request expires over a weekend, and people are reminded before", async () => {
  await using stage = await openRegistered();
  const number = await stage.askForRail();
  await stage.approve(BEN, number);
  const dee = await stage.review(DEE, number);

  for (const hours of [4, 20, 24]) {
    expect(await remindersOf(stage, number)).toHaveLength(hours === 4 ? 0 : 1);
    await skip(stage, hours * HOUR);
    // An earlier one is no longer current.
    expect(await remindersOf(stage, number)).toEqual([expect.stringContaining("1 of 2")]);
  }
  await skip(stage, 23 * HOUR);
  await stage.card(number, states.waiting);
  const [reminder] = await remindersOf(stage, number);
  expect(reminder).toContain(`<@${CAL}>`);
  expect(reminder).not.toContain(WALLET);
  await skip(stage, HOUR);

  const { text } = await stage.card(number, states.expired);
  expect(text).toContain(WORDS.phrases.noneCreated);
  expect(await remindersOf(stage, number)).toEqual([]);
  const told = (await stage.as(ANA).messages(TREASURY)).map(reads).at(-1);
  expect(told).toContain(`Rail ${number} · ${states.expired}`);
  expect(told).toContain("[Request again]");
  await stage.submit(dee);
  expect(await topOf(dee)).toContain("expired");
  await skip(stage, 72 * HOUR);
  await stage.card(number, states.expired);
  expect(stage.countCalls("POST /rails")).toBe(0);
});

test("S38 a request that waited too long for the service is not sent when it is back", async () => {
  await using stage = await openRegistered();
  const number = await stage.askForRail();
  await stage.pass(MINUTE);
  stage.front.closeDoor();
  await stage.approveAll(number);
  await stage.card(number, states.ready);

  await stage.stop();
  await stage.jump(73 * HOUR);
  await stage.front.openDoor();
  await stage.start();
  await stage.settle();

  await stage.card(number, states.expired);
  expect(stage.front.calls("POST /rails")).toEqual([]);
});
