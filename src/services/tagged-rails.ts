import type { Rail } from "../domain/rail.ts";
import { readTag } from "../domain/tag.ts";
import type { RailApi } from "./ports.ts";

/**
 * Every Rail that carries a request's tag, after a walk over all pages: it never stops at the first, since a second one
 * is what must be known. A walk that breaks off throws a `RailApiError`: it is no look at all.
 */
export async function taggedRails(
  rails: Pick<RailApi, "listRails">,
  requestId: string,
): Promise<Rail[]> {
  const found: Rail[] = [];
  for await (const page of rails.listRails()) {
    found.push(...page.rails.filter(({ metadata }) => readTag(metadata)?.requestId === requestId));
  }
  return withoutRepeats(found);
}

/** Rails made during the walk can push one Rail onto two pages. */
function withoutRepeats(rails: readonly Rail[]): Rail[] {
  return rails.filter(
    ({ id }, index) => id === null || rails.findIndex((other) => other.id === id) === index,
  );
}
