import type { RailType } from "../domain/rail.ts";
import { editDistance } from "./edit-distance.ts";

/** Help says why it is given: a word nobody knows, or a known command with arguments that it does not take. */
export interface HelpCommand {
  name: "help";
  topic?: CommandName;
  unknown?: string;
  nearest?: CommandName;
  /** A sentence: what the named command would have needed. */
  problem?: string;
}

export type RailCommand =
  | { name: "home" }
  | { name: "new"; type?: RailType }
  | { name: "list"; page: number }
  | { name: "show"; what: string }
  | { name: "pending" }
  | { name: "withdraw"; number: number }
  | { name: "destinations" }
  | HelpCommand;

/** In the order in which help names them. */
export const COMMAND_NAMES = [
  "new",
  "list",
  "show",
  "pending",
  "withdraw",
  "destinations",
  "help",
] as const;

export type CommandName = (typeof COMMAND_NAMES)[number];

/** Reads what was typed after the slash command. Total: whatever it cannot read becomes help with the reason. */
export function parseRailCommand(text: string): RailCommand {
  const [word = "", ...rest] = unescaped(text).trim().split(/\s+/);
  if (word === "") return { name: "home" };
  const name = word.toLowerCase();
  return isCommandName(name) ? withArguments(name, rest) : { name: "help", ...guess(word) };
}

/** `R-142`, `r142` or `142`; undefined when it is no request number. */
export function readRequestNumber(text: string): number | undefined {
  const digits = /^(?:r-?)?([1-9][0-9]{0,8})$/i.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function withArguments(name: CommandName, rest: readonly string[]): RailCommand {
  const [first] = rest;
  switch (name) {
    case "new":
      return rest.length > 1 ? problem(name, NEW_PROBLEM) : newRail(first);
    case "list":
      return rest.length > 1 ? problem(name, LIST_PROBLEM) : list(first);
    case "show":
      return first === undefined ? problem(name, SHOW_PROBLEM) : { name, what: rest.join(" ") };
    case "withdraw": {
      const number = rest.length === 1 && first ? readRequestNumber(first) : undefined;
      return number === undefined ? problem(name, WITHDRAW_PROBLEM) : { name, number };
    }
    case "pending":
    case "destinations":
      return first === undefined ? { name } : problem(name, `${name} takes nothing after it.`);
    case "help":
      return help(first);
  }
}

const NEW_PROBLEM = "new takes nothing after it, or on or off for the type of Rail.";
const LIST_PROBLEM = "list takes nothing after it, or the number of a page.";
const SHOW_PROBLEM =
  "show needs the name or id of a Rail, or the number of a request such as R-142.";
const WITHDRAW_PROBLEM = "withdraw needs the number of one request, such as R-142.";

function newRail(type: string | undefined): RailCommand {
  switch (type?.toLowerCase()) {
    case undefined:
      return { name: "new" };
    case "on":
      return { name: "new", type: "ON_RAMP" };
    case "off":
      return { name: "new", type: "OFF_RAMP" };
    default:
      return problem("new", NEW_PROBLEM);
  }
}

function list(page: string | undefined): RailCommand {
  if (page === undefined) return { name: "list", page: 1 };
  return /^[1-9][0-9]{0,5}$/.test(page)
    ? { name: "list", page: Number(page) }
    : problem("list", LIST_PROBLEM);
}

function help(topic: string | undefined): HelpCommand {
  if (topic === undefined) return { name: "help" };
  const name = topic.toLowerCase();
  return isCommandName(name) ? { name: "help", topic: name } : { name: "help", ...guess(topic) };
}

function problem(topic: CommandName, sentence: string): HelpCommand {
  return { name: "help", topic, problem: sentence };
}

/** The command that was probably meant: at most two slips away, and fewer slips than half its letters. */
function guess(unknown: string): Pick<HelpCommand, "unknown" | "nearest"> {
  if (unknown.length > 20) return { unknown };
  const [nearest] = COMMAND_NAMES.map((name) => ({
    name,
    slips: editDistance(unknown.toLowerCase(), name),
  }))
    .filter(({ name, slips }) => slips <= 2 && slips * 2 <= name.length)
    .sort((one, other) => one.slips - other.slips);
  return nearest ? { unknown, nearest: nearest.name } : { unknown };
}

function isCommandName(word: string): word is CommandName {
  return COMMAND_NAMES.some((name) => name === word);
}

/** Slack sends what was typed with these three escaped. */
function unescaped(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
