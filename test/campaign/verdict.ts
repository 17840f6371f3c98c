/** What one run of the campaign's command line came to. */
export type Verdict =
  | { is: "caught"; promise: string; schedule: string }
  | { is: "survived" }
  | { is: "did not end" }
  /** It ended otherwise than by a broken promise: nothing was caught. */
  | { is: "crashed"; said: string };

const BROKEN = /^(?:Schedule (\d+)|The run) broke: (.+)$/m;
const MOST_SHOWN = 2_000;

/** A planted bug that only makes the code throw is no bug that a tired engineer could ship: the compiler finds it. */
const THREW = "no unknown error";

/** `code` is null when it was ended from outside. */
export function verdictOf(code: number | null, said: string): Verdict {
  if (code === null) return { is: "did not end" };
  if (code === 0) return { is: "survived" };
  const [, schedule = "the run", promise] = BROKEN.exec(said) ?? [];
  return code === 1 && promise !== undefined && promise !== THREW
    ? { is: "caught", promise, schedule }
    : { is: "crashed", said: said.slice(-MOST_SHOWN) };
}
