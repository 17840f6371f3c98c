import type { Block } from "./blocks/block.ts";
import { placedElements } from "./blocks/find-elements.ts";
import type { HomeContent, ModalContent } from "./blocks/view.ts";
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
  const values: StateValues = {};
  for (const { block, element } of placedElements(blocks)) {
    if (!isStateful(element)) continue;
    const before = previous[block.block_id]?.[element.action_id];
    values[block.block_id] = {
      ...values[block.block_id],
      [element.action_id]:
        before?.type === element.type ? before : initialValue(element, conversationId),
    };
  }
  return values;
}
