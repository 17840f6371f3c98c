import type { Assumed } from "../assumptions.ts";
import type { Block } from "./block.ts";
import type { BlockSurface } from "./rules/rule.ts";

type Confirmed = Exclude<Block["type"], keyof Assumed["blockKit"]["surfaces"]>;

const EVERYWHERE: readonly BlockSurface[] = ["message", "modal", "home"];
const MESSAGES: readonly BlockSurface[] = ["message"];

/** The surfaces are those of `slack-platform.md` 1.3. */
const SURFACES: Readonly<Record<Confirmed, readonly BlockSurface[]>> = {
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
};

export function surfacesOf(
  type: Block["type"],
  { surfaces }: Assumed["blockKit"],
): readonly BlockSurface[] {
  return { ...SURFACES, ...surfaces }[type];
}
