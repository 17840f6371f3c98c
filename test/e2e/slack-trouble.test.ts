import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import {
  ANA,
  APPROVALS,
  acmeSeed,
  BEN,
  BOT,
  CAL,
  DEE,
  RANDOM,
  TREASURY,
} from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../support/person.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import { answerText, approve, ask, cardReading, cards, openReview, review } from "./steps.ts";

const channels = acmeSeed.channels.map((each) => ({ ...each }));
const users = acmeSeed.users.map((each) => ({ ...each }));

const OPEN = { isPrivate: false, isShared: false, isPendingShared: false };

/** Changes a channel while everything runs, as its members could. */
function change(id: string, how: Partial<(typeof channels)[number]>): void {
  for (const channel of channels) if (channel.id === id) Object.assign(channel, how);
}

let sandbox: TestSandbox;
let ana: Person;
let ben: Person;
let cal: Person;
beforeAll(async () => {
  sandbox = await startTestSandbox({ seed: { ...acmeSeed, channels, users } });
  ana = sandbox.as(ANA);
  ben = sandbox.as(BEN);
  cal = sandbox.as(CAL);
});
afterEach(() => {
  sandbox.slack.faults.clear();
  for (const channel of acmeSeed.channels) change(channel.id, { ...OPEN, ...channel });
});
afterAll(() => sandbox.stop());

const instructions = async (name: string, channel: string) =>
  (await ana.messages(channel)).filter(
    (each) => !each.ephemeral && plainTextOf(each).includes(name),
  );

async function modalText(): Promise<string> {
  return plainTextOf((await ana.modal()) ?? {});
}

describe("where the approvals channel cannot take the card", () => {
  it.each([
    [
      "the bot is not in it",
      { members: [ANA, BEN, CAL, DEE] },
      "The bot is not in the approvals channel: invite it there with /invite, then ask again.",
    ],
    [
      "it is private and the bot is not in it",
      { members: [ANA, BEN, CAL, DEE], isPrivate: true },
      "The bot cannot see the approvals channel: invite it there",
    ],
    [
      "it is shared with another organisation",
      { isShared: true },
      "The approvals channel is shared with another organisation",
    ],
    [
      "another organisation is invited into it",
      { isPendingShared: true },
      "The approvals channel is shared with another organisation",
    ],
  ])(
    "%s: that is said instead of asking, and asking again works once it is mended",
    async (why, how, words) => {
      await review(ana, { name: `Although ${why}` });
      change(APPROVALS, how);

      expect(await ana.submit()).toMatchObject({ acknowledged: true, closed: false });

      expect(await modalText()).toContain(words);
      expect(await modalText()).toContain("Nothing was asked for.");
      expect(await answerText(ana, "/rail pending")).not.toContain(why);
      change(APPROVALS, { ...OPEN, members: [ANA, BEN, CAL, DEE, BOT] });
      await ana.close();
      await ana.submit();
      if ((await ana.modal())?.callback_id === "new_rail") {
        await ana.choose("Another one", ["another"]);
        await ana.submit();
      }
      await ana.submit();
      await cardReading(ben, why, "WAITING 0 of 2");
    },
  );
});

describe("where the conversation in which a Rail was asked for must not show its instructions", () => {
  it.each([
    ["the bot is not in it", RANDOM, {}],
    ["it is shared with another organisation", TREASURY, { isShared: true }],
    ["another organisation is invited into it", TREASURY, { isPendingShared: true }],
  ])("%s: they go to the requester alone, and the card says so", async (why, channel, how) => {
    const name = `Asked where ${why}`.slice(0, 60);
    const card = await ask(ana, { name, channel });
    change(channel, how);
    await approve(ben, card);
    await approve(cal, card);

    const done = plainTextOf(await cardReading(ana, name, "DONE"));

    expect(done).toContain(`Deposit instructions: sent to <@${ANA}> by direct message.`);
    expect(await instructions(name, channel)).toEqual([]);
    const direct = (await ana.directMessages()).filter((each) => plainTextOf(each).includes(name));
    expect(direct).toHaveLength(1);
    expect(plainTextOf(direct[0] ?? {})).toContain("send GBP by bank transfer");
  });

  it("a direct message: they go to where they were asked for", async () => {
    const direct = (await ana.directMessages())[0]?.channel ?? "";
    const card = await ask(ana, { name: "Asked in private", channel: direct });
    await approve(ben, card);
    await approve(cal, card);

    const done = plainTextOf(await cardReading(ana, "Asked in private", "DONE"));
    expect(done).toContain("Deposit instructions: ");
    expect(await instructions("Asked in private", direct)).toHaveLength(1);
  });
});

describe("while Slack refuses calls", () => {
  it("card and instructions are posted once, and right in the end", async () => {
    const before = (await cards(ben)).length;
    sandbox.slack.faults.failNext("chat.postMessage", { retryAfterSeconds: 1 });
    const card = await ask(ana, { name: "Limited" });
    sandbox.slack.faults.failNext("chat.update", { error: "internal_error" }, 2);
    await approve(ben, card);
    await openReview(cal, card);
    sandbox.slack.faults.failNext("chat.postMessage", { error: "internal_error" }, 2);
    await cal.submit();

    const done = plainTextOf(await cardReading(ben, "Limited", "DONE", 30_000));
    expect(done).toContain("Deposit instructions: ");
    expect(await cards(ben)).toHaveLength(before + 1);
    expect(await instructions("Limited", TREASURY)).toHaveLength(1);
  });

  it("messages that cannot be linked to hold up neither instructions nor cards nor answers", async () => {
    const card = await ask(ana, { name: "Without links" });
    await approve(ben, card);
    sandbox.slack.faults.failNext("chat.getPermalink", { error: "message_not_found" }, 1_000);
    await approve(cal, card);

    await cardReading(ben, "Without links", "DONE");
    expect(await instructions("Without links", TREASURY)).toHaveLength(1);
    expect(await answerText(ana, "/rail show Without links")).toContain(
      "send GBP by bank transfer",
    );
  });

  it("a card that somebody deleted is posted anew, with its buttons", async () => {
    const card = await ask(ana, { name: "Deleted card" });
    sandbox.slack.faults.failNext("chat.update", { error: "message_not_found" });
    await approve(ben, card);

    const anew = await ben.waitFor(
      async () =>
        (await cards(ben)).find(
          (each) => each.ts !== card.ts && plainTextOf(each).includes("Deleted card"),
        ),
      "the new card",
    );
    expect(plainTextOf(anew)).toContain("WAITING 1 of 2");
    await approve(cal, anew);
    await ben.waitFor(
      async () =>
        (await cards(ben)).find(
          ({ ts, ...each }) => ts === anew.ts && plainTextOf(each).includes("DONE"),
        ),
      "the new card to be done",
    );
  });

  it("a lost connection is opened again, and nothing is swallowed in between", async () => {
    sandbox.slack.faults.disconnectSockets("refresh_requested");

    await ana.waitFor(
      async () => (await ana.command(TREASURY, "/rail help")).acknowledged,
      "an acknowledgement",
      { withinMs: 20_000 },
    );
  });
});

describe("an approver who leaves before the last approval", () => {
  it("counts no longer: the card waits for another", async () => {
    const card = await ask(ana, { name: "Leaver" });
    await approve(ben, card);
    await openReview(cal, card);
    for (const user of users) if (user.id === BEN) user.isDeactivated = true;
    await cal.submit();

    const waiting = await ana.waitFor(
      async () => {
        const text = plainTextOf(await cardReading(ana, "Leaver", "WAITING 1 of 2"));
        return text.includes(`Approved: <@${CAL}>`) && text;
      },
      "the card to wait again",
      { withinMs: 20_000 },
    );
    expect(waiting).not.toContain(`Approved: <@${BEN}>`);
    for (const user of users) if (user.id === BEN) user.isDeactivated = false;
    await approve(sandbox.as(DEE), await cardReading(ana, "Leaver", "WAITING 1 of 2"));
    await cardReading(ana, "Leaver", "DONE");
  });
});
