import type { Standing } from "./answers.ts";
import { createMemory } from "./memory.ts";
import type { Slack } from "./slack.ts";
import { SlackError } from "./slack-error.ts";

/** `minute`: an answer of the last minute will do. What moves money asks `fresh`. */
export type Age = "fresh" | "minute";

export type People = ReturnType<typeof createPeople>;

const AT_ONCE = 10;

/**
 * Who people are, by Slack's word; nothing throws for Slack's sake. Each person is asked about once
 * a call, because 25 look-ups a request exhausted Slack's limit.
 */
export function createPeople({ slack, now }: { slack: Slack; now: () => number }) {
  const remember = createMemory<Standing>(now);

  return {
    /**
     * A person who is missing is one about whom Slack did not say. Asks about a few at a time; once
     * Slack is silent about nobody else, as someone waits for us.
     */
    async standingsOf(
      workspace: string,
      ids: readonly string[],
      age: Age,
    ): Promise<ReadonlyMap<string, Standing>> {
      const found = new Map<string, Standing>();
      const left = [...new Set(ids)].values();
      let isSilent = false;
      const next = async () => {
        for (const id of left) {
          if (isSilent) return;
          const ask = () => slack.standingOf(workspace, id);
          try {
            found.set(id, await remember(`${workspace} ${id}`, ask, age === "fresh"));
          } catch (error) {
            if (!(error instanceof SlackError)) throw error;
            isSilent ||= error.code !== "refused";
          }
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, next));
      return found;
    },
  };
}
