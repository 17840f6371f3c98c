import type { Standing } from "../../src/platform/slack/answers.ts";

/**
 * Who counts, written a second time and apart from the rules: an approval counts if it bears this
 * digest and round, is later than the last restore, and the person is active, named by the
 * requirement, and not the requester.
 */

export type Given = "none" | "right" | "twice" | "other-digest" | "old-round" | "before-restore";

export interface Person {
  id: string;
  /** Null while Slack says nothing. */
  standing: Standing | null;
  given: Given;
}

/** `met`: by people of whom Slack speaks. `unsure`: if all others are counted as well. */
export function quorumOf(
  requirements: readonly { people: readonly string[]; needed: number }[],
  people: readonly Person[],
  requester: string,
): "met" | "unsure" | "short" {
  if (requirements.length === 0) return "short";
  let isMet = true;
  for (const { people: named, needed } of requirements) {
    let sure = 0;
    let perhaps = 0;
    for (const { id, standing, given } of people) {
      if (id === requester) continue;
      if (!named.includes(id)) continue;
      if (given !== "right" && given !== "twice") continue;
      if (standing === "active") sure += 1;
      if (standing === null) perhaps += 1;
    }
    if (sure + perhaps < needed) return "short";
    if (sure < needed) isMet = false;
  }
  return isMet ? "met" : "unsure";
}
