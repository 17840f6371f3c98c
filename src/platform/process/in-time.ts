/** What it says about work that takes longer than a person's client waits. */
export const LATE = Symbol("late");

/** The work's own answer, or LATE after this many milliseconds; the work continues. */
export async function inTime<Answer>(
  work: Promise<Answer>,
  ms: number,
): Promise<Answer | typeof LATE> {
  const { promise: deadline, resolve } = Promise.withResolvers<typeof LATE>();
  const timer = setTimeout(resolve, ms, LATE);
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
