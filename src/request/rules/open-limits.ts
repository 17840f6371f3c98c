import type { Change } from "./change.ts";
import { rulesOf } from "./kind-rules.ts";

/** How many requests may be open at once. */
export interface OpenLimits {
  perPerson: number;
  perWorkspace: number;
}

export const USUAL_OPEN_LIMITS: OpenLimits = { perPerson: 20, perWorkspace: 200 };

/** Whether one more may be asked for; `mine` of `all` that are open were asked for by the same person. */
export function overLimit(
  change: Pick<Change, "kind">,
  { mine, all }: { mine: number; all: number },
  { perPerson, perWorkspace }: OpenLimits,
): "too-many-of-yours" | "too-many-here" | undefined {
  if (mine >= perPerson) return "too-many-of-yours";
  // People who fill up a workspace must not keep others from retiring a destination or changing who decides.
  return all >= perWorkspace && rulesOf(change).fillsWorkspace ? "too-many-here" : undefined;
}
