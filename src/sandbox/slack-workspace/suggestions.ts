import type { Option } from "./blocks/composition.ts";

/** Which external select of whom. */
export interface Asked {
  userId: string;
  blockId: string;
  actionId: string;
}

/** What an app has offered last for each external select: who chooses sends a value only. Forgotten at a restart. */
export function createSuggestions() {
  const offered = new Map<string, readonly Option[]>();
  const keyOf = ({ userId, blockId, actionId }: Asked) =>
    JSON.stringify([userId, blockId, actionId]);

  return {
    note: (asked: Asked, options: readonly Option[]): void => {
      offered.set(keyOf(asked), options);
    },
    of: (asked: Asked): readonly Option[] => offered.get(keyOf(asked)) ?? [],
  };
}

export type Suggestions = ReturnType<typeof createSuggestions>;
