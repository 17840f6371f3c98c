/** A process of the product, as the stage sees it. */
export interface Lane {
  name: string;
  isAlive: boolean;
  /** It stands still until then, in ms since 1970. */
  suspendedUntil: number;
  /** How far its clock is ahead, in ms. */
  skew: number;
}

/** One thing that a process does to the world outside it. */
export interface Step {
  lane: Lane;
  kind: StepKind;
  /** Finer than the kind: the audit's word for a commit, the method of a call of Slack. */
  about: string;
  /** Virtual time at which the process began it. */
  calledAt: number;
  /** Number of the last event before the process began it. */
  calledSeq: number;
}

export type StepKind =
  | "rail-post"
  | "rail-list"
  | "rail-read"
  | "slack-post"
  | "slack-update"
  | "slack-view"
  | "slack-people"
  | "slack-other"
  | "statement"
  | "commit"
  | "kept";

/** What a schedule decides about a step. `world` names a fault that the world itself plays. */
export type Strike =
  | { is: "none" }
  | { is: "lost-before" }
  | { is: "lost-after" }
  | { is: "world"; fault: string }
  /** The process dies before or after the effect. */
  | { is: "killed-before" }
  | { is: "killed-after" }
  /** The step is put off until this is true. */
  | { is: "held"; until: () => boolean }
  /** The answer comes so many ms later. */
  | { is: "late"; ms: number };

export interface Work<Result> {
  perform(fault: string | null, step: Step): Promise<Result>;
  /** What the process gets where an answer is lost. */
  lost(): Error;
  /** The connection is gone with it. */
  onLost?(): Promise<void>;
  latency?: number;
  /** Steps with the same line keep their order. */
  line?: object;
  signal?: AbortSignal;
  isBlocked?(): Promise<boolean>;
  cancel?(): Promise<void>;
}
