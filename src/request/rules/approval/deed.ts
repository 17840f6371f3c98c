import type { Deed } from "../../../authority/table.ts";
import type { Change } from "../change.ts";

/** The row of the authority table that a change falls under. */
export function deedOf(change: Change) {
  const isCarriedOver = change.kind === "change-connection" && change.carriesOver !== undefined;
  return (isCarriedOver ? "carry-over" : change.kind) satisfies Deed;
}
