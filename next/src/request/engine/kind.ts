import type { KindName } from "../rules/content.ts";
import type { Kind, Kinds } from "./context.ts";

/**
 * The kind of a content. The map and the content agree by construction, which TypeScript cannot
 * follow.
 */
export function kindOf(kinds: Kinds, { change }: { change: { kind: KindName } }): Kind<KindName> {
  return kinds[change.kind] as unknown as Kind<KindName>;
}
