/** One value: what this repository holds it to be, and what was found. Names nobody, and holds no id and no token. */
export interface Finding {
  what: string;
  /** Where it was read: section and mark of `slack-platform.md`. */
  source?: string;
  here: string;
  there: string;
  verdict: "same" | "differs" | "not tried";
  /** What to change, and where, should it differ. */
  remedy: string;
}

export type Expected = Omit<Finding, "there" | "verdict">;

export function found(expected: Expected, there: string): Finding {
  return { ...expected, there, verdict: there === expected.here ? "same" : "differs" };
}

export function notTried(expected: Expected, why: string): Finding {
  return { ...expected, there: why, verdict: "not tried" };
}
