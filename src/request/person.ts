import type { Leaf } from "../platform/slack/blocks/rich-text.ts";
import { user } from "../platform/slack/blocks/rich-text.ts";

/** Destinations of the sandbox are put in the register by nobody. */
export function person(id: string): Leaf {
  return id === "sandbox" ? "the sandbox" : user(id);
}
