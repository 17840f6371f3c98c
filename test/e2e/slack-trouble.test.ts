import { afterEach, beforeAll, describe, expect, it } from "vitest";
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
import { useSandbox } from "../support/use-sandbox.ts";
import { answerText, approve, ask, cardReading, review, withdraw } from "./steps.ts";

const channels = acmeSeed.channels.map((each) => ({ ...each }));

const OPEN = { isPrivate: false, isShared: false, isPendingShared: false };

/** Changes a channel while everything runs, as its members could. */
function change(id: string, how: Partial<(typeof channels)[number]>): void {
  for (const channel of channels) if (channel.id === id) Object.assign(channel, how);
}

const sandbox = useSandbox({ seed: { ...acmeSeed, channels } });
let ana: Person;
let ben: Person;
let cal: Person;
beforeAll(() => {
  ({ ana, ben, cal } = sandbox);
});
afterEach(() => {
  sandbox.slack.faults.clear();
  for (const channel of acmeSeed.channels) change(channel.id, { ...OPEN, ...channel });
});

const instructions = async (name: string, channel: string) =>
  (await ana.messages(channel)).filter(
    (each) => !each.ephemeral && plainTextOf(each).includes(name),
  );

async function modalText(): Promise<string> {
  return plainTextOf((await ana.modal()) ?? {});
}

describe("when the approvals channel cannot take the card", () => {
  it.each([
    [
      "the bot is not in it",
      { members: [ANA, BEN, CAL, DEE] },
      "The bot is not in the approvals channel: invite it there with /invite, then ask again.",
    ],
    [
      "it is shared with another organisation",
      { isShared: true },
      "The approvals channel is shared with another organisation",
    ],
  ])(
    "%s: that is said instead of asking, and asking again works once it is mended",
    async (why, how, words) => {
      await review(ana, { name: `Although ${why}` });
      change(APPROVALS, how);

      expect(await ana.submit()).toMatchObject({ acknowledged: true, closed: false });

      expect(await modalText()).toContain(words);
      expect(await modalText()).toContain("Nothing was requested.");
      expect(await answerText(ana, "/rail pending")).not.toContain(why);
      change(APPROVALS, { ...OPEN, members: [ANA, BEN, CAL, DEE, BOT] });
      await ana.close();
      await ana.submit();
      if ((await ana.modal())?.callback_id === "new_rail") {
        await ana.choose("Create a second Rail?", ["another"]);
        await ana.submit();
      }
      await ana.submit();
      await cardReading(ben, why, "WAITING 0 of 2");
    },
  );
});

it("where the bot is not in a Rail's conversation, its instructions go to the requester alone, and the card says so", async () => {
  const name = "Asked where the bot is not";
  const card = await ask(ana, { name, channel: RANDOM });
  const told = async () => (await ana.directMessages()).map(plainTextOf).join("\n");
  expect(await told()).toMatch(/was sent for approval in <#C0APPROV1>.*\n.*is not in <#/);
  await approve(ben, card);
  await approve(cal, card);

  const done = plainTextOf(await cardReading(ana, name, "DONE"));

  expect(done).toContain(`Its deposit instructions were sent to <@${ANA}>.`);
  expect(await instructions(name, RANDOM)).toEqual([]);
  const direct = (await ana.directMessages()).filter((each) => plainTextOf(each).includes(name));
  expect(direct).toHaveLength(1);
  expect(plainTextOf(direct[0] ?? {})).toContain("whitelisted at the Rail service");
});

it("an outage loses nothing: history is told in its order, and cards show how it ended", async () => {
  const going = await ask(ana, { name: "Approved meanwhile" });
  const over = await ask(ana, { name: "Withdrawn meanwhile" });
  await review(ana, { name: "Asked meanwhile" });
  // The person who clicks can be looked up: otherwise nothing would happen at all.
  for (const method of ["chat.postMessage", "chat.update"]) {
    sandbox.slack.faults.failNext(method, { error: "service_unavailable" }, 1_000);
  }
  await ana.submit();
  await approve(ben, going);
  await approve(cal, going);
  await withdraw(ana, over);
  await ana.waitFor(
    () => sandbox.slack.traffic().filter(({ error }) => error !== undefined).length > 9,
    "more tries than three cards have",
  );

  sandbox.slack.faults.clear();

  await cardReading(ana, "Asked meanwhile", "WAITING 0 of 2");
  await cardReading(ana, "Withdrawn meanwhile", "WITHDRAWN");
  await cardReading(ana, "Approved meanwhile", "DONE");
  const history = await ana.waitFor(async () => {
    const thread = (await ana.messages(APPROVALS)).filter((each) => each.thread_ts === going.ts);
    const text = thread.map(plainTextOf).join("\n");
    return text.includes("Deposit instructions posted") && text;
  }, "the history");
  expect(history).toMatch(
    /Approved by [\s\S]*Approved by [\s\S]*Enough approvals[\s\S]*Created as [\s\S]*Checked: matches/,
  );
  expect(history.match(/Approved by/g)).toHaveLength(2);
  expect(await instructions("Approved meanwhile", TREASURY)).toHaveLength(1);
});
