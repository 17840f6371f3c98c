import type { Option } from "./blocks/composition.ts";

/** Which external select of whom. */
export interface Asked {
  userId: string;
  blockId: string;
  actionId: string;
}

/** What an app has offered last for each external select: who chooses sends a value only. Forgotten at a restart. */
export interface Suggestions {
  note(asked: Asked, options: readonly Option[]): void;
  of(asked: Asked): readonly Option[];
}

export function createSuggestions(): Suggestions {
  const offered = new Map<string, readonly Option[]>();
  const keyOf = ({ userId, blockId, actionId }: Asked) =>
    JSON.stringify([userId, blockId, actionId]);

  return {
    note: (asked, options) => {
      offered.set(keyOf(asked), options);
    },
    of: (asked) => offered.get(keyOf(asked)) ?? [],
  };
}
