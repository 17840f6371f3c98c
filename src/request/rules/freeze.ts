/** Whether anything may be sent for a workspace. Times are ISO 8601 in UTC. */
export interface Freeze {
  /** How often this has changed; 0 where it never has. */
  version: number;
  /** Null while sending goes on. */
  frozen: Frozen | null;
}

export interface Frozen {
  since: string;
  /** Null where Signalbox did it itself. */
  by: string | null;
  reason: string;
  cause: "person" | "restored";
  /** Approvers who want sending to go on, in the order in which they said so. */
  agreed: readonly string[];
}
