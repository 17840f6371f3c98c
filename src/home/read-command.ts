import { alignment } from "../platform/text/edit-distance.ts";
import { faultOfText, visibleOf } from "../platform/text/typed-text.ts";
import type { Command } from "../request/command.ts";
import { wordsOf } from "../request/command.ts";
import type { Verb } from "../request/context.ts";

/** Why help is given: somebody asked for it, no verb has that name, or a verb does not take what follows it. */
export interface HelpTopic {
  topic?: string;
  unknown?: string;
  nearest?: string;
  /** A sentence: what the named verb would have needed. */
  problem?: string;
}

export type ReadCommand = { command: Command; args: unknown } | { help: HelpTopic };

/** Reads what was typed after the slash command. Total: what it cannot read becomes help with the reason. */
export function readCommand(commands: readonly Command[], text: string): ReadCommand {
  const line = unescaped(text).trim();
  const [word = ""] = line.split(/\s+/);
  const command = commands.find((each) => isCalled(each, word.toLowerCase()));
  if (text.trim() !== "" && !command?.takesAnyText && faultOfText(text, { max: 1_000 })) {
    return { help: { problem: BAD_TEXT } };
  }
  const typed = line.slice(word.length).trim();
  if (word.toLowerCase() === HELP.verb) return { help: helpOn(commands, wordsOf(typed)[0]) };
  if (!command) return { help: guess(commands, word) };
  const parsed = command.parse(typed);
  return parsed.ok
    ? { command, args: parsed.args }
    : { help: { topic: command.verb, problem: parsed.problem } };
}

/** It is no command of a capability, since it reads the list of them. */
export const HELP: Verb = {
  verb: "help",
  usage: { takes: "[command]", does: "says what a command does" },
};

const BAD_TEXT = "That holds characters that no command takes, or too many of them.";

/** An emergency stop does not fail for a character that was pasted with it. */
function isCalled(command: Command, word: string): boolean {
  const said = "isUrgent" in command ? visibleOf(word) : word;
  return said === command.verb || said === command.alias;
}

function helpOn(commands: readonly Verb[], topic: string | undefined): HelpTopic {
  if (topic === undefined) return {};
  const named = [...commands, HELP].find(({ verb }) => verb === topic.toLowerCase());
  return named ? { topic: named.verb } : guess(commands, topic);
}

const MOST_SLIPS = 2;

/** What was probably meant: to show a request, or the verb at most two slips and half its letters away. */
function guess(commands: readonly Verb[], unknown: string): HelpTopic {
  if (unknown.length > 20) return { unknown };
  if (/^R-\d+$/i.test(unknown)) return { unknown, nearest: `show ${unknown.toUpperCase()}` };
  const word = unknown.toLowerCase();
  const slipsTo = (verb: string) =>
    alignment(word, verb, MOST_SLIPS)?.edits ?? Number.POSITIVE_INFINITY;
  const [nearest] = [...commands, HELP]
    .map(({ verb, meantBy }) => ({ verb, slips: meantBy?.includes(word) ? 0 : slipsTo(verb) }))
    .filter(({ verb, slips }) => slips * 2 <= verb.length)
    .sort((one, other) => one.slips - other.slips);
  return nearest ? { unknown, nearest: nearest.verb } : { unknown };
}

/** Slack sends what was typed with these three escaped. */
function unescaped(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
