import type { Block } from "../blocks/block.ts";
import { placedElements } from "../blocks/find-elements.ts";
import type { HomeContent, ModalContent } from "../blocks/view.ts";
import { initialValue, isStateful, type StateValues } from "./element-values.ts";

/** A modal or Home as it stands before one person, with what they have entered so far. */
export interface OpenView<Content = ModalContent | HomeContent> {
  id: string;
  hash: string;
  userId: string;
  rootId: string;
  previousId: string | null;
  /** The conversation it was opened from. */
  conversationId?: string | undefined;
  content: Content;
  values: StateValues;
  /** Shown under the fields, by block_id. */
  errors: Record<string, string>;
}

export type OpenModal = OpenView<ModalContent>;
export type OpenHome = OpenView<HomeContent>;

/**
 * The values of freshly drawn blocks. An element keeps what was entered before when block_id, action_id and
 * type are the same; an app resets a field by changing its block_id.
 */
export function valuesOf(
  blocks: readonly Block[],
  {
    previous = {},
    conversationId,
  }: { previous?: StateValues; conversationId?: string | undefined } = {},
): StateValues {
  // From entries: an assignment to the name `__proto__` would be none.
  const stateful = placedElements(blocks).flatMap(({ block: { block_id }, element }) => {
    if (!isStateful(element)) return [];
    const before = previous[block_id]?.[element.action_id];
    const value = before?.type === element.type ? before : initialValue(element, conversationId);
    return [{ block_id, entry: [element.action_id, value] as const }];
  });
  const byBlock = Map.groupBy(stateful, ({ block_id }) => block_id);
  return Object.fromEntries(
    [...byBlock].map(([id, those]) => [id, Object.fromEntries(those.map(({ entry }) => entry))]),
  );
}
