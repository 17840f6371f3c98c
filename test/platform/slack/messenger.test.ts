import { expect, it, onTestFinished } from "vitest";
import type { Clock } from "../../../src/platform/process/clock.ts";
import { createLogger } from "../../../src/platform/process/logger.ts";
import { note } from "../../../src/platform/slack/blocks/note.ts";
import { createMessenger } from "../../../src/platform/slack/messenger.ts";
import type { Age } from "../../../src/platform/slack/recent.ts";
import type { Pace, Place } from "../../../src/platform/slack/slack.ts";
import { createSlackClients } from "../../../src/platform/slack/web-client.ts";
import type { ApiFault } from "../../../src/sandbox/slack-workspace/control/faults.ts";
import { plainTextOf } from "../../../src/sandbox/slack-workspace/plain-text.ts";
import type { Seed, SeedChannel } from "../../../src/sandbox/slack-workspace/seed.ts";
import {
  ACME,
  ANA,
  APPROVALS,
  acmeSeed,
  BEN,
  TREASURY,
} from "../../../src/sandbox/slack-workspace/seed.ts";
import { startSlackWorkspace } from "../../../src/sandbox/slack-workspace/server.ts";
import { anyBotToken } from "../../support/any-bot-token.ts";
import { noPace } from "../../support/no-pace.ts";
import { person } from "../../support/person.ts";

const clock = () => new Date().toISOString();

it.each(["chat.postMessage", "chat.update"])(
  "%s is not repeated behind our back when its answer is lost: the first one may still land",
  async (method) => {
    const slack = await startSlackWorkspace({ seed: acmeSeed });
    onTestFinished(() => slack.stop());
    const logger = createLogger("silent");
    const clients = createSlackClients(anyBotToken(slack.botToken), { ...slack, logger });
    const messenger = createMessenger({ ...clients, pace: noPace, logger, clock });
    const at = await messenger.post(ACME, APPROVALS, note("one"));
    slack.faults.failNext(method, { answer: "lost" });

    const message = note("two");
    const sent =
      method === "chat.update"
        ? messenger.update(ACME, at, message)
        : messenger.post(ACME, APPROVALS, message);

    await expect(sent).rejects.toMatchObject({ code: "unavailable" });
  },
);

it.each(["a message", "a change of one"])(
  "%s does not leave where a last look, in its turn, finds that it must not",
  async (what) => {
    const slack = await startSlackWorkspace({ seed: acmeSeed });
    onTestFinished(() => slack.stop());
    const logger = createLogger("silent");
    const clients = createSlackClients(anyBotToken(slack.botToken), { ...slack, logger });
    const at = await createMessenger({ ...clients, pace: noPace, logger, clock }).post(
      ACME,
      APPROVALS,
      note("one"),
    );
    let hasItsTurn = false;
    const pace: Pace = {
      ...noPace,
      async take() {
        hasItsTurn = true;
        return { isTaken: true, waitMs: 0 };
      },
    };
    const messenger = createMessenger({ ...clients, pace, logger, clock });
    const lastLook = async () => {
      throw new RangeError(`Its turn: ${hasItsTurn}`);
    };

    const sent =
      what === "a message"
        ? messenger.post(ACME, APPROVALS, note("two"), { lastLook })
        : messenger.update(ACME, at, note("two"), { lastLook });

    await expect(sent).rejects.toThrow(new RangeError("Its turn: true"));
    const said = await person(slack.url, BEN).messages(APPROVALS);
    expect(said.map((each) => plainTextOf(each))).toEqual(["one"]);
  },
);

it.each<[string, ApiFault, { there: number; directly: number }]>([
  ["where its answer is lost", { answer: "lost" }, { there: 1, directly: 0 }],
  ["where Slack may have taken it", { error: "internal_error" }, { there: 0, directly: 0 }],
  [
    "by direct message where Slack refuses it",
    { error: "not_in_channel" },
    { there: 0, directly: 1 },
  ],
])("a private word is said once at most: %s", async (_, fault, { there, directly }) => {
  const slack = await startSlackWorkspace({ seed: acmeSeed });
  onTestFinished(() => slack.stop());
  const logger = createLogger("silent");
  const clients = createSlackClients(anyBotToken(slack.botToken), { ...slack, logger });
  const messenger = createMessenger({ ...clients, pace: noPace, logger, clock });
  slack.faults.failNext("chat.postEphemeral", fault);

  await messenger.whisper(ACME, { channelId: TREASURY, userId: ANA }, note("for Ana"));

  const ana = person(slack.url, ANA);
  expect(await ana.messages(TREASURY)).toHaveLength(there);
  expect(await ana.directMessages()).toHaveLength(directly);
});

async function messengerTo(seed: Seed, at: Clock = clock) {
  const slack = await startSlackWorkspace({ seed });
  onTestFinished(() => slack.stop());
  const logger = createLogger("silent");
  const clients = createSlackClients(anyBotToken(slack.botToken), { ...slack, logger });
  return { slack, messenger: createMessenger({ ...clients, pace: noPace, logger, clock: at }) };
}

it("says with every call of an upload which workspace of an organisation is meant", async () => {
  const { slack, messenger } = await messengerTo(acmeSeed);
  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

  await messenger.uploadImage(ACME, { filename: "code.png", png, altText: "A code" });

  const calls = slack.traffic().filter(({ method }) => method.startsWith("files."));
  expect(calls.map(({ method, args }) => [method, args.team_id])).toEqual([
    ["files.getUploadURLExternal", ACME],
    ["files.completeUploadExternal", ACME],
  ]);
});

it.each<[string, Partial<SeedChannel>, Place]>([
  ["one that it is in", {}, "ours"],
  ["one that has another name by now", { name: "money-approvals" }, "ours"],
  ["one of several workspaces of one enterprise", { isOrgShared: true }, "ours"],
  ["one that it was never invited to", { members: [ANA] }, "not-a-member"],
  ["a private one that it was never invited to", { members: [ANA], isPrivate: true }, "not-found"],
  ["an archived one", { isArchived: true }, "archived"],
  ["one shared with another organisation", { isShared: true }, "shared"],
  ["one to which another organisation is invited", { isPendingShared: true }, "shared"],
  ["one of an enterprise, and of others", { isOrgShared: true, isShared: true }, "shared"],
])("tells what a channel is to the bot: %s", async (_, how, place) => {
  const channels = acmeSeed.channels.map((each) => ({ ...each, ...how }));
  const { messenger } = await messengerTo({ ...acmeSeed, channels });

  expect(await messenger.placeOf(ACME, APPROVALS)).toBe(place);
});

it.each([
  "restricted_action",
  "restricted_action_non_threadable_channel",
  "restricted_action_read_only_channel",
  "restricted_action_thread_locked",
  "restricted_action_thread_only_channel",
])("counts a channel that refuses a post as out of reach for it: %s", async (error) => {
  const { slack, messenger } = await messengerTo(acmeSeed);
  slack.faults.failNext("chat.postMessage", { error });

  await expect(messenger.post(ACME, APPROVALS, note("hello"))).rejects.toMatchObject({
    code: "channel-restricted",
    isOutOfReach: true,
  });
});

it("asks Slack once a minute what a channel is, for those who take that, and anew for all others", async () => {
  const now = { value: "2026-03-03T10:00:00.000Z" };
  const channels = acmeSeed.channels.map((each) => ({ ...each, isShared: false }));
  const { slack, messenger } = await messengerTo({ ...acmeSeed, channels }, () => now.value);
  const place = (age?: Age) => messenger.placeOf(ACME, APPROVALS, age);
  const asked = () => slack.traffic().filter(({ method }) => method === "conversations.info");

  for (let times = 0; times < 3; times += 1) expect(await place("of-a-minute")).toBe("ours");
  expect(asked()).toHaveLength(1);
  for (const channel of channels) channel.isShared = true;
  expect(await place()).toBe("shared");
  expect(await place("of-a-minute")).toBe("shared");
  for (const channel of channels) channel.isShared = false;
  slack.faults.failNext("conversations.info", { error: "internal_error" });
  expect(await place()).toBe("not-known");
  now.value = "2026-03-03T10:01:00.000Z";
  expect(await place("of-a-minute")).toBe("ours");
  expect(asked()).toHaveLength(4);
});

it("asks Slack once a minute for the link to a message, and again where it gave none", async () => {
  const now = { value: "2026-03-03T10:00:00.000Z" };
  const { slack, messenger } = await messengerTo(acmeSeed, () => now.value);
  const at = await messenger.post(ACME, APPROVALS, note("hello"));
  const asked = () => slack.traffic().filter(({ method }) => method === "chat.getPermalink");
  slack.faults.failNext("chat.getPermalink", { error: "internal_error" });

  expect(await messenger.linkTo(ACME, at)).toBeUndefined();
  const link = await messenger.linkTo(ACME, at);
  expect(link).toContain(APPROVALS);
  expect(await messenger.linkTo(ACME, at)).toBe(link);
  expect(asked()).toHaveLength(2);
  now.value = "2026-03-03T10:01:00.000Z";
  await messenger.linkTo(ACME, at);
  expect(asked()).toHaveLength(3);
});
