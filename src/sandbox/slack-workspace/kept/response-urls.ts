import { LIMITS } from "../blocks/limits.ts";
import { SlackError } from "../slack-error.ts";
import { secret } from "./ids.ts";
import { createPassing } from "./passing.ts";

/** A response_url answers to this place. */
export interface ResponseTarget {
  userId: string;
  channel: string;
  threadTs?: string | undefined;
  /** The message whose button was pressed; a slash command has none. */
  messageTs?: string | undefined;
}

export function createResponseUrls(base: () => string, now: () => number) {
  const issued = createPassing<ResponseTarget & { uses: number }>(now, LIMITS.responseUrlMs);

  return {
    issue(target: ResponseTarget): string {
      const id = secret();
      issued.add(id, { ...target, uses: 0 });
      return `${base()}/response/${id}`;
    },

    /** True if the URL with this secret was issued here. */
    knows: (id: string): boolean => issued.get(id) !== undefined,

    /** Counts one use of the URL with this secret. */
    use(id: string): ResponseTarget {
      const known = issued.get(id);
      if (!known) throw new SlackError("no_such_url");
      if (now() - known.addedAt > LIMITS.responseUrlMs) throw new SlackError("expired_url");
      if (known.uses >= LIMITS.responseUrlUses) throw new SlackError("used_url");
      known.uses += 1;
      return known;
    },
  };
}

export type ResponseUrls = ReturnType<typeof createResponseUrls>;
