import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import {
  ANA,
  APPROVALS,
  acmeSeed,
  BEN,
  CAL,
  DEE,
  EVE,
  TREASURY,
} from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../support/person.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import { answerQuestion, approve, ask, cardReading } from "./steps.ts";

const channels = acmeSeed.channels.map((each) => ({ ...each }));
const users = acmeSeed.users.map((each) => ({ ...each }));
const WITHOUT_BOT = [ANA, BEN, CAL, DEE, EVE];

/** Changes the approvals channel while everything runs, as its members could. */
function change(how: Partial<(typeof channels)[number]>): void {
  for (const channel of channels) if (channel.id === APPROVALS) Object.assign(channel, how);
}

function deactivate(id: string, isDeactivated: boolean): void {
  for (const user of users) if (user.id === id) Object.assign(user, { isDeactivated });
}

function mend(): void {
  const { members } = acmeSeed.channels.find(({ id }) => id === APPROVALS) ?? {};
  change({ isArchived: false, isPrivate: false, ...(members && { members }) });
}

let sandbox: TestSandbox;
let ana: Person;
let ben: Person;
let cal: Person;
let dee: Person;
beforeAll(async () => {
  sandbox = await startTestSandbox({
    seed: { ...acmeSeed, channels, users },
    choresEverySeconds: { sweep: 2, "watch-cards": 2 },
  });
  ana = sandbox.as(ANA);
  ben = sandbox.as(BEN);
  cal = sandbox.as(CAL);
  dee = sandbox.as(DEE);
});
afterEach(() => {
  mend();
  deactivate(DEE, false);
});
afterAll(() => sandbox.stop());

/** What the bot has told one person alone of a request, read by its name. */
const toldTo = async (reader: Person, name: string) =>
  (await reader.directMessages()).filter((each) => plainTextOf(each).includes(name));

async function tellingOf(reader: Person, name: string, words: string, withinMs = 20_000) {
  return reader.waitFor(
    async () => (await toldTo(reader, name)).find((each) => plainTextOf(each).includes(words)),
    `to be told "${words}" of ${name}`,
    { withinMs },
  );
}

describe("while the approvals channel does not take a card", () => {
  it.each([
    [
      "the bot was thrown out",
      { members: WITHOUT_BOT },
      `Signalbox is not in <#${APPROVALS}>: invite it there with /invite.`,
    ],
    [
      "the bot was thrown out and the channel is private",
      { members: WITHOUT_BOT, isPrivate: true },
      `Signalbox cannot see <#${APPROVALS}>: invite it there with /invite.`,
    ],
    ["it is archived", { isArchived: true }, `<#${APPROVALS}> is archived: unarchive it`],
  ])(
    "%s: approvers and requester are told what to do, once, and it is decided by direct message",
    async (why, how, words) => {
      const name = `Although ${why}`;
      const card = await ask(ana, { name });
      change(how);
      await approve(ben, card);

      const waiting = await tellingOf(cal, name, "WAITING 1 of 2");
      for (const reader of [ana, ben, cal, dee]) {
        const told = plainTextOf(await tellingOf(reader, name, "WAITING 1 of 2"));
        expect(told).toContain(words);
        expect(told).toContain("Nothing is lost");
        expect(told.includes("Review and approve")).toBe(reader !== ana);
      }
      await cal.click({ channel: waiting.channel, ts: waiting.ts }, "Review and approve");
      await cal.waitFor(() => cal.modal(), "the review");
      await answerQuestion(cal);
      await cal.submit();

      for (const reader of [ana, ben, cal, dee]) {
        const told = await tellingOf(reader, name, "DONE");
        expect(told.blocks?.some(({ type }) => type === "actions")).toBe(false);
        const others = (await toldTo(reader, name)).filter(({ ts }) => ts !== told.ts);
        expect(others.filter((each) => plainTextOf(each).includes(words))).toEqual([]);
      }
      const posted = (await ana.messages(TREASURY)).map((each) => plainTextOf(each));
      expect(posted.filter((each) => each.includes(name))).toHaveLength(1);
    },
  );

  it("an approver who cannot be reached holds up nobody", async () => {
    const name = "With someone gone";
    const card = await ask(ana, { name });
    change({ members: WITHOUT_BOT });
    deactivate(BEN, true);
    await approve(cal, card);

    await tellingOf(dee, name, "WAITING 1 of 2");
    await tellingOf(ana, name, "WAITING 1 of 2");
    deactivate(BEN, false);
    expect(await toldTo(ben, name)).toEqual([]);
  });

  it("a request that only waits is told of too; when the channel is back its card follows, and the messages lead there", async () => {
    const name = "Back again";
    const card = await ask(ana, { name });
    change({ members: WITHOUT_BOT });
    for (const reader of [ana, ben, cal, dee]) {
      await tellingOf(reader, name, "WAITING 0 of 2", 90_000);
    }
    await approve(ben, card);
    await tellingOf(cal, name, "WAITING 1 of 2");

    mend();

    const shown = await cardReading(ana, name, "WAITING 1 of 2", 90_000);
    expect(shown.ts).toBe(card.ts);
    await ana.waitFor(
      async () =>
        (await ana.messages(APPROVALS)).some(
          (each) =>
            each.thread_ts === card.ts && plainTextOf(each).includes(`Approved by <@${BEN}>`),
        ),
      "its history",
    );
    for (const reader of [ana, ben, cal, dee]) {
      const told = await tellingOf(reader, name, "stands in the approvals channel again");
      expect(told.blocks?.some(({ type }) => type === "actions")).toBe(false);
      expect(await toldTo(reader, name)).toHaveLength(1);
    }
    await approve(cal, shown);
    await cardReading(ana, name, "DONE");
  }, 240_000);
});
