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
  /** `rail-post /wallets` · `slack-view views.open` · `commit sending` · `statement` · `kept write` */
  about: string;
  /** Virtual time at which the process began it, and the number of the last event before. */
  calledAt: number;
  calledSeq: number;
}

/** What a schedule decides about a step. */
export type Strike =
  /** A process dies, or its connection breaks, before or after the effect. */
  | { is: "none" | "lost-before" | "lost-after" | "killed-before" | "killed-after" }
  /** The world itself plays this fault. */
  | { is: "world"; fault: string }
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
  signal?: AbortSignal;
  isBlocked?(): Promise<boolean>;
  cancel?(): Promise<void>;
}
