import type { Standing } from "../../../authority/roster.ts";

/** Why an approval that was given does not count any more. */
export type LapsedBecause =
  /** The requester gave it, with another account. */
  | "requester"
  /** Another account of the same person has approved. */
  | "same-person"
  /** The policy does not name them any more, nor a group that they are in. */
  | "not-named"
  | "content-differs"
  | "connection-changed"
  | Exclude<Standing, "active" | "not-known">;

export interface Lapsed {
  by: string;
  because: LapsedBecause;
}
