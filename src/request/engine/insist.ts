import type { Context } from "./context.ts";

const TRIES = 8;

/** Tries for about a quarter of a minute: what the service answered is known nowhere else. */
export async function insist<Result>(
  { log, wait }: Context,
  write: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await write();
    } catch (error) {
      if (tries === TRIES) throw error;
      log.warn({ err: error, tries }, "what the service answered is not written down yet");
      await wait(tries * 500);
    }
  }
}
