import { expect, test } from "vitest";
import type { Recorded } from "../harness/front.ts";
import { reads } from "../harness/person.ts";
import {
  ANA,
  APPROVALS,
  BEN,
  CAL,
  DEE,
  IBAN,
  openTeam,
  type Team,
  TREASURY,
  WALLET,
} from "./team.ts";

test("S1 an on-ramp Rail over a socket is created once, after the last approval", async () => {
  await using stage = await openTeam({ transport: "socket" });
  await stage.register();
  const number = await stage.askForRail();
  await stage.approve(BEN, number);
  await stage.card(number, "Waiting");
  expect(stage.countCalls("POST /rails")).toBe(0);

  await stage.approve(CAL, number);

  await stage.card(number, "Payable");
  const [rail] = stage.madeRails();
  expect(rail).toMatchObject({ type: "ON_RAMP", destination: { wallet: { address: WALLET } } });
  const [text, ...more] = await stage.instructionsOf(number);
  expect(more).toEqual([]);
  expect(text?.split("\n")).toContain(rail?.source.bank_account?.iban);
  expect(text?.split("\n")).toContain(rail?.source.bank_account?.reference);
  expect(postsOf(stage)).toEqual({ wallets: 1, accounts: 0, rails: 1 });
});

test("S2 an off-ramp Rail over signed HTTP is created once, after the last approval", async () => {
  await using stage = await openTeam({ transport: "http" });
  await stage.register({ iban: IBAN, name: "Operating account" });
  const number = await stage.askForRail({ type: "off" });
  await stage.approve(BEN, number, IBAN);
  expect(stage.countCalls("POST /rails")).toBe(0);

  await stage.approve(CAL, number, IBAN);

  await stage.card(number, "Payable");
  const [rail] = stage.madeRails();
  expect(rail).toMatchObject({ type: "OFF_RAMP", destination: { bank_account: { iban: IBAN } } });
  const [text, ...more] = await stage.instructionsOf(number);
  expect(more).toEqual([]);
  expect(text?.split("\n")).toContain(rail?.source.wallet?.address);
  expect(postsOf(stage)).toEqual({ wallets: 0, accounts: 1, rails: 1 });
});

test.for(["http", "socket"] as const)(
  "S3 every delivery that comes twice acts once, over %s",
  async (transport) => {
    await using stage = await openTeam({ transport });
    stage.slack.faults.deliverTwice = true;
    await stage.register();
    const number = await stage.askForRail();
    await stage.approveBoth(number);

    await stage.card(number, "Payable");
    expect((await stage.cards()).map((each) => each.number)).toEqual(["R-1", "R-2"]);
    expect(await stage.instructionsOf(number)).toHaveLength(1);
    expect(await stage.as(BEN).modal()).toBeUndefined();
    expect(postsOf(stage)).toEqual({ wallets: 1, accounts: 0, rails: 1 });
  },
);

test("S4 a replay of everything that Slack ever sent changes nothing", async () => {
  await using stage = await openTeam();
  await stage.register();
  const denied = await stage.askForRail({ name: "Old float" });
  await stage.deny(DEE, denied);
  const number = await stage.askForRail();
  await stage.approveBoth(number);
  await stage.card(number, "Payable");
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
  const open = await stage.askForRail({ name: "New float" });
  await replay(sent);
  expect((await stage.card(open)).text).toContain("0 of 2");
  expect(postsOf(stage)).toEqual({ wallets: 1, accounts: 0, rails: 1 });
});

const postsOf = (stage: Team) => ({
  wallets: stage.countCalls("POST /wallets"),
  accounts: stage.countCalls("POST /bank-accounts"),
  rails: stage.countCalls("POST /rails"),
});

/** What people see anywhere, but for private answers, and the Rails. */
async function everythingIn(stage: Team) {
  const channels = await Promise.all(
    [TREASURY, APPROVALS].map((channel) => stage.as(BEN).messages(channel)),
  );
  const seen = [...channels.flat(), ...(await stage.as(ANA).direct())];
  return { seen: seen.filter(({ ephemeral }) => !ephemeral).map(reads), rails: stage.madeRails() };
}
