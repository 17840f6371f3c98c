import { performance } from "node:perf_hooks";

/**
 * Answers from the last question for `ms` milliseconds, and asks once for all who come meanwhile: however many ask, what
 * is behind it is asked at most so often. An error is remembered alike.
 */
export function rememberedFor<Answer>(
  ms: number,
  ask: () => Promise<Answer>,
  now: () => number = () => performance.now(),
): () => Promise<Answer> {
  let last: { answer: Promise<Answer>; askedAt: number } | undefined;
  return () => {
    const at = now();
    if (last === undefined || at - last.askedAt >= ms) last = { answer: ask(), askedAt: at };
    return last.answer;
  };
}
