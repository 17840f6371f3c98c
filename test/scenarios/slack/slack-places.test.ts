import { expect, test } from "vitest";
import { BOT, RANDOM, type SeedChannel } from "../../../src/sandbox/slack-workspace/seed.ts";
import { reads } from "../../harness/person.ts";
import { WORDS } from "../../harness/words.ts";
import { HOUR, MINUTE } from "../creating.ts";
import { ANA, APPROVALS, BEN, CAL, DEE, QUICK, type Team, TREASURY } from "../team.ts";
import { directOf, openSlackTeam, saying } from "./slack.ts";

const { buttons, labels, states } = WORDS;

const set = (value: Partial<SeedChannel>) => (channel: SeedChannel) =>
  void Object.assign(channel, value);

const LOST = {
  archived: set({ isArchived: true }),
  "without the bot": (channel: SeedChannel) =>
    set({ members: channel.members.filter((each) => each !== BOT) })(channel),
  "shared with another organisation": set({ isShared: true }),
  "about to be shared": set({ isPendingShared: true }),
  "closed to apps": set({ isReadOnly: true }),
};

/** The card of a request in a person's conversation with the app. */
async function directCard(stage: Team, by: string, number: string) {
  const channel = await directOf(stage, by);
  return (await stage.cards(channel, by)).filter((each) => each.number === number);
}

test.for(Object.entries(LOST))(
  "S55 while the approvals channel is %s each approver is asked directly, and decides there",
  async ([why, lose]) => {
    await using stage = await openSlackTeam(QUICK);
    const earlier = await stage.askForRail({ name: "Earlier" });
    const before = await stage.as(BEN).messages(APPROVALS);
    lose(stage.channel(APPROVALS));
    await stage.pass(61 * MINUTE);
    const number = await askDirectly(stage);

    for (const by of [BEN, CAL, DEE]) {
      expect(await directCard(stage, by, number)).toMatchObject([{ state: states.waiting }]);
    }
    if (why !== "closed to apps") {
      expect(await directCard(stage, BEN, earlier)).toMatchObject([{ state: states.waiting }]);
    }
    const [card] = await directCard(stage, BEN, number);
    if (card) await stage.submit(await stage.review(BEN, card));

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

const ASKED: Record<string, { channel?: string; change?: typeof LOST.archived }> = {
  "the bot is not in": { channel: RANDOM },
  "the bot was removed from": { change: LOST["without the bot"] },
  "outsiders read": { change: LOST["shared with another organisation"] },
  "outsiders are invited to": { change: LOST["about to be shared"] },
  "was archived": { change: LOST.archived },
};

test("S57 instructions go to the requester alone where the channel cannot have them", async () => {
  await using stage = await openSlackTeam(QUICK);
  for (const [why, { channel = TREASURY, change }] of Object.entries(ASKED)) {
    const number = await stage.askForRail({ channel, name: why });
    const before = structuredClone(stage.channel(channel));
    change?.(stage.channel(channel));
    await stage.pass(2 * MINUTE);
    await stage.approve(BEN, number);
    await expectDirect(stage, number, channel);
    Object.assign(stage.channel(channel), before);
    await stage.pass(2 * MINUTE);
  }
});

test("S57 instructions of a Rail that was asked for in the app's own conversation come there", async () => {
  await using stage = await openSlackTeam(QUICK);
  const number = await stage.askForRail({ channel: await directOf(stage, ANA) });
  await stage.approve(BEN, number);
  await expectDirect(stage, number, TREASURY);
  // Nobody else can open that conversation: its card, drawn anew, leads nobody there.
  const form = await stage.openFrom(BEN, "R-1", buttons.removeFromRegister);
  await form.fill(labels.reason, "Moved");
  await stage.submit(form);
  await stage.settle();
  await stage.as(BEN).press(await stage.card(number, states.payable), "Deposit instructions");
  expect(await stage.told(BEN, APPROVALS)).toContain(`into Rail ${number}`);
});

async function expectDirect(stage: Team, number: string, channel: string): Promise<void> {
  const { iban = "" } = stage.madeRails().at(-1)?.source.bank_account ?? {};
  expect(iban).not.toBe("");
  const direct = await saying(stage.as(ANA).direct(), `into Rail ${number}`, iban);
  expect(direct).toHaveLength(1);
  expect(await saying(stage.as(ANA).messages(channel), `Rail ${number}`)).toEqual([]);
  for (const by of [BEN, CAL, DEE]) expect(await saying(stage.as(by).direct(), iban)).toEqual([]);
}
