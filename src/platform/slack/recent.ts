import type { Clock } from "../process/clock.ts";

const RECENT_MS = 60_000;
const MOST_KEPT = 10_000;

/** Answers of the last minute, in this process. */
export interface Recent<Answer> {
  /** Asks; with `mayBeRecent`, only where nobody has asked the same within a minute. */
  ask(key: string, mayBeRecent: boolean, question: () => Promise<Answer>): Promise<Answer>;
}

/** `isAnswer` is false for the outcome of a question that failed: the next one is asked again. */
export function createRecent<Answer>(
  clock: Clock,
  isAnswer: (answer: Answer) => boolean,
): Recent<Answer> {
  const kept = new Map<string, { at: number; answer: Promise<Answer> }>();

  return {
    async ask(key, mayBeRecent, question) {
      const now = Date.parse(clock());
      const earlier = kept.get(key);
      // A clock that was set back makes an answer look as if it were from the future.
      const isRecent = earlier && earlier.at <= now && now - earlier.at < RECENT_MS;
      if (mayBeRecent && isRecent) return earlier.answer;

      const asked = { at: now, answer: question() };
      kept.delete(key);
      kept.set(key, asked);
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      const answer = await asked.answer;
      if (!isAnswer(answer) && kept.get(key) === asked) {
        if (earlier) kept.set(key, earlier);
        else kept.delete(key);
      }
      return answer;
    },
  };
}
