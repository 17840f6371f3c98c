import { canonicalJson } from "./digest.ts";

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

export function isSameRemedy(one: TwoPersonRemedy, other: TwoPersonRemedy): boolean {
  return canonicalJson(one) === canonicalJson(other);
}
