import type { Block } from "./blocks/block.ts";
import type { Changes } from "./changes.ts";
import { createTimestamps } from "./ids.ts";
import type { Collection, Collections } from "./store.ts";

/** A message as it is kept. */
export interface Message {
  channel: string;
  ts: string;
  user: string;
  text: string;
  blocks: Block[];
  threadTs?: string;
  /** A reply that stands in the conversation as well. */
  isBroadcast?: boolean;
  edited?: { user: string; ts: string };
  /** The one person who sees it, for an ephemeral message. */
  onlyFor?: string;
}

export function createMessages(store: Collections, changes: Changes, now: () => number) {
  const kept: Collection<Message> = store.collection("message");
  const timestamp = createTimestamps(now, kept.values().at(-1)?.ts);
  const keyOf = ({ channel, ts }: { channel: string; ts: string }) => `${ts}/${channel}`;

  function keep(message: Message): Message {
    kept.set(keyOf(message), message);
    changes.tell({ kind: "channel", channel: message.channel });
    return message;
  }

  return {
    post: (message: Omit<Message, "ts">): Message => keep({ ...message, ts: timestamp() }),
    find: (channel: string, ts: string): Message | undefined => kept.get(keyOf({ channel, ts })),
    /** Writes `change` into the message and marks it as edited. */
    edit: (message: Message, change: { text: string; blocks: Block[] }): Message =>
      keep({ ...message, ...change, edited: { user: message.user, ts: timestamp() } }),
    remove(message: Message): void {
      kept.delete(keyOf(message));
      changes.tell({ kind: "channel", channel: message.channel });
    },
    /** Oldest first, without what only one person sees. */
    repliesTo: ({ channel, ts }: Pick<Message, "channel" | "ts">): Message[] =>
      kept
        .values()
        .filter((each) => each.channel === channel && each.threadTs === ts && !each.onlyFor),
    /** Oldest first, without what is only for others. */
    seenBy: (userId: string, channel: string): Message[] =>
      kept
        .values()
        .filter((each) => each.channel === channel)
        .filter(({ onlyFor }) => onlyFor === undefined || onlyFor === userId),
  };
}

export type Messages = ReturnType<typeof createMessages>;
