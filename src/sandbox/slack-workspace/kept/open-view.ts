import { type Block, placedElements } from "../blocks/block.ts";
import type { HomeContent, ModalContent } from "../blocks/view.ts";
import { initialValue, isStateful, type StateValues } from "./element-values.ts";

/** A modal or Home in front of one person, with their entries so far. */
export interface OpenView<Content = ModalContent | HomeContent> {
  id: string;
  hash: string;
  userId: string;
  rootId: string;
  previousId: string | null;
  /** The conversation from which it was opened. */
  conversationId?: string | undefined;
  content: Content;
  values: StateValues;
  /** The errors under the fields, by block_id. */
  errors: Record<string, string>;
}

export type OpenModal = OpenView<ModalContent>;
export type OpenHome = OpenView<HomeContent>;

/**
 * Returns the values of newly drawn blocks. An element keeps its entry if block_id, action_id and
 * type are the same; an app resets a field by changing its block_id.
 */
export function valuesOf(blocks: readonly Block[], previous: StateValues = {}): StateValues {
  // An assignment to the name `__proto__` would be lost, so the object is made from entries.
  const stateful = placedElements(blocks).flatMap(({ block: { block_id }, element }) => {
    if (!isStateful(element)) return [];
    const before = previous[block_id]?.[element.action_id];
    const value = before?.type === element.type ? before : initialValue(element);
    return [{ block_id, entry: [element.action_id, value] as const }];
  });
  const byBlock = Map.groupBy(stateful, ({ block_id }) => block_id);
  return Object.fromEntries(
    [...byBlock].map(([id, those]) => [id, Object.fromEntries(those.map(({ entry }) => entry))]),
  );
}
