import type { Option } from "../blocks/composition.ts";
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
    set(userId: string, message: Message, values: StateValues): void {
      chosen.set(keyOf(userId, message), values);
    },
  };
}

/** Which external select of whom. */
interface Asked {
  userId: string;
  blockId: string;
  actionId: string;
}

/** What an app has offered last for each external select: a choice comes as a value only. Forgotten at a restart. */
export function createSuggestions() {
  const offered = new Map<string, readonly Option[]>();
  const keyOf = ({ userId, blockId, actionId }: Asked) =>
    JSON.stringify([userId, blockId, actionId]);

  return {
    note(asked: Asked, options: readonly Option[]): void {
      offered.set(keyOf(asked), options);
    },
    of: (asked: Asked): readonly Option[] => offered.get(keyOf(asked)) ?? [],
  };
}

export type MessageValues = ReturnType<typeof createMessageValues>;
export type Suggestions = ReturnType<typeof createSuggestions>;
