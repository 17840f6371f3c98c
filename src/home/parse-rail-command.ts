import { LONGEST_SEARCH } from "../destination/register/register-query.ts";
import type { RailType } from "../platform/rail-api/rules/rail.ts";
import { alignment } from "../platform/text/edit-distance.ts";
import { visibleOf } from "../platform/text/typed-text.ts";
import type { Destination } from "../request/rules/destination.ts";

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
  | { name: "destinations"; search: string | null }
  /** The form that adds one: whitelists a new one, or imports what the service has whitelisted already. */
  | { name: "add-destination"; kind: Destination["kind"] | null; isImport: boolean }
  | { name: "check"; text: string }
  /** With the reason as it was typed, whatever it holds. */
  | { name: "freeze"; typed: string }
  | { name: "resume" }
  | { name: "health" }
  | { name: "setup" }
  | PolicyCommand
  | HelpCommand;

export type PolicyCommand = { name: "policy" } & (
  | { verb: "show" | "history"; page: number }
  /** Without words for the form. */
  | { verb: "test"; words: readonly string[] }
  | { verb: "propose" }
);

/** In the order in which help names them. */
export const COMMAND_NAMES = [
  "new",
  "list",
  "show",
  "pending",
  "withdraw",
  "destinations",
  "check",
  "freeze",
  "resume",
  "health",
  "setup",
  "policy",
  "help",
] as const;

export type CommandName = (typeof COMMAND_NAMES)[number];

/** Reads what was typed after the slash command. Total: whatever it cannot read becomes help with the reason. */
export function parseRailCommand(text: string): RailCommand {
  const line = unescaped(text).trim();
  const [word = "", ...rest] = line.split(/\s+/);
  if (word === "") return { name: "home" };
  const lower = word.toLowerCase();
  // An emergency stop does not fail for a character that was pasted with it.
  const name = visibleOf(lower) === "freeze" ? "freeze" : (ALIASES.get(lower) ?? lower);
  if (!isCommandName(name)) return { name: "help", ...guess(word) };
  const typed = line.slice(word.length).trim();
  if (name === "freeze") return { name, typed };
  // Letter by letter as it was typed: what hides in it is what is looked for.
  return name === "check" ? check(typed) : withArguments(name, rest);
}

const ALIASES = new Map([["set-up", "setup"]]);

/** `R-142`, `r142` or `142`; undefined when it is no request number. */
export function readRequestNumber(text: string): number | undefined {
  const digits = /^(?:r-?)?([1-9][0-9]{0,8})$/i.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function withArguments(
  name: Exclude<CommandName, "check" | "freeze">,
  rest: readonly string[],
): RailCommand {
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
    case "resume":
    case "health":
    case "setup":
      return first === undefined ? { name } : problem(name, `${name} takes nothing after it.`);
    case "destinations":
      return destinations(rest);
    case "policy":
      return policy(rest);
    case "help":
      return help(first);
  }
}

const NEW_PROBLEM = "new takes nothing after it, or on or off for the type of Rail.";
const LIST_PROBLEM = "list takes nothing after it, or the number of a page.";
const SHOW_PROBLEM =
  "show needs the name or id of a Rail, or the number of a request such as R-142.";
const WITHDRAW_PROBLEM = "withdraw needs the number of one request, such as R-142.";
const CHECK_PROBLEM =
  "check needs an IBAN or a blockchain address after it, or a text with some in it.";
const DESTINATIONS_PROBLEM =
  "destinations takes words to search for, or add or import for the form, each with wallet or bank after it.";
const POLICY_PROBLEM =
  "policy takes show, test, propose or history after it; show and history the number of a page behind that.";
const SEARCH_PROBLEM = `destinations takes no more than ${LONGEST_SEARCH} characters to search for.`;

function check(text: string): RailCommand {
  return text === "" ? problem("check", CHECK_PROBLEM) : { name: "check", text };
}

/** `add` and `import` open the form, also with the kind behind them; everything else is searched for. */
function destinations(rest: readonly string[]): RailCommand {
  const [verb, kindWord, ...more] = rest.map((word) => word.toLowerCase());
  if (verb === "add" || verb === "import") {
    const kind = kindWord === undefined ? null : KINDS.get([kindWord, ...more].join(" "));
    return kind === undefined
      ? problem("destinations", DESTINATIONS_PROBLEM)
      : { name: "add-destination", kind, isImport: verb === "import" };
  }
  const search = rest.join(" ");
  if ([...search].length > LONGEST_SEARCH) return problem("destinations", SEARCH_PROBLEM);
  return { name: "destinations", search: search === "" ? null : search };
}

function policy([verb = "show", ...rest]: readonly string[]): RailCommand {
  const [page = "1", ...more] = rest;
  switch (verb.toLowerCase()) {
    case "show":
    case "history": {
      const isPage = /^[1-9][0-9]{0,5}$/.test(page) && more.length === 0;
      const named = verb.toLowerCase() === "show" ? "show" : "history";
      return isPage
        ? { name: "policy", verb: named, page: Number(page) }
        : problem("policy", POLICY_PROBLEM);
    }
    case "test":
      return { name: "policy", verb: "test", words: rest };
    case "propose":
      return rest.length === 0
        ? { name: "policy", verb: "propose" }
        : problem("policy", POLICY_PROBLEM);
    default:
      return problem("policy", POLICY_PROBLEM);
  }
}

const KINDS = new Map<string, Destination["kind"]>([
  ["wallet", "wallet"],
  ["bank", "bank-account"],
  ["account", "bank-account"],
  ["bank account", "bank-account"],
]);

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

const MOST_SLIPS = 2;
/** What people type who want sending to stop. */
const STOPS = ["stop", "halt"];

/** The command that was probably meant: at most two slips away, and fewer slips than half its letters. */
function guess(unknown: string): Pick<HelpCommand, "unknown" | "nearest"> {
  if (unknown.length > 20) return { unknown };
  if (STOPS.includes(unknown.toLowerCase())) return { unknown, nearest: "freeze" };
  const [nearest] = COMMAND_NAMES.map((name) => ({
    name,
    slips: alignment(unknown.toLowerCase(), name, MOST_SLIPS)?.edits ?? Number.POSITIVE_INFINITY,
  }))
    .filter(({ name, slips }) => slips * 2 <= name.length)
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
