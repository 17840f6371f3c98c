import { expect, test } from "vitest";
import type { Recorded } from "../harness/front.ts";
import { reads } from "../harness/person.ts";
import { openStage, type Stage } from "../harness/stage.ts";
import { approveBoth, countCalls, instructionsOf, railsAt } from "./creating.ts";
import {
  ANA,
  APPROVALS,
  approve,
  askForRail,
  BEN,
  CAL,
  card,
  cards,
  DEE,
  IBAN,
  register,
  TREASURY,
  WALLET,
} from "./team.ts";

test("S1 an on-ramp Rail over a socket is created once, after the last approval", async () => {
  await using stage = await openStage({ transport: "socket" });
  await register(stage);
  const number = await askForRail(stage);
  await approve(stage, BEN, number);
  expect((await card(stage, number)).state).toBe("Waiting");
  expect(countCalls(stage, "POST /rails")).toBe(0);

  await approve(stage, CAL, number);

  expect((await card(stage, number)).state).toBe("Payable");
  const [rail] = railsAt(stage);
  expect(rail).toMatchObject({ type: "ON_RAMP", destination: { wallet: { address: WALLET } } });
  const [text, ...more] = await instructionsOf(stage, number);
  expect(more).toEqual([]);
  expect(text?.split("\n")).toContain(rail?.source.bank_account?.iban);
  expect(text?.split("\n")).toContain(rail?.source.bank_account?.reference);
  expect(postsOf(stage)).toEqual({ wallets: 1, accounts: 0, rails: 1 });
});

test("S2 an off-ramp Rail over signed HTTP is created once, after the last approval", async () => {
  await using stage = await openStage({ transport: "http" });
  await register(stage, { iban: IBAN, name: "Operating account" });
  const number = await askForRail(stage, { type: "off" });
  await approve(stage, BEN, number, IBAN);
  expect(countCalls(stage, "POST /rails")).toBe(0);

  await approve(stage, CAL, number, IBAN);

  expect((await card(stage, number)).state).toBe("Payable");
  const [rail] = railsAt(stage);
  expect(rail).toMatchObject({ type: "OFF_RAMP", destination: { bank_account: { iban: IBAN } } });
  const [text, ...more] = await instructionsOf(stage, number);
  expect(more).toEqual([]);
  expect(text?.split("\n")).toContain(rail?.source.wallet?.address);
  expect(postsOf(stage)).toEqual({ wallets: 0, accounts: 1, rails: 1 });
});

test.for(["http", "socket"] as const)(
  "S3 every delivery that comes twice acts once, over %s",
  async (transport) => {
    await using stage = await openStage({ transport });
    stage.slack.faults.deliverTwice = true;
    await register(stage);
    const number = await askForRail(stage);
    await approveBoth(stage, number);

    await card(stage, number, "Payable");
    expect((await cards(stage.as(BEN))).map((each) => each.number)).toEqual(["R-1", "R-2"]);
    expect(await instructionsOf(stage, number)).toHaveLength(1);
    expect(await stage.as(BEN).modal()).toBeUndefined();
    expect(postsOf(stage)).toEqual({ wallets: 1, accounts: 0, rails: 1 });
  },
);

test("S4 a replay of everything that Slack ever sent changes nothing", async () => {
  await using stage = await openStage();
  await register(stage);
  const denied = await askForRail(stage, { name: "Old float" });
  await stage.as(DEE).press(await card(stage, denied), "Deny");
  await stage.as(DEE).fill("Reason", "Wrong entity");
  await stage.as(DEE).submit();
  const number = await askForRail(stage);
  await approveBoth(stage, number);
  await card(stage, number, "Payable");
  const before = await everythingIn(stage);
  const { entrance } = stage;
  const sent = [...entrance.requests];

  async function replay(requests: readonly Recorded[]): Promise<void> {
    for (const request of requests) expect((await entrance.replay(request)).status).toBe(200);
    await stage.settle();
  }
  await replay(sent);
  await replay(sent.toReversed());
  expect(await everythingIn(stage)).toEqual(before);

  // Nothing of it is about a request that was made since.
  const open = await askForRail(stage, { name: "New float" });
  await replay(sent);
  expect((await card(stage, open)).text).toContain("0 of 2");
  expect(postsOf(stage)).toEqual({ wallets: 1, accounts: 0, rails: 1 });
});

const postsOf = (stage: Stage) => ({
  wallets: countCalls(stage, "POST /wallets"),
  accounts: countCalls(stage, "POST /bank-accounts"),
  rails: countCalls(stage, "POST /rails"),
});

/** What people see anywhere, but for private answers, and the Rails. */
async function everythingIn(stage: Stage) {
  const channels = await Promise.all(
    [TREASURY, APPROVALS].map((channel) => stage.as(BEN).messages(channel)),
  );
  const seen = [...channels.flat(), ...(await stage.as(ANA).direct())];
  return { seen: seen.filter(({ ephemeral }) => !ephemeral).map(reads), rails: railsAt(stage) };
}
