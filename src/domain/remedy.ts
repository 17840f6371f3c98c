import type { Change } from "./change.ts";
import { canonicalJson } from "./digest.ts";

/** What people may do about a change of the register that needs them. Each needs two approvers. */
export type Remedy =
  /** It did: this is the id that the service shows for it. */
  | { type: "enter-id"; serviceId: string }
  /** It did not: one more attempt may be made. */
  | { type: "release-attempt" }
  /** It is of no use any more: nothing is registered, and nothing is sent. */
  | { type: "close" };

/** Proposed by one approver, and waiting for a second one. */
export interface ProposedRemedy {
  by: string;
  at: string;
  remedy: Remedy;
}

export function isSameRemedy(one: Remedy, other: Remedy): boolean {
  return canonicalJson(one) === canonicalJson(other);
}

/** Which remedies there are. Only a whitelisting may have taken effect where nobody can see it. */
export function remediesFor({ kind }: Pick<Change, "kind">): readonly Remedy["type"][] {
  switch (kind) {
    case "create-rail":
      return [];
    case "whitelist-destination":
      return ["enter-id", "release-attempt", "close"];
    case "import-destination":
    case "retire-destination":
      return ["close"];
  }
}
