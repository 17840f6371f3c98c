import { expect, test } from "vitest";
import { WORDS } from "../harness/words.ts";
import {
  addressOf,
  approveBoth,
  countCalls,
  MINUTE,
  openFrontStage,
  railsAt,
  SECOND,
} from "./creating.ts";
import { askForDestination, askForRail, card, register } from "./team.ts";

const { states, phrases } = WORDS;

test("S7 a Rail waits while the service refuses the token, says so, and goes on once it is accepted", async () => {
  await using stage = await openFrontStage();
  await register(stage);
  const fault = { kind: "token-revoked" } as const;
  stage.rails.faults.add({ operation: "*", times: Number.POSITIVE_INFINITY, fault });
  const number = await askForRail(stage);
  await stage.pass(2 * MINUTE);
  await approveBoth(stage, number);
  await stage.pass(10 * SECOND);
  const { state, text } = await card(stage, number);
  expect(state).toBe(states.ready);
  expect(text).toContain(phrases.tokenRefused);
  expect(railsAt(stage)).toEqual([]);

  stage.rails.faults.clear();
  await stage.pass(2 * MINUTE);

  expect((await card(stage, number)).state).toBe(states.payable);
  expect(railsAt(stage)).toHaveLength(1);
});

test("S8 a destination waits while nothing listens, and is registered once something does", async () => {
  await using stage = await openFrontStage();
  const number = await askForDestination(stage, { wallet: addressOf("Float") });
  stage.front.closeDoor();
  await approveBoth(stage, number);
  const { state, text } = await card(stage, number);
  expect(state).toBe(states.ready);
  expect(text).toContain(phrases.nothingSent);
  await stage.pass(10 * MINUTE);
  expect((await card(stage, number)).state).toBe(states.ready);

  await stage.front.openDoor();
  await stage.pass(10 * MINUTE);

  expect((await card(stage, number)).state).toBe(states.usable);
  expect(countCalls(stage, "POST /wallets")).toBe(1);
});

test.for(["the look", "the POST"])(
  "S8 a Rail waits while nothing listens at %s, and is created once something does",
  async (when) => {
    await using stage = await openFrontStage();
    await register(stage);
    const number = await askForRail(stage);
    await stage.pass(2 * MINUTE);
    if (when === "the look") stage.front.closeDoor();
    else {
      stage.front.meet("GET /rails", async (_, pass) => {
        const answer = await pass();
        stage.front.closeDoor();
        return answer;
      });
    }
    await approveBoth(stage, number);
    const { state, text } = await card(stage, number);
    expect(state).toBe(states.ready);
    expect(text).toContain(when === "the look" ? phrases.checksFirst : phrases.nothingSent);
    await stage.pass(10 * SECOND);
    expect((await card(stage, number)).state).toBe(states.ready);

    await stage.front.openDoor();
    await stage.pass(MINUTE);

    expect((await card(stage, number)).state).toBe(states.payable);
    expect(countCalls(stage, "POST /rails")).toBe(1);
  },
);
