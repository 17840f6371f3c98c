import type { Assumed } from "../assumptions.ts";
import type { Block } from "./block.ts";
import type { BlockSurface } from "./rules/rule.ts";

const EVERYWHERE: readonly BlockSurface[] = ["message", "modal", "home"];
const MESSAGES: readonly BlockSurface[] = ["message"];

/** `slack-platform.md` 1.3. */
const SURFACES: Readonly<Record<Block["type"], readonly BlockSurface[]>> = {
  actions: EVERYWHERE,
  context: EVERYWHERE,
  divider: EVERYWHERE,
  header: EVERYWHERE,
  image: EVERYWHERE,
  input: EVERYWHERE,
  rich_text: EVERYWHERE,
  section: EVERYWHERE,
  video: EVERYWHERE,
  file: MESSAGES,
  markdown: MESSAGES,
  table: MESSAGES,
};

export function surfacesOf(
  type: Block["type"],
  { tableInViews }: Assumed["blockKit"],
): readonly BlockSurface[] {
  return type === "table" && tableInViews ? EVERYWHERE : SURFACES[type];
}
