import type { FaultKind } from "./faults.ts";
import type { Known } from "./people.ts";

/** What the judge has to know of what happened. */
export interface History {
  known: Known;
  /** Struck, in their order. */
  struck: FaultKind[];
  /** Requests whose stored bytes somebody has changed. */
  tampered: Set<string>;
  /** Requests whose card somebody has deleted after they had ended. */
  deletedAfterwards: Set<string>;
  /** Request and attempt of every POST that has left, whatever came of it. */
  left: string[];
  /** Between a restore that the marker shows and the resumption by people. */
  mustBeFrozen: boolean;
  /** Restores that the marker shows, and after which nothing was frozen. */
  unnoticed: number;
  /** The last audit entry that the restore has left. */
  restoredAt: number;
  /** Requests that were asked for before a restore that the marker shows. */
  askedBeforeRestore: Set<string>;
  /** After a restore, until the next whole reading of the list: nobody can know what was forgotten. */
  isForgetful: boolean;
  /** Restored without the marker, while the service did not show what it had done. */
  isExcused: boolean;
  errors: string[];
}

export function newHistory(): History {
  return {
    known: {
      asked: new Map(),
      approved: new Map(),
      released: new Map(),
      ended: new Set(),
      unseen: new Set(),
      restores: 0,
    },
    struck: [],
    tampered: new Set(),
    deletedAfterwards: new Set(),
    left: [],
    mustBeFrozen: false,
    unnoticed: 0,
    restoredAt: 0,
    askedBeforeRestore: new Set(),
    isForgetful: false,
    isExcused: false,
    errors: [],
  };
}
