const MINUTE_MS = 60_000;
const MOST_KEPT = 10_000;

/**
 * Slack's answers of the last minute, by what was asked. `isFresh` asks again all the same. `now`:
 * milliseconds since 1970.
 */
export function createMemory<Answer>(now: () => number) {
  const kept = new Map<string, { at: number; answer: Answer }>();
  return async (key: string, ask: () => Promise<Answer>, isFresh = false): Promise<Answer> => {
    const earlier = kept.get(key);
    // A clock that was set back makes an answer look as if it came from the future.
    const passed = earlier ? now() - earlier.at : -1;
    if (!isFresh && earlier && passed >= 0 && passed < MINUTE_MS) return earlier.answer;
    const at = now();
    const answer = await ask();
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(key, { at, answer });
    return answer;
  };
}
