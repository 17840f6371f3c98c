import type { Work } from "../../src/platform/queue/queue.ts";
import type { RequestRef } from "../../src/platform/queue/request-ref.ts";

/** The same work for a job of any name; chores do nothing. */
export function doing(work: (request: RequestRef, name: string) => Promise<unknown>): Work {
  return {
    job: async (name, request) => void (await work(request, name)),
    chore: async () => {},
  };
}
