import type { Message } from "../../src/platform/slack/message.ts";
import { MessengerError } from "../../src/platform/slack/messenger-error.ts";
import type { Messenger, Place, Rank } from "../../src/platform/slack/slack.ts";

export interface Said {
  channelId: string;
  ts: string;
  threadTs: string | undefined;
  rank: Rank | undefined;
  /** Blocks and all, as JSON. */
  json: string;
  text: string;
}

/** Keeps what is said, in memory: for what does not rest on Slack itself. */
export function recordedSlack(base: Messenger) {
  const said: Said[] = [];
  const state: { place: Place; fails: MessengerError | undefined } = {
    place: "ours",
    fails: undefined,
  };
  const jsonOf = ({ blocks }: Message) => JSON.stringify(blocks);
  const messenger: Messenger = {
    ...base,
    placeOf: async () => state.place,
    async post(_, channelId, message, { threadTs, rank } = {}) {
      if (state.fails) throw state.fails;
      const ts = `${said.length + 1}`;
      said.push({ channelId, ts, threadTs, rank, json: jsonOf(message), text: message.text });
      return { channelId, ts };
    },
    async update(_, { channelId, ts }, message) {
      const found = said.find((each) => each.channelId === channelId && each.ts === ts);
      if (!found) throw new MessengerError("no-such-message", "gone");
      Object.assign(found, { json: jsonOf(message), text: message.text });
    },
    directMessageWith: async (_, userId) => `D${userId}`,
  };
  return { messenger, said, state };
}
