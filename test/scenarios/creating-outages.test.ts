import { expect, test } from "vitest";
import { WORDS } from "../harness/words.ts";
import { addressOf, MINUTE, SECOND } from "./creating.ts";
import { BEN, openRegistered, openTeam, QUICK } from "./team.ts";

const { states, phrases } = WORDS;

test("S7 a Rail waits while the service refuses the token, says so, and goes on once it is accepted", async () => {
  await using stage = await openRegistered(QUICK);
  const fault = { kind: "token-revoked" } as const;
  stage.rails.faults.add({ operation: "*", times: Number.POSITIVE_INFINITY, fault });
  const number = await stage.askForRail();
  await stage.pass(2 * MINUTE);
  await stage.approveAll(number);
  await stage.pass(10 * SECOND);
  expect((await stage.card(number, states.ready)).text).toContain(phrases.tokenRefused);
  expect(stage.madeRails()).toEqual([]);

  stage.rails.faults.clear();
  await stage.pass(2 * MINUTE);

  await stage.card(number, states.payable);
  expect(stage.madeRails()).toHaveLength(1);
});

test("S8 a destination waits while nothing listens, and is registered once something does", async () => {
  await using stage = await openTeam(QUICK);
  const number = await stage.askForDestination({ wallet: addressOf("Float") });
  stage.front.closeDoor();
  await stage.approveAll(number);
  expect((await stage.card(number, states.ready)).text).toContain(phrases.nothingSent);
  await stage.pass(10 * MINUTE);
  await stage.card(number, states.ready);

  await stage.front.openDoor();
  await stage.pass(10 * MINUTE);

  await stage.card(number, states.usable);
  expect(stage.countCalls("POST /wallets")).toBe(1);
});

test.for(["the look", "the POST"])(
  "S8 a Rail waits while nothing listens at %s, and is created once something does",
  async (when) => {
    await using stage = await openRegistered(QUICK);
    const number = await stage.askForRail();
    await stage.pass(2 * MINUTE);
    if (when === "the look") stage.front.closeDoor();
    else {
      stage.front.meet("GET /rails", async (_, pass) => {
        const answer = await pass();
        stage.front.closeDoor();
        return answer;
      });
    }
    await stage.approveAll(number);
    const { text } = await stage.card(number, states.ready);
    expect(text).toContain(when === "the look" ? phrases.checksFirst : phrases.nothingSent);
    await stage.pass(10 * SECOND);
    await stage.card(number, states.ready);

    await stage.front.openDoor();
    await stage.pass(MINUTE);

    await stage.card(number, states.payable);
    expect(stage.countCalls("POST /rails")).toBe(1);
  },
);

test("S7 a token that comes between the last approval and the POST is not used", async () => {
  await using stage = await openRegistered(QUICK);
  const number = await stage.askForRail();
  stage.front.meet("GET /rails", async (_, pass) => {
    stage.env.RAIL_API_TOKEN = "another-token";
    await stage.start(1);
    return pass();
  });
  await stage.approve(BEN, number);
  await stage.card(number, states.ready);
  expect(stage.front.calls("POST /rails")).toHaveLength(0);
});
