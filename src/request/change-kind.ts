import type { KindName } from "../authority/table.ts";
import type { Change } from "./rules/change.ts";
import type { KindRules } from "./rules/kind-rules.ts";
import { registerRules } from "./rules/kind-rules.ts";

/** Everything that the engine does not know of one kind of change. `src/kinds.ts` lists them all. */
export interface ChangeKind<C extends Change = Change> extends KindRules<C> {}

/** A kind or member that is missing is an error of the compiler. */
export type ChangeKinds = { [Kind in KindName]: ChangeKind<Extract<Change, { kind: Kind }>> };

let all: ChangeKinds | undefined;

/** Called once, at the start of a process, before anything is read or decided. */
export function registerKinds(kinds: ChangeKinds): void {
  all = kinds;
  registerRules(kinds);
}

export function kindOf({ kind }: Pick<Change, "kind">): ChangeKind {
  if (!all) throw new Error("No kind of change is registered: call registerKinds first.");
  return all[kind];
}
