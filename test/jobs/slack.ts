import { onTestFinished } from "vitest";
import { createLogger } from "../../src/platform/process/logger.ts";
import { createMessenger } from "../../src/platform/slack/messenger.ts";
import type { Messenger } from "../../src/platform/slack/slack.ts";
import { createSlackClients } from "../../src/platform/slack/web-client.ts";
import type { Block } from "../../src/sandbox/slack-workspace/blocks/block.ts";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import type { SeedChannel, SeedUser } from "../../src/sandbox/slack-workspace/seed.ts";
import { APPROVALS, acmeSeed, BOT } from "../../src/sandbox/slack-workspace/seed.ts";
import { startSlackWorkspace } from "../../src/sandbox/slack-workspace/server.ts";
import { anyBotToken } from "../support/any-bot-token.ts";
import { ANA, BEN, CAL, DAN, TREASURY } from "../support/builders.ts";
import { noPace } from "../support/no-pace.ts";
import { person } from "../support/person.ts";

export { APPROVALS };

const PEOPLE = [ANA, BEN, CAL, DAN];

/** A Slack workspace with the people of the builders, and the real messenger of it. */
export async function aSlack() {
  const members = [...PEOPLE, BOT];
  const users: SeedUser[] = PEOPLE.map((id) => ({ id, name: id, realName: id, isAdmin: true }));
  const channels: SeedChannel[] = [APPROVALS, TREASURY, "C0FORMER"].map((id) => ({
    id,
    name: id.toLowerCase(),
    members,
  }));
  const slack = await startSlackWorkspace({ seed: { ...acmeSeed, users, channels } });
  onTestFinished(() => slack.stop());
  const logger = createLogger("silent");
  const { as, post } = createSlackClients(anyBotToken(slack.botToken), { ...slack, logger });
  const clients = { as, usual: post, post, quick: post, upload: () => post };
  const messenger = createMessenger({
    ...clients,
    ...{ pace: noPace, logger, clock: () => new Date().toISOString() },
  });
  const read = ({
    ts,
    thread_ts: threadTs,
    text,
    blocks,
  }: {
    ts: string;
    thread_ts?: string;
    text?: string;
    blocks?: readonly Block[];
  }) => ({
    ts,
    threadTs,
    text: plainTextOf({ ...(text !== undefined && { text }), ...(blocks && { blocks }) }),
  });
  return {
    messenger: messenger as Messenger,
    faults: slack.faults,
    /** Changes a channel while everything runs, as its members could. */
    change(id: string, how: Partial<SeedChannel>) {
      for (const channel of channels) if (channel.id === id) Object.assign(channel, how);
    },
    deactivate(id: string) {
      for (const user of users) if (user.id === id) user.isDeactivated = true;
    },
    async messagesIn(channel: string) {
      return (await person(slack.url, BEN).messages(channel)).map(read);
    },
    async directMessagesTo(id: string) {
      return (await person(slack.url, id).directMessages()).map(read);
    },
    remove: (channel: string, ts: string) => person(slack.url, BEN).remove({ channel, ts }),
  };
}

export const THROWN_OUT = { members: PEOPLE };
export const INVITED = { members: [...PEOPLE, BOT] };
