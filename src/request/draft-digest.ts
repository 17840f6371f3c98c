import type { Draft } from "./queries/drafts.ts";
import { canonicalJson, digestOf } from "./rules/digest.ts";

/** Tells one state of a draft from another. */
export function draftDigest({ change }: Pick<Draft, "change">): string {
  return digestOf(canonicalJson(change));
}
