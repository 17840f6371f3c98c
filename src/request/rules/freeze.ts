/** Whether anything may be sent for a workspace. Times are ISO 8601 in UTC. */
export interface Freeze {
  /** How often this has changed; 0 if never. */
  version: number;
  /** Null while sending is not frozen. */
  frozen: Frozen | null;
}

export interface Frozen {
  since: string;
  /** Null if Signalbox froze it itself. */
  by: string | null;
  reason: string;
  cause: "person" | "restored";
  /** A further reason, while sending was frozen already. */
  isFurther?: true;
  /** Approvers who want to resume sending, in the order of their clicks. */
  agreed: readonly string[];
}
