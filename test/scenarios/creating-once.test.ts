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
  openRegistered,
  openTeam,
  QUICK,
  type Team,
  TREASURY,
  WALLET,
} from "./team.ts";

test.for([
  ["S1 an on-ramp Rail over a socket", "socket", "on", {}],
  [
    "S2 an off-ramp Rail over signed HTTP",
    "http",
    "off",
    { iban: IBAN, name: "Operating account" },
  ],
] as const)(
  "%s is created once, after the last approval",
  async ([, transport, type, destination]) => {
    await using stage = await openTeam({ transport });
    const record = type === "on" ? WALLET : IBAN;
    await stage.register(destination);
    const number = await stage.askForRail({ type });
    await stage.approve(BEN, number, record);
    await stage.card(number, "Waiting");
    expect(stage.countCalls("POST /rails")).toBe(0);

    await stage.approve(CAL, number, record);

    await stage.card(number, "Payable");
    const [rail] = stage.madeRails();
    const at = {
      ON_RAMP: { wallet: { address: WALLET } },
      OFF_RAMP: { bank_account: { iban: IBAN } },
    };
    const made = type === "on" ? "ON_RAMP" : "OFF_RAMP";
    expect(rail).toMatchObject({ type: made, destination: at[made] });
    const { bank_account: account, wallet } = rail?.source ?? {};
    const [text, ...more] = await stage.instructionsOf(number);
    expect(more).toEqual([]);
    const entry = account ? [account.iban, account.reference] : [wallet?.address];
    expect(text?.split("\n")).toEqual(expect.arrayContaining(entry));
    expect(callsOf(stage)).toEqual(type === "on" ? [1, 0, 1] : [0, 1, 1]);
  },
);

test.for(["http", "socket"] as const)(
  "S3 every delivery that comes twice acts once, over %s",
  async (transport) => {
    await using stage = await openTeam({ transport, ...QUICK });
    stage.slack.faults.deliverTwice = true;
    await stage.register();
    const number = await stage.askForRail();
    await stage.approveAll(number);

    await stage.card(number, "Payable");
    expect((await stage.cards()).map((each) => each.number)).toEqual(["R-1", "R-2"]);
    expect(await stage.instructionsOf(number)).toHaveLength(1);
    expect(await stage.as(BEN).modal()).toBeUndefined();
    expect(callsOf(stage)).toEqual([1, 0, 1]);
  },
);

test("S4 a replay of everything that Slack ever sent changes nothing", async () => {
  await using stage = await openRegistered();
  const denied = await stage.askForRail({ name: "Old float" });
  await stage.deny(DEE, denied);
  const number = await stage.askForRail();
  await stage.approveAll(number);
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
  expect(callsOf(stage)).toEqual([1, 0, 1]);
});

const callsOf = ({ countCalls }: Team) =>
  ["POST /wallets", "POST /bank-accounts", "POST /rails"].map(countCalls);

/** What people see anywhere, but for private answers, and the Rails. */
async function everythingIn(stage: Team) {
  const channels = await Promise.all(
    [TREASURY, APPROVALS].map((channel) => stage.as(BEN).messages(channel)),
  );
  const seen = [...channels.flat(), ...(await stage.as(ANA).direct())];
  return { seen: seen.filter(({ ephemeral }) => !ephemeral).map(reads), rails: stage.madeRails() };
}
