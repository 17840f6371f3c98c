import type { ChangeRequest } from "./change-request.ts";
import { canonicalJson, digestOf } from "./digest.ts";

/** People's ways out of a change whose outcome they have to find out. */
export type Remedy = TwoPersonRemedy | LinkRail;

/** Proposed by one approver, and done once a second one agrees. */
export type TwoPersonRemedy =
  /** It was whitelisted: this is the id that the service shows for it. */
  | { type: "enter-id"; serviceId: string }
  /** It was not done: one more attempt may be made. */
  | { type: "release-attempt" }
  /** It is no longer needed: nothing is registered, and nothing is sent. */
  | { type: "close" };

/** It was created: this is the Rail. One approver is enough, since it is read and compared before it counts. */
export interface LinkRail {
  type: "link-rail";
  railId: string;
}

/** Proposed by one approver, and waiting for others to agree. */
export interface ProposedRemedy {
  by: string;
  at: string;
  remedy: TwoPersonRemedy;
  /** Approvers who have agreed since; absent in what former releases kept. */
  agreed?: readonly string[];
}

/**
 * What people are asked about a change: another question, or other Rails that may be the right one, have another text. A form
 * carries it, so that nobody rules out what they have not seen.
 */
export function askedNow({ state }: Pick<ChangeRequest, "state">): string {
  if (state.status !== "needs-a-person") return "nothing";
  const { since, question, candidates, made } = state;
  return digestOf(canonicalJson({ since, question, candidates, made }));
}

export function isSameRemedy(one: TwoPersonRemedy, other: TwoPersonRemedy): boolean {
  return canonicalJson(one) === canonicalJson(other);
}
