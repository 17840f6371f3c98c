import { expect, test } from "vitest";
import { acmeSeed } from "../../../src/sandbox/slack-workspace/seed.ts";
import { reads } from "../harness/person.ts";
import { openStage, type Stage } from "../harness/stage.ts";
import { WORDS } from "../harness/words.ts";
import { approveBoth, countCalls, HOUR, MINUTE, openFrontStage } from "./creating.ts";
import { openTampering } from "./tampering.ts";
import {
  ANA,
  APPROVALS,
  answerQuestion,
  approve,
  askForRail,
  BEN,
  CAL,
  card,
  DEE,
  opened,
  register,
  TREASURY,
  WALLET,
} from "./team.ts";

const { states, buttons } = WORDS;

/** What a person reads last in private, in the approvals channel. */
async function toldTo(stage: Stage, by: string): Promise<string> {
  await stage.settle();
  const all = await stage.as(by).messages(APPROVALS);
  const own = all.filter(({ ephemeral }) => ephemeral).at(-1);
  return own ? reads(own) : "";
}

/** A workspace whose people can leave. */
async function openWithLeavers() {
  const seed = structuredClone(acmeSeed);
  const stage = await openStage({ seed });
  const leave = (id: string) => {
    const leaver = seed.users.find((each) => each.id === id);
    if (leaver) leaver.isDeactivated = true;
  };
  return { stage, leave };
}

/** Time passes without the walks of every four minutes. */
async function skip(stage: Stage, ms: number): Promise<void> {
  await stage.jump(ms);
  await stage.settle();
}

/** Those that still remind, in the approvals channel. */
async function remindersOf(stage: Stage, number: string): Promise<string[]> {
  const texts = (await stage.as(CAL).messages(APPROVALS)).map(reads);
  return texts.filter((text) => text.startsWith("Reminder: ") && text.includes(number));
}

test("S28 nobody approves their own request by a click, nor by a view of somebody else", async () => {
  await using stage = await openStage();
  await register(stage);
  const number = await askForRail(stage, { by: BEN });

  await stage.as(BEN).press(await card(stage, number), buttons.review);
  expect(await toldTo(stage, BEN)).toContain("You cannot approve your own request");

  // Cal's view arrives as if Ben had submitted it.
  await using tampering = await openTampering(stage);
  const cal = stage.as(CAL);
  await cal.press(await card(stage, number), buttons.review);
  await opened(stage, cal);
  await answerQuestion(cal, WALLET);
  tampering.change(({ user }) => {
    user.id = BEN;
  });
  await cal.submit();
  await stage.settle();
  expect((await card(stage, number, states.waiting)).text).toContain(`0 of 2`);

  await approve(stage, DEE, number);
  expect((await card(stage, number, states.waiting)).text).toContain("1 of 2");
  expect(countCalls(stage, "POST /rails")).toBe(0);
});

test("S28 whoever is named an approver after asking still cannot approve it", async () => {
  await using stage = await openStage();
  await register(stage);
  const number = await askForRail(stage);
  await approve(stage, BEN, number);

  await stage.stop();
  stage.env.APPROVERS = [ANA, BEN, CAL, DEE].join(",");
  await stage.start();
  await stage.settle();
  await stage.as(ANA).press(await card(stage, number), buttons.review);

  expect(await toldTo(stage, ANA)).toContain("You cannot approve your own request");
  expect((await card(stage, number, states.waiting)).text).toContain("1 of 2");
  await approve(stage, CAL, number);
  expect((await card(stage, number)).state).toBe(states.payable);
});

test("S29 an approver who leaves before the claim no longer counts; the others still do", async () => {
  const { stage, leave } = await openWithLeavers();
  await using _ = stage;
  await register(stage);
  const number = await askForRail(stage);
  await approve(stage, CAL, number);
  leave(CAL);
  await approve(stage, BEN, number);

  const { text } = await card(stage, number, states.waiting);
  expect(text).toContain("1 of 2");
  expect(countCalls(stage, "POST /rails")).toBe(0);

  await approve(stage, DEE, number);
  expect((await card(stage, number)).state).toBe(states.payable);
  expect(countCalls(stage, "POST /rails")).toBe(1);
});

test("S30 a request whose requester has left is closed", async () => {
  const { stage, leave } = await openWithLeavers();
  await using _ = stage;
  await register(stage);
  const number = await askForRail(stage);
  await stage.pass(2 * MINUTE);
  leave(ANA);
  await approveBoth(stage, number);

  const { text } = await card(stage, number, states.closed);
  expect(text).toContain("The requester has no active Slack account");
  expect(text).toContain(WORDS.phrases.noneCreated);
  expect(countCalls(stage, "POST /rails")).toBe(0);
});

test("S38 a request expires over a weekend, and people are reminded before", async () => {
  await using stage = await openStage();
  await register(stage);
  const number = await askForRail(stage);
  await approve(stage, BEN, number);
  const dee = stage.as(DEE);
  await dee.press(await card(stage, number), buttons.review);
  await opened(stage, dee);
  await answerQuestion(dee, WALLET);

  for (const hours of [4, 20, 24]) {
    expect(await remindersOf(stage, number)).toHaveLength(hours === 4 ? 0 : 1);
    await skip(stage, hours * HOUR);
    // An earlier one is no longer current.
    expect(await remindersOf(stage, number)).toEqual([expect.stringContaining("1 of 2")]);
  }
  await skip(stage, 23 * HOUR);
  await card(stage, number, states.waiting);
  const [reminder] = await remindersOf(stage, number);
  expect(reminder).toContain(`<@${CAL}>`);
  expect(reminder).not.toContain(WALLET);
  await skip(stage, HOUR);

  const { text } = await card(stage, number, states.expired);
  expect(text).toContain(WORDS.phrases.noneCreated);
  expect(await remindersOf(stage, number)).toEqual([]);
  const told = (await stage.as(ANA).messages(TREASURY)).map(reads).at(-1);
  expect(told).toContain(`Rail ${number} · ${states.expired}`);
  expect(told).toContain("[Request again]");
  await dee.submit();
  await stage.settle();
  const modal = await dee.modal();
  expect(modal && reads(modal)).toContain("expired");
  await skip(stage, 72 * HOUR);
  await card(stage, number, states.expired);
  expect(countCalls(stage, "POST /rails")).toBe(0);
});

test("S38 a request that waited too long for the service is not sent when it is back", async () => {
  await using stage = await openFrontStage();
  await register(stage);
  const number = await askForRail(stage);
  await stage.pass(MINUTE);
  stage.front.closeDoor();
  await approveBoth(stage, number);
  await card(stage, number, states.ready);

  await stage.stop();
  await stage.jump(73 * HOUR);
  await stage.front.openDoor();
  await stage.start();
  await stage.settle();

  await card(stage, number, states.expired);
  expect(stage.front.calls("POST /rails")).toEqual([]);
});
