import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "../process/clock.ts";

const MINUTE_MS = 60_000;
const MOST_KEPT = 10_000;

const deeds = new AsyncLocalStorage<object>();

/** Runs all that comes of one click, command or submission. */
export const asOneDeed = <Done>(run: () => Done): Done => deeds.run({}, run);

/**
 * How old an answer may be. `of-the-deed`: from this click or command. `of-an-hour`: of the last minute, and of the last
 * hour where the question fails now.
 */
export type Age = "now" | "of-the-deed" | "of-a-minute" | "of-an-hour";

/** Answers of this process. */
export interface Recent<Answer> {
  /** Asks, unless an answer is young enough. */
  ask(key: string, age: Age, question: () => Promise<Answer>): Promise<Answer>;
}

/** `isAnswer` is false for the outcome of a failed question: the next one is asked again. */
export function createRecent<Answer>(
  clock: Clock,
  isAnswer: (answer: Answer) => boolean,
): Recent<Answer> {
  const kept = new Map<string, Asked<Answer>>();
  const ofDeeds = new WeakMap<object, Map<string, Promise<Answer>>>();

  /** Absent outside a deed, as in a claim. */
  function ofThisDeed(): Map<string, Promise<Answer>> | undefined {
    const deed = deeds.getStore();
    if (!deed) return undefined;
    const answers = ofDeeds.get(deed) ?? new Map();
    ofDeeds.set(deed, answers);
    return answers;
  }

  return {
    async ask(key, age, question) {
      const now = Date.parse(clock());
      const earlier = kept.get(key);
      // A clock that was set back makes an answer look as if it were from the future.
      const isWithin = (ms: number) => earlier && earlier.at <= now && now - earlier.at < ms;
      const answers = ofThisDeed();
      const same = age === "of-the-deed" ? answers?.get(key) : undefined;
      if (same) return same;
      const mayBeRecent = age === "of-a-minute" || age === "of-an-hour";
      if (mayBeRecent && earlier && isWithin(MINUTE_MS)) return earlier.answer;

      const asked = { at: now, answer: question() };
      kept.delete(key);
      kept.set(key, asked);
      answers?.set(key, asked.answer);
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      const answer = await asked.answer;
      if (isAnswer(answer)) return answer;
      if (answers?.get(key) === asked.answer) answers.delete(key);
      if (kept.get(key) === asked) {
        if (earlier) kept.set(key, earlier);
        else kept.delete(key);
      }
      return age === "of-an-hour" && earlier && isWithin(60 * MINUTE_MS) ? earlier.answer : answer;
    },
  };
}

interface Asked<Answer> {
  /** Milliseconds since 1970. */
  at: number;
  answer: Promise<Answer>;
}
