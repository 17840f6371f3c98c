import type { Leaf } from "../../platform/slack/blocks/rich-text.ts";
import { named } from "../../platform/slack/blocks/rich-text.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import type { KnownValue } from "../../request/rules/known-value.ts";
import { isNameApproved } from "../../request/rules/known-value.ts";

/** Bold where people here approved the name; otherwise in quotes, since anybody may have given it. */
export function knownName(known: KnownValue): Leaf {
  return isNameApproved(known) ? named(known.name) : unapprovedName(known.name);
}

/** The service's own name for something that nobody here approved. */
export function unapprovedName(name: string): string {
  return `“${shortened(name, 60)}” (not approved here)`;
}
