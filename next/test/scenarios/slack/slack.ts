import {
  acmeSeed,
  type Seed,
  type SeedChannel,
} from "../../../../src/sandbox/slack-workspace/seed.ts";
import { type Person, reads } from "../../harness/person.ts";
import { type Outside, startProcess } from "../../harness/seam.ts";
import { openStage, type Stage, type StageOptions } from "../../harness/stage.ts";
import { WORDS } from "../../harness/words.ts";
import { ANA, APPROVALS, askForRail, BEN, card, cards, opened, TREASURY } from "../team.ts";

/** What Slack's own doings need: channels that change, and a network between the product and Slack. */

type Fetch = Outside["fetch"];
type Seen = Awaited<ReturnType<Person["messages"]>>[number];

/** What becomes of a call of the Web API; `pass` hands it on. */
export type SlackCall = (pass: () => Promise<Response>) => Promise<Response>;

export interface SlackStage extends Stage {
  /** A channel of the workspace, to be changed. */
  channel(id: string): SeedChannel;
  /** The next call of this method meets this. */
  meet(method: string, call: SlackCall): void;
}

export async function openSlackStage(options: StageOptions = {}): Promise<SlackStage> {
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
  const stage = await openStage({
    seed,
    start: (env, outside, how) =>
      startProcess(env, { ...outside, fetch: through(outside.fetch) }, how),
    ...options,
  });
  return {
    ...stage,
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

/** The last private answer to a person in a conversation. */
export async function answerIn(stage: Stage, by: string, channel: string): Promise<string> {
  await stage.settle();
  const own = (await stage.as(by).messages(channel)).filter(({ ephemeral }) => ephemeral).at(-1);
  return own ? reads(own) : "";
}

/** Opens the form behind a button on a card, or on another message. */
export async function openFrom(
  stage: Stage,
  by: string,
  place: Parameters<Person["press"]>[0],
  button: string,
): Promise<Person> {
  const person = stage.as(by);
  await person.press(place, button);
  await opened(stage, person);
  return person;
}

/** Denies a request on its card, or on another message. */
export async function deny(
  stage: Stage,
  by: string,
  at: string | { channel: string; ts: string },
  reason = "Wrong entity",
): Promise<void> {
  const { buttons, labels } = WORDS;
  const place = typeof at === "string" ? await card(stage, at) : at;
  const person = await openFrom(stage, by, place, buttons.deny);
  await person.fill(labels.reason, reason);
  await person.submit();
  await stage.settle();
}

/** Asks for a Rail whose card need not be in the approvals channel. */
export async function askQuietly(stage: Stage, name: string, channel = TREASURY): Promise<void> {
  const { labels, options, command, commands } = WORDS;
  const ana = stage.as(ANA);
  await ana.say(channel, `${command} ${commands.newRail} on`);
  await opened(stage, ana);
  await ana.fill(labels.destination, "Treasury cold wallet");
  await ana.fill(labels.name, name);
  await ana.fill(labels.reason, "Funds the payroll run.");
  await ana.submit();
  const review = await ana.modal();
  if (review && reads(review).includes(options.anotherRail)) {
    await ana.fill(labels.secondRail, [options.anotherRail]);
  }
  await ana.submit();
  await stage.settle();
}

/** Asks for so many Rails, of one route. Their numbers. */
export async function askForRails(stage: Stage, count: number): Promise<string[]> {
  const numbers: string[] = [];
  for (let at = 1; at <= count; at += 1) {
    numbers.push(await askForRail(stage, { name: `Float ${at}` }));
  }
  return numbers;
}

/** All cards of a request in the approvals channel: one, if all is well. */
export async function cardsOf(stage: Stage, number: string, channel = APPROVALS) {
  return (await cards(stage.as(BEN), channel)).filter((each) => each.number === number);
}
