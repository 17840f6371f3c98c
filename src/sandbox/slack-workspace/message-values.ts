import type { StateValues } from "./element-values.ts";
import type { Message } from "./messages.ts";
import { valuesOf } from "./open-view.ts";

/** What each person has chosen in the inputs of a message: theirs alone, and forgotten at a restart. */
export function createMessageValues() {
  const chosen = new Map<string, StateValues>();
  const keyOf = (userId: string, { channel, ts }: Message) => [userId, channel, ts].join("/");

  return {
    of(userId: string, message: Message): StateValues {
      const previous = chosen.get(keyOf(userId, message));
      return valuesOf(message.blocks, { ...(previous && { previous }) });
    },
    set: (userId: string, message: Message, values: StateValues): void => {
      chosen.set(keyOf(userId, message), values);
    },
  };
}

export type MessageValues = ReturnType<typeof createMessageValues>;
