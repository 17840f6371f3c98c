import { actions, button, header, section } from "../../platform/slack/blocks/blocks.ts";
import { action } from "../../platform/slack/blocks/ids.ts";
import { date } from "../../platform/slack/blocks/rich-text.ts";
import { isCopyable, shortened } from "../../platform/text/shown-text.ts";
import type { Command, Parsed } from "../../request/command.ts";
import { wordsOf } from "../../request/command.ts";
import type { List } from "../../request/list/list.ts";
import { listAnswer, listButtons, parseWords } from "../../request/list/narrow.ts";
import { findReview } from "../../request/queries/reviews.ts";
import type { Review } from "../../request/rules/approval/review.ts";
import { isUnreviewed } from "../../request/rules/approval/review.ts";
import type { Destination } from "../../request/rules/destination.ts";
import { whyUnusable } from "../../request/rules/destination.ts";
import type { ListRow } from "../../request/rules/list-row.ts";
import { addDestinationView } from "../screens/open-destination-form.ts";
import { destinationRow, entryState } from "./destination-row.ts";
import type { RegisterEntry } from "./register-list.ts";
import { factsOf, findRegisterRow, readRegister, refOf } from "./register-list.ts";

export interface DestinationListRow extends ListRow {
  entry: RegisterEntry;
}

const STATES = {
  usable: "Ready to use",
  later: "Ready later",
  waiting: "Waiting",
  retired: "Retired",
  contradicted: "Contradicted",
  elsewhere: "Not approved here",
  unreviewed: "Not reviewed yet",
};

/** Destinations that are registered, requested, or used by Rails made elsewhere. */
export const destinationList: List<DestinationListRow> = {
  name: "destinations",
  words: {
    verb: "destinations",
    types: { wallet: "Wallets", bank: "Bank accounts" },
    states: STATES,
  },
  noun: ["destination", "destinations"],
  usualSort: "name",
  // By destination would be by name.
  sorts: ["age", "name"],
  codes: "network",
  columns: ["Name", "Status", "Address or IBAN"],
  async read({ db, clock }, { workspaceId }) {
    const { entries, railsReadAt } = await readRegister(db, workspaceId);
    const now = clock();
    const review = await findReview(db, { workspaceId });
    return {
      rows: entries.map((entry) => destinationListRow(entry, now, review)),
      foot:
        railsReadAt === null
          ? ["Rails at the service: not read yet."]
          : ["Rails at the service: read ", date(railsReadAt), "."],
    };
  },
  hint({ entry }) {
    const { value } = factsOf(entry);
    return isCopyable(value) ? `… ${value.slice(-8)}` : undefined;
  },
  cells({ name, entry }, now) {
    const { value } = factsOf(entry);
    return [name, entryState(entry, now), isCopyable(value) ? value : "Not shown: open it"];
  },
  fileColumns: ["Network", "Id at the Rail service", "Requested by"],
  fileCells({ entry, by }) {
    const { network, serviceId } = factsOf(entry);
    return [network, serviceId, by];
  },
  async open({ db, clock }, { workspaceId }, ref, words) {
    const row = await findRegisterRow({ db }, workspaceId, ref);
    const blocks = row && destinationRow(row, clock(), words);
    return blocks && { text: "Destination", blocks };
  },
  opensInPlace: true,
  nothing: () => [
    header("No destinations yet"),
    section("No wallet or bank account yet. Add one; approvers decide about it."),
  ],
  verbs: [
    actions(
      button("Add wallet", action.addWallet, "add"),
      button("Add bank account", action.addBankAccount, "add"),
      button("Import…", action.importDestination, JSON.stringify({ serviceId: null })),
    ),
  ],
};

export const destinationListButtons = listButtons(destinationList, [action.showDestinations]);

export function destinationListRow(
  entry: RegisterEntry,
  now: string,
  review: Review | null = null,
): DestinationListRow {
  const { id, name, kind, network, value, serviceId, number } = factsOf(entry);
  const unreviewed = isUnreviewed(review, { kind: "destination", ref: id });
  const shown = shortened(name, 60);
  return {
    entry,
    ref: refOf(entry),
    // In quotes where the service alone gave it, since nobody approved that here.
    name: entry.is === "unregistered" ? `“${shown}”` : shown,
    type: kind === "wallet" ? "wallet" : "bank",
    states: [stateOf(entry, now), ...(unreviewed ? (["unreviewed"] as const) : [])],
    assets: network === null ? [] : [network],
    to: name,
    ...since(entry),
    values: [value, serviceId, number],
  };
}

function stateOf(entry: RegisterEntry, now: string): keyof typeof STATES {
  if (entry.is === "unregistered") return "elsewhere";
  if (entry.is === "waiting") return "waiting";
  const unusable = whyUnusable(entry.destination, now);
  return unusable === "cooling-down" ? "later" : (unusable ?? "usable");
}

function since(entry: RegisterEntry): { by: string | null; at: string | null } {
  switch (entry.is) {
    case "registered":
      return { by: entry.destination.addedBy, at: entry.destination.addedAt };
    case "waiting":
      return { by: entry.request.requestedBy, at: entry.request.requestedAt };
    case "unregistered":
      return { by: null, at: null };
  }
}

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
  "After destinations, type words to search for, or add or import, then wallet or bank.";
