import type { Person } from "./answers.ts";
import type { Slack } from "./slack.ts";
import { SlackError } from "./slack-error.ts";
import type { Standing } from "./standing.ts";

/** `minute`: an answer of the last minute will do. What moves money asks `fresh`. */
export type Age = "fresh" | "minute";

export type People = ReturnType<typeof createPeople>;

const MINUTE_MS = 60_000;
const AT_ONCE = 10;
const MOST_KEPT = 10_000;

/**
 * Who people are, by Slack's word; nothing throws for Slack's sake. Each person is asked about once
 * a call, because 25 look-ups a request exhausted Slack's limit.
 */
export function createPeople({ slack, now }: { slack: Slack; now: () => number }) {
  const kept = new Map<string, { at: number; person: Person }>();

  async function ask(workspace: string, id: string, age: Age): Promise<Person> {
    const key = `${workspace} ${id}`;
    const earlier = kept.get(key);
    // A clock that was set back makes an answer look as if it came from the future.
    const passed = earlier ? now() - earlier.at : -1;
    if (age === "minute" && earlier && passed >= 0 && passed < MINUTE_MS) return earlier.person;
    const at = now();
    const person = await slack.personOf(workspace, id);
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(key, { at, person });
    return person;
  }

  /** A few at a time; once Slack is silent, nobody else is asked about, as someone waits for us. */
  async function look(workspace: string, ids: readonly string[], age: Age) {
    const found = new Map<string, Person>();
    const left = [...new Set(ids)].values();
    let isSilent = false;
    const next = async () => {
      for (const id of left) {
        if (isSilent) return;
        try {
          found.set(id, await ask(workspace, id, age));
        } catch (error) {
          if (!(error instanceof SlackError)) throw error;
          isSilent ||= error.code !== "refused";
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
    return found;
  }

  return {
    /** A person who is missing is one about whom Slack did not say. */
    async standingsOf(
      workspace: string,
      ids: readonly string[],
      age: Age,
    ): Promise<ReadonlyMap<string, Standing>> {
      const found = await look(workspace, ids, age);
      return new Map([...found].map(([id, { standing }]) => [id, standing]));
    },

    /** Administrators and owners; null if Slack did not say. */
    async isAdministrator(workspace: string, id: string, age: Age): Promise<boolean | null> {
      const found = (await look(workspace, [id], age)).get(id);
      return found ? found.standing === "active" && found.isAdministrator : null;
    },

    /** For texts that must notify nobody; null if Slack did not say. */
    async nameOf(workspace: string, id: string): Promise<string | null> {
      return (await look(workspace, [id], "minute")).get(id)?.name || null;
    },
  };
}
