import type { StateValues } from "./element-values.ts";
import type { Message } from "./messages.ts";
import { valuesOf } from "./open-view.ts";

/** What each person has chosen in the inputs of a message: theirs alone, and forgotten at a restart. */
export interface MessageValues {
  of(userId: string, message: Message): StateValues;
  set(userId: string, message: Message, values: StateValues): void;
}

export function createMessageValues(): MessageValues {
  const chosen = new Map<string, StateValues>();
  const keyOf = (userId: string, { channel, ts }: Message) => [userId, channel, ts].join("/");

  return {
    of(userId, message) {
      const previous = chosen.get(keyOf(userId, message));
      return valuesOf(message.blocks, { ...(previous && { previous }) });
    },
    set: (userId, message, values) => {
      chosen.set(keyOf(userId, message), values);
    },
  };
}
