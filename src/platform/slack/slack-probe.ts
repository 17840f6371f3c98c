import { type FetchFunction, SlackError } from "@slack/web-api";
import type { Clock } from "../process/clock.ts";
import { slackSaid } from "../process/error-facts.ts";
import type { SlackClients } from "./web-client.ts";

/** What Slack says of the bot's token. */
export type SlackState =
  | { ok: true; scopes: readonly string[] | null }
  /** In Slack's word; null if it did not answer. */
  | { ok: false; because: string | null };

export type SlackProbe = (workspaceId: string) => Promise<SlackState>;

/** Asks Slack with the token itself, by `auth.test`. Never throws for Slack's sake. */
export function createSlackProbe({ as, quick }: Pick<SlackClients, "as" | "quick">): SlackProbe {
  return async (workspaceId) => {
    const name = await as(workspaceId);
    try {
      const { response_metadata: about } = await quick.auth.test(name);
      return { ok: true, scopes: about?.scopes ?? null };
    } catch (error) {
      if (!(error instanceof SlackError)) throw error;
      return { ok: false, because: slackSaid(error) ?? null };
    }
  };
}

/** How far our clock is from Slack's. */
export interface SkewWatch {
  /** Reads the time off each of Slack's answers. */
  watching(fetch: FetchFunction): FetchFunction;
  /** In milliseconds, ours before theirs above 0; null before the first answer. */
  skewMs(): number | null;
}

/** Slack says whole seconds: on average it is half of one later. */
const HALF_A_SECOND = 500;

export function createSkewWatch(clock: Clock): SkewWatch {
  let skew: number | null = null;
  return {
    watching: (fetch) => async (url, init) => {
      const answer = await fetch(url, init);
      const theirs = Date.parse(answer.headers.get("date") ?? "");
      if (!Number.isNaN(theirs)) skew = Date.parse(clock()) - (theirs + HALF_A_SECOND);
      return answer;
    },
    skewMs: () => skew,
  };
}
