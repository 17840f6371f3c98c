import type { Standing } from "../../../authority/roster.ts";

/** Why an approval no longer counts. */
export type LapsedBecause =
  /** The requester gave it, with another account. */
  | "requester"
  /** Another account of the same person has approved. */
  | "same-person"
  /** The policy no longer names them, or a group that they are in. */
  | "not-named"
  | "content-differs"
  | "connection-changed"
  | Exclude<Standing, "active" | "not-known">;

export interface Lapsed {
  by: string;
  because: LapsedBecause;
}
