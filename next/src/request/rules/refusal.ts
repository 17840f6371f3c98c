import type { ObstacleReason } from "./around.ts";

/** Why a rule said no. A value: `request/forms/refusals.ts` has the words for each. */
export type Refusal =
  | { is: "not-of-the-team" }
  | { is: "not-an-approver" }
  | { is: "not-the-requester" }
  | { is: "own-request" }
  | { is: "already-approved" }
  /** All requirements are met: it waits to be sent. */
  | { is: "already-agreed" }
  /** Slack did not say who the person is. */
  | { is: "standing-unknown" }
  | { is: "not-active" }
  /** Another digest or round was shown than is in force now. */
  | { is: "changed-since-shown" }
  | { is: "over"; by: string | null; at: string | null }
  | { is: "being-sent" }
  | { is: "not-possible" }
  | { is: "expired" }
  | { is: "too-early"; until: string }
  | { is: "other-connection" }
  | { is: "no-settings" }
  | { is: "broken" }
  | { is: "not-known" }
  | { is: "too-many-open" }
  | { is: "obstacle"; because: ObstacleReason; until: string | null }
  | { is: "rail-belongs-elsewhere" }
  | { is: "rail-differs" }
  /** The database is an earlier state of itself, or another server's. */
  | { is: "restored" };
