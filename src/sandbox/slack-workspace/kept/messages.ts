import type { Block } from "../blocks/block.ts";
import { createTimestamps } from "./ids.ts";
import type { Collection, Collections } from "./store.ts";

/** A stored message. */
export interface Message {
  channel: string;
  ts: string;
  user: string;
  text: string;
  blocks: Block[];
  threadTs?: string;
  /** A reply that the conversation shows too. */
  isBroadcast?: boolean;
  edited?: { user: string; ts: string };
  /** The one person who sees it, for an ephemeral message. */
  onlyFor?: string;
}

/** Keeps all messages of a workspace. */
export function createMessages(store: Collections, tell: () => void, now: () => number) {
  const kept: Collection<Message> = store.collection("message");
  /** The ts of the last message that a person has read in a conversation. */
  const read: Collection<string> = store.collection("read");
  const timestamp = createTimestamps(now, kept.values().at(-1)?.ts);
  const keyOf = ({ channel, ts }: { channel: string; ts: string }) => `${ts}/${channel}`;

  function keep(message: Message): Message {
    kept.set(keyOf(message), message);
    tell();
    return message;
  }

  const seenBy = (userId: string, channel: string): Message[] =>
    kept
      .values()
      .filter((each) => each.channel === channel)
      .filter(({ onlyFor }) => onlyFor === undefined || onlyFor === userId);

  /** True if somebody else has written since this person last read the conversation. */
  function isUnread(userId: string, channel: string): boolean {
    const last = read.get(`${userId}/${channel}`) ?? "";
    return seenBy(userId, channel).some(({ user, ts }) => user !== userId && ts > last);
  }

  return {
    post: (message: Omit<Message, "ts">): Message => keep({ ...message, ts: timestamp() }),
    find: (channel: string, ts: string): Message | undefined => kept.get(keyOf({ channel, ts })),
    /** Writes `change` into the message and marks it as edited. */
    edit: (message: Message, change: { text: string; blocks: Block[] }): Message =>
      keep({ ...message, ...change, edited: { user: message.user, ts: timestamp() } }),
    remove(message: Message): void {
      kept.delete(keyOf(message));
      tell();
    },
    /** Returns the messages that a person sees, oldest first. */
    seenBy,
    isUnread,
    markRead(userId: string, channel: string): void {
      if (!isUnread(userId, channel)) return;
      read.set(`${userId}/${channel}`, seenBy(userId, channel).at(-1)?.ts ?? "");
      tell();
    },
  };
}

export type Messages = ReturnType<typeof createMessages>;
