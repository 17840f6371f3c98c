import {
  acmeSeed,
  type Seed,
  type SeedChannel,
} from "../../../src/sandbox/slack-workspace/seed.ts";
import { type Person, reads } from "../../harness/person.ts";
import { type Outside, startProcess } from "../../harness/seam.ts";
import type { Stage, StageOptions } from "../../harness/stage.ts";
import { openRegistered, type Team } from "../team.ts";

/** What Slack's own doings need: channels that change, and a network between the product and Slack. */

type Fetch = Outside["fetch"];
type Seen = Awaited<ReturnType<Person["messages"]>>[number];

/** What becomes of a call of the Web API; `pass` hands it on. */
type SlackCall = (pass: () => Promise<Response>) => Promise<Response>;

export interface SlackTeam extends Team {
  /** A channel of the workspace, to be changed. */
  channel(id: string): SeedChannel;
  /** The next call of this method meets this. */
  meet(method: string, call: SlackCall): void;
}

export async function openSlackTeam(options: StageOptions = {}): Promise<SlackTeam> {
  const seed: Seed = structuredClone(acmeSeed);
  const rules: { method: string; call: SlackCall }[] = [];
  const through =
    (onwards: Fetch): Fetch =>
    (input, init) => {
      const at = rules.findIndex(({ method }) => String(input).endsWith(`/${method}`));
      const [rule] = at < 0 ? [] : rules.splice(at, 1);
      const pass = () => onwards(input, { ...init, signal: null });
      return rule ? rule.call(pass) : onwards(input, init);
    };
  const team = await openRegistered({
    seed,
    start: (env, outside, how) =>
      startProcess(env, { ...outside, fetch: through(outside.fetch) }, how),
    ...options,
  });
  return {
    ...team,
    channel(id) {
      const found = seed.channels.find((each) => each.id === id);
      if (!found) throw new Error(`There is no channel ${id}`);
      return found;
    },
    meet(method, call) {
      rules.push({ method, call });
    },
  };
}

/** The messages of a conversation that everybody in it sees, and that say this. */
export async function saying(messages: Promise<Seen[]>, ...words: string[]): Promise<Seen[]> {
  const shown = (await messages).filter(({ ephemeral }) => !ephemeral);
  return shown.filter((each) => words.every((word) => reads(each).includes(word)));
}

/** The conversation between a person and the app. */
export async function directOf({ slack }: Stage, person: string): Promise<string> {
  const response = await fetch(`${slack.url}/page/people/${person}/channels`);
  // A boundary: the page's answer.
  const all = (await response.json()) as { id: string; appId?: string }[];
  return all.find(({ appId }) => appId !== undefined)?.id ?? "";
}
