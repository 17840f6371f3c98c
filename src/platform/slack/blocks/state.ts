import type { ViewStateValue } from "@slack/bolt";
import { action } from "./ids.ts";

/** The part of a view that comes back: of Bolt's `ViewOutput`, in a submission as in an action inside the modal. */
export interface SubmittedView {
  private_metadata: string;
  state: { values: Record<string, Record<string, ViewStateValue>> };
}

/** What a form says; or its faults by block id, each of which Slack shows under its field. */
export type Filled<T> = ({ ok: true } & T) | { ok: false; errors: Record<string, string> };

/** The typed text of a block; empty if the block is missing or was left empty. Slack sends null for the latter. */
export function typedIn(
  { state }: SubmittedView,
  blockId: string,
  actionId: string = action.value,
): string {
  return state.values[blockId]?.[actionId]?.value ?? "";
}

export function chosenIn(
  { state }: SubmittedView,
  blockId: string,
  actionId: string = action.value,
): string | undefined {
  return state.values[blockId]?.[actionId]?.selected_option?.value;
}

/** Is a box of this block ticked? Undefined when the block is not in the view. */
export function tickedIn({ state }: SubmittedView, blockId: string): boolean | undefined {
  const boxes = state.values[blockId]?.[action.value];
  return boxes && (boxes.selected_options ?? []).length > 0;
}

/** Fields and their errors, without those that have none. */
export function faultsOnly(errors: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([id, error]) => (error === undefined ? [] : [[id, error]])),
  );
}

/** The faults under the fields of this view. Slack takes none for a field that the view lacks: those stand under `otherwise`. */
export function underFields(
  { state }: SubmittedView,
  faults: readonly { field: string | undefined; why: string }[],
  otherwise: string,
): Record<string, string> {
  const isThere = (field: string | undefined) => field !== undefined && field in state.values;
  const byField = Map.groupBy(faults, ({ field }) => (isThere(field) ? field : otherwise));
  return Object.fromEntries(
    [...byField].map(([field, found]) => [field, found.map(({ why }) => why).join(" ")]),
  );
}
