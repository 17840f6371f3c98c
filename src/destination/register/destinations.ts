import type { Command, Parsed } from "../../request/command.ts";
import { wordsOf } from "../../request/command.ts";
import { listAnswer, parseWords } from "../../request/list/narrow.ts";
import type { Destination } from "../../request/rules/destination.ts";
import { addDestinationView } from "../screens/open-destination-form.ts";
import { destinationList } from "./destination-list.ts";

/** What the list is narrowed to, or the form: it whitelists a destination, or imports what the service has already. */
type Args = { words: string } | { kind: Destination["kind"] | null; isImport: boolean };

export const destinationsCommand: Command<Args> = {
  verb: "destinations",
  usage: {
    takes: "[words|add|import]",
    does: "lists wallets and bank accounts; words narrow it: usable, retired, part of a name; add or import opens the form",
  },
  act(args) {
    if ("words" in args) return "look";
    return args.isImport ? "import-destination" : "whitelist-destination";
  },
  parse: read,
  answer: (context, args, { workspaceId, userId, askedIn }) =>
    "words" in args
      ? listAnswer(context, { workspaceId, userId }, destinationList, args.words)
      : addDestinationView(context, workspaceId, { ...args, askedIn }),
};

/** `add` and `import` open the form, also with the kind behind them; everything else narrows the list. */
function read(typed: string): Parsed<Args> {
  const [verb, ...kindWords] = wordsOf(typed).map((word) => word.toLowerCase());
  if (verb !== "add" && verb !== "import") return parseWords(destinationList, typed);
  const kind = KINDS.get(kindWords.join(" "));
  return kind === undefined
    ? { ok: false, problem: PROBLEM }
    : { ok: true, args: { kind, isImport: verb === "import" } };
}

const KINDS = new Map<string, Destination["kind"] | null>([
  ["", null],
  ["wallet", "wallet"],
  ["bank", "bank-account"],
  ["account", "bank-account"],
  ["bank account", "bank-account"],
]);
const PROBLEM =
  "destinations takes words to search for, or add or import for the form, each with wallet or bank after it.";
