import { expect, test } from "vitest";
import { BOT, RANDOM, type SeedChannel } from "../../../../src/sandbox/slack-workspace/seed.ts";
import { reads } from "../../harness/person.ts";
import { WORDS } from "../../harness/words.ts";
import { HOUR, MINUTE } from "../creating.ts";
import { ANA, APPROVALS, BEN, CAL, DEE, type Team, TREASURY } from "../team.ts";
import { directOf, openSlackTeam, saying } from "./slack.ts";

const { buttons, states } = WORDS;

type Change = (channel: SeedChannel) => void;

const withoutBot: Change = (channel) => {
  channel.members = channel.members.filter((each) => each !== BOT);
};
const LOST: Record<string, Change> = {
  archived: (channel) => {
    channel.isArchived = true;
  },
  "without the bot": withoutBot,
  "shared with another organisation": (channel) => {
    channel.isShared = true;
  },
  "about to be shared": (channel) => {
    channel.isPendingShared = true;
  },
  "closed to apps": (channel) => {
    channel.isReadOnly = true;
  },
};

/** The card of a request in a person's conversation with the app. */
async function directCard(stage: Team, by: string, number: string) {
  const channel = await directOf(stage, by);
  return (await stage.cards(channel, by)).filter((each) => each.number === number);
}

async function approveDirectly(stage: Team, by: string, number: string): Promise<void> {
  const [found] = await directCard(stage, by, number);
  if (!found) throw new Error(`${by} has no card of ${number}`);
  await stage.submit(await stage.review(by, found));
}

test.for(Object.keys(LOST))(
  "S55 while the approvals channel is %s each approver is asked directly, and decides there",
  async (why) => {
    await using stage = await openSlackTeam();
    await stage.register();
    const earlier = await stage.askForRail({ name: "Earlier" });
    const before = await stage.as(BEN).messages(APPROVALS);
    LOST[why]?.(stage.channel(APPROVALS));
    await stage.pass(61 * MINUTE);
    const number = await askDirectly(stage);

    for (const by of [BEN, CAL, DEE]) {
      expect(await directCard(stage, by, number)).toMatchObject([{ state: states.waiting }]);
    }
    if (why !== "closed to apps") {
      expect(await directCard(stage, BEN, earlier)).toMatchObject([{ state: states.waiting }]);
    }
    await approveDirectly(stage, BEN, number);
    await approveDirectly(stage, CAL, number);

    for (const by of [BEN, CAL, DEE]) {
      expect(await directCard(stage, by, number)).toMatchObject([{ state: states.payable }]);
    }
    const after = await stage.as(BEN).messages(APPROVALS);
    expect(after.map(({ ts }) => ts)).toEqual(before.map(({ ts }) => ts));
    expect(stage.madeRails()).toHaveLength(1);
    expect(await stage.instructionsOf(number)).toHaveLength(1);
    if (why.includes("shared")) {
      expect(await stage.cardsOf(earlier)).toEqual([]);
      expect(after.map(reads).join()).toContain("This channel is shared");
    }
  },
);

/** Asks for a Rail whose card is not in the approvals channel. Its number. */
async function askDirectly(stage: Team): Promise<string> {
  await stage.submitTwice(await stage.fillInRail({ name: "Later" }));
  const [, text = ""] =
    /R-(\d+)/.exec((await saying(stage.as(BEN).direct(), "Later")).map(reads).join()) ?? [];
  return `R-${text}`;
}

test("S55 once the channel is open again its card is the one that counts", async () => {
  await using stage = await openSlackTeam();
  await stage.register();
  const channel = stage.channel(APPROVALS);
  channel.isArchived = true;
  const number = await askDirectly(stage);
  channel.isArchived = false;
  await stage.pass(2 * HOUR);

  expect(await stage.cardsOf(number)).toMatchObject([{ state: states.waiting }]);
  for (const by of [BEN, CAL, DEE]) expect(await directCard(stage, by, number)).toEqual([]);
  await stage.deny(CAL, number);
  expect(await stage.cardsOf(number)).toMatchObject([{ state: states.denied }]);
  const left = await saying(stage.as(BEN).direct(), `[${buttons.review}]`);
  expect(left).toEqual([]);
});

const ASKED: Record<string, { channel?: string; change?: Change }> = {
  "the bot is not in": { channel: RANDOM },
  "the bot was removed from": { change: withoutBot },
  "outsiders read": { change: LOST["shared with another organisation"] ?? withoutBot },
  "outsiders are invited to": { change: LOST["about to be shared"] ?? withoutBot },
  "was archived": { change: LOST.archived ?? withoutBot },
};

test.for(Object.keys(ASKED))(
  "S57 instructions go to the requester alone when it was asked for in a channel that %s",
  async (why) => {
    await using stage = await openSlackTeam();
    await stage.register();
    const { channel = TREASURY, change } = ASKED[why] ?? {};
    const number = await stage.askForRail({ channel });
    change?.(stage.channel(channel));
    await stage.pass(2 * MINUTE);
    await stage.approveBoth(number);
    await expectDirect(stage, number, channel);
  },
);

test("S57 instructions of a Rail that was asked for in the app's own conversation come there", async () => {
  await using stage = await openSlackTeam();
  await stage.register();
  const number = await stage.askForRail({ channel: await directOf(stage, ANA) });
  await stage.approveBoth(number);
  await expectDirect(stage, number, TREASURY);
});

async function expectDirect(stage: Team, number: string, channel: string): Promise<void> {
  const { iban = "" } = stage.madeRails()[0]?.source.bank_account ?? {};
  expect(iban).not.toBe("");
  const direct = await saying(stage.as(ANA).direct(), `into Rail ${number}`, iban);
  expect(direct).toHaveLength(1);
  expect(await saying(stage.as(ANA).messages(channel), `Rail ${number}`)).toEqual([]);
  for (const by of [BEN, CAL, DEE]) expect(await saying(stage.as(by).direct(), iban)).toEqual([]);
}
