import type { Option } from "../blocks/composition.ts";
import type { StateValues } from "./element-values.ts";
import type { Message } from "./messages.ts";
import { valuesOf } from "./open-view.ts";

/** Remembers each person's own choices in the inputs of a message, until a restart. */
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

/** One person's external select. */
interface Asked {
  userId: string;
  blockId: string;
  actionId: string;
}

/**
 * Remembers an app's latest options for each external select until a restart, because a choice comes only as a value.
 */
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
