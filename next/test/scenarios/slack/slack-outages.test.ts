import { expect, test } from "vitest";
import { WORDS } from "../../harness/words.ts";
import { approveBoth, countCalls, instructionsOf, MINUTE, railsAt, SECOND } from "../creating.ts";
import {
  ANA,
  APPROVALS,
  answerQuestion,
  approve,
  askForRail,
  BEN,
  CAL,
  card,
  cards,
  register,
  TREASURY,
  WALLET,
} from "../team.ts";
import { askQuietly, cardsOf, openFrom, openSlackStage, saying } from "./slack.ts";

const { buttons, states } = WORDS;

test("S56 an outage of ten minutes loses nothing that people did, and says nothing twice", async () => {
  await using stage = await openSlackStage();
  await register(stage);
  const number = await askForRail(stage);
  const shown = await card(stage, number);
  const approvers = [];
  for (const by of [BEN, CAL]) {
    const person = await openFrom(stage, by, shown, buttons.review);
    await answerQuestion(person, WALLET);
    approvers.push(person);
  }
  stage.slack.faults.isDown = true;
  for (const person of approvers) {
    expect(await person.submit()).toMatchObject({ acknowledged: true, closed: true });
  }
  await stage.pass(20 * SECOND);
  await stage.jump(9 * MINUTE);
  await stage.pass(20 * SECOND);
  expect((await card(stage, number)).state).toBe(states.waiting);
  expect(countCalls(stage, "POST /rails")).toBe(0);

  stage.slack.faults.isDown = false;
  await stage.pass(2 * MINUTE);

  expect(await cardsOf(stage, number)).toMatchObject([{ state: states.payable, ts: shown.ts }]);
  expect(await instructionsOf(stage, number)).toHaveLength(1);
  expect(countCalls(stage, "POST /rails")).toBe(1);
});

test("S56 what was asked for in an outage is there once after it", async () => {
  await using stage = await openSlackStage();
  await register(stage);
  stage.slack.faults.failNext("chat.postMessage", { error: "internal_error" }, 50);
  stage.slack.faults.failNext("chat.postEphemeral", { error: "internal_error" }, 50);
  await askQuietly(stage, "Payroll float");
  await stage.pass(10 * MINUTE);
  expect(await cardsOf(stage, "R-2")).toEqual([]);
  stage.slack.faults.clear();
  await stage.pass(2 * MINUTE);
  expect(await cardsOf(stage, "R-2")).toMatchObject([{ state: states.waiting }]);
  await approveBoth(stage, "R-2");
  expect(await cardsOf(stage, "R-2")).toMatchObject([{ state: states.payable }]);
});

test("S59 at one message a second every card arrives, once, and none waits for long", async () => {
  await using stage = await openSlackStage();
  await register(stage);
  stage.slack.faults.postsAtOnce = 1;
  for (let at = 1; at <= 12; at += 1) await askQuietly(stage, `Float ${at}`);
  await stage.pass(30 * SECOND);
  const all = (await cards(stage.as(BEN))).filter(({ number }) => number !== "R-1");
  expect(all.map(({ state }) => state)).toEqual(Array(12).fill(states.waiting));
  const number = "R-2";
  await approveBoth(stage, number);
  await stage.pass(30 * SECOND);
  expect(await cardsOf(stage, number)).toMatchObject([{ state: states.payable }]);
  expect(await instructionsOf(stage, number)).toHaveLength(1);
});

test.for(["lost", "unclear"] as const)(
  "S60 a card whose post is %s is there once in the end, and works",
  async (how) => {
    await using stage = await openSlackStage({ processes: 2 });
    await register(stage);
    const fault = how === "lost" ? ({ answer: "lost" } as const) : { error: "internal_error" };
    stage.slack.faults.failNext("chat.postMessage", fault);
    await askQuietly(stage, "Payroll float");
    await stage.pass(30 * SECOND);
    expect(await cardsOf(stage, "R-2")).toEqual([]);
    await stage.pass(2 * MINUTE);
    expect(await cardsOf(stage, "R-2")).toMatchObject([{ state: states.waiting }]);
    const pressable = await saying(stage.as(BEN).messages(APPROVALS), `[${buttons.review}]`);
    expect(pressable).toHaveLength(1);

    await approveBoth(stage, "R-2");
    await stage.pass(2 * MINUTE);
    expect(await cardsOf(stage, "R-2")).toMatchObject([{ state: states.payable }]);
    const left = await saying(stage.as(BEN).messages(APPROVALS), `[${buttons.review}]`);
    expect(left).toEqual([]);
  },
);

test("S60 instructions whose post was lost can be paid from in one message only", async () => {
  await using stage = await openSlackStage();
  await register(stage);
  const number = await askForRail(stage);
  await approve(stage, BEN, number);
  stage.slack.faults.failNext("chat.postMessage", { answer: "lost" });
  await approve(stage, CAL, number);
  await stage.pass(3 * MINUTE);
  const { iban = "" } = railsAt(stage)[0]?.source.bank_account ?? {};
  expect(await saying(stage.as(ANA).messages(TREASURY), iban)).toHaveLength(1);
  expect(await instructionsOf(stage, number)).toHaveLength(1);
});

test("S61 an update that lands after a newer one is drawn over within a minute", async () => {
  await using stage = await openSlackStage();
  await register(stage);
  const number = await askForRail(stage);
  const land = Promise.withResolvers<() => Promise<Response>>();
  stage.meet("chat.update", (pass) => {
    land.resolve(pass);
    throw new TypeError("fetch failed");
  });
  await approve(stage, BEN, number);
  await approve(stage, CAL, number);
  await stage.pass(5 * SECOND);
  expect((await card(stage, number)).state).toBe(states.payable);

  await (await land.promise)();

  expect((await card(stage, number)).state).toBe(states.waiting);
  await stage.pass(MINUTE);
  expect(await cardsOf(stage, number)).toMatchObject([{ state: states.payable }]);
});
