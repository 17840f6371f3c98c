import { canonicalJson, digestOf } from "../domain/digest.ts";
import type { Draft } from "./ports/transaction.ts";

/** Tells one state of a draft from another. */
export function draftDigest({ change }: Pick<Draft, "change">): string {
  return digestOf(canonicalJson(change));
}
