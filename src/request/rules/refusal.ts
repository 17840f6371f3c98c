import type { Obstacle } from "./around.ts";

/** Why a rule said no. A value: `request/forms/refusals.ts` has the words for each. */
export type Refusal =
  | { is: OfPerson | OfApprover | OfRequest | OfWorkspace | OfRail }
  | { is: "over"; by: string | null; at: string | null }
  | { is: "too-early"; until: string }
  | ({ is: "obstacle" } & Omit<Obstacle, "is">);

/** `standing-unknown`: Slack did not say who the person is. */
type OfPerson = "not-active" | "standing-unknown" | "not-of-the-team" | "not-the-requester";
/** `already-agreed`: all requirements are met, and it waits to be sent. */
type OfApprover =
  | "not-an-approver"
  | "not-an-inspector"
  | "not-an-auditor"
  | "own-request"
  | "removed-by-it"
  | "already-approved"
  | "already-agreed";
/** `changed-since-shown`: another digest, round or question was shown than is in force now. */
type OfRequest = "changed-since-shown" | "being-sent" | "expired" | "not-possible" | Unknown;
/** `not-ours`: a card shows it, perhaps another Signalbox's. */
type Unknown = "not-known" | "not-ours";
/** `restored`: the database is an earlier state of itself, or another server's. */
type OfWorkspace = "no-settings" | "other-connection" | "too-many-open" | "broken" | "restored";
type OfRail = "rail-belongs-elsewhere" | "rail-differs" | "held-already" | "already-reported";
