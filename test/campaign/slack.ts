import type { Message } from "../../src/platform/slack/message.ts";
import { MessengerError } from "../../src/platform/slack/messenger-error.ts";
import type { Messenger } from "../../src/platform/slack/slack.ts";

export interface Posted {
  channelId: string;
  ts: string;
  text: string;
  blocks: readonly unknown[];
  threadTs: string | undefined;
}

export interface CampaignSlack {
  messenger: Messenger;
  messages(): readonly Posted[];
  find(channelId: string, ts: string): Posted | undefined;
  /** While it is gone the bot is not in the channel. */
  setGone(channelId: string, isGone: boolean): void;
  isGone(channelId: string): boolean;
  /** It takes every call, and holds none back. */
  isHealthy(now: string): boolean;
  remove(channelId: string, ts: string): void;
  /** Applies an update only after so many steps, or before it is later than `lands`, in ISO 8601. */
  holdBack(update: Parameters<Messenger["update"]>, steps: number, lands: string): void;
  /** One step was taken: what was held back for so long is applied. */
  stepTaken(): Promise<void>;
  /** It is going to be `time`; any time, when absent. */
  landBefore(time?: string): Promise<void>;
  /** When the first of what is held back has landed, in ISO 8601. */
  nextLanded(): string | undefined;
}

/** Slack as far as messages go: it keeps what it is given, and says what Slack says of channels and messages gone. */
export function campaignSlack(onDrawn: (message: Posted) => Promise<void>): CampaignSlack {
  const messages: Posted[] = [];
  const gone = new Set<string>();
  let heldBack: { apply(): Promise<void>; steps: number; lands: string }[] = [];
  /** The sweep has drawn again by then what was landed over. */
  let soundFrom = "";
  let last = 1_700_000_000;

  const find = (channelId: string, ts: string) =>
    messages.find((each) => each.channelId === channelId && each.ts === ts);
  const reach = (channelId: string) => {
    if (gone.has(channelId))
      throw new MessengerError("not-in-channel", "Slack said not_in_channel");
  };

  const messenger: Messenger = {
    async post(_, channelId, { text, blocks }: Message, { threadTs, lastLook } = {}) {
      reach(channelId);
      await lastLook?.();
      last += 1;
      const message = { channelId, ts: `${last}.000000`, text, blocks, threadTs };
      messages.push(message);
      await onDrawn(message);
      return { channelId, ts: message.ts };
    },
    async update(_, { channelId, ts }, { text, blocks }, { lastLook } = {}) {
      reach(channelId);
      await lastLook?.();
      const message = find(channelId, ts);
      if (!message) throw new MessengerError("no-such-message", "Slack said message_not_found");
      Object.assign(message, { text, blocks });
      await onDrawn(message);
    },
    uploadImage: async () => "F0PICTURE01",
    sendFile: async () => {},
    linkTo: async (_, { channelId, ts }) => `https://slack.example/${channelId}/${ts}`,
    placeOf: async () => "ours",
    presenceOf: async (_, { channelId, ts }) => {
      if (gone.has(channelId)) return "not-known";
      return find(channelId, ts) ? "there" : "gone";
    },
    whisper: async () => {},
    directMessageWith: async (_, userId) => `D${userId}`,
  };

  async function apply(isDue: (each: (typeof heldBack)[number]) => boolean): Promise<void> {
    const due = heldBack.filter(isDue);
    heldBack = heldBack.filter((each) => !due.includes(each));
    for (const each of due) {
      await each.apply();
      const swept = later(each.lands, SWEPT_WITHIN_MS);
      if (swept > soundFrom) soundFrom = swept;
    }
  }

  return {
    messenger,
    messages: () => messages,
    find,
    setGone: (channelId, isGone) => void (isGone ? gone.add(channelId) : gone.delete(channelId)),
    isGone: (channelId) => gone.has(channelId),
    isHealthy: (now) => gone.size === 0 && heldBack.length === 0 && now >= soundFrom,
    remove(channelId, ts) {
      const message = find(channelId, ts);
      if (message) messages.splice(messages.indexOf(message), 1);
    },
    holdBack([, { channelId, ts }, { text, blocks }], steps, lands) {
      const applied = async () => {
        const message = find(channelId, ts);
        if (!message) return;
        Object.assign(message, { text, blocks });
        await onDrawn(message);
      };
      heldBack.push({ apply: applied, steps, lands });
    },
    async stepTaken() {
      for (const each of heldBack) each.steps -= 1;
      await apply(({ steps }) => steps <= 0);
    },
    landBefore: (time) => apply(({ lands }) => time === undefined || lands < time),
    nextLanded() {
      const [first] = heldBack.map(({ lands }) => lands).sort();
      return first === undefined ? undefined : later(first, 1_000);
    },
  };
}

/** How often the sweep comes. */
const SWEPT_WITHIN_MS = 30_000;

const later = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString();
