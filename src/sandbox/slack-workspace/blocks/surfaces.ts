import type { Block } from "./block.ts";

/** Where blocks can stand. */
export type BlockSurface = "message" | "modal" | "home";

const EVERYWHERE: readonly BlockSurface[] = ["message", "modal", "home"];

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
};

export const surfacesOf = (type: Block["type"]): readonly BlockSurface[] => SURFACES[type];
