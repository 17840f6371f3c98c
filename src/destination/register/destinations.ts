import type { BlockAction, Middleware, SlackActionMiddlewareArgs } from "@slack/bolt";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { ButtonListener } from "../../platform/slack/intake/listeners.ts";
import { inItsPlace } from "../../platform/slack/intake/privately.ts";
import type { Message } from "../../platform/slack/message.ts";
import type { Command, Parsed } from "../../request/command.ts";
import { wordsOf } from "../../request/command.ts";
import type { Context } from "../../request/context.ts";
import type { Destination } from "../../request/rules/destination.ts";
import { addDestinationView } from "../screens/open-destination-form.ts";
import { DESTINATIONS_PER_PAGE, destinationList } from "./destination-list.ts";
import { destinationRow } from "./destination-row.ts";
import type { RegisterQuery } from "./register-list.ts";
import {
  EVERYTHING,
  findRegisterRow,
  LONGEST_SEARCH,
  queriedAnew,
  queryInBlock,
  readRegisterQuery,
  registerList,
} from "./register-list.ts";

/** A search, or the form that adds a destination: whitelists a new one, or imports what the service has already. */
type Args = { search: string | null } | { kind: Destination["kind"] | null; isImport: boolean };

export const destinationsCommand: Command<Args> = {
  verb: "destinations",
  usage: {
    takes: "[words|add|import]",
    does: "lists registered wallets and bank accounts; words filter the list; add or import, optionally with wallet or bank, opens the form",
  },
  act(args) {
    if ("search" in args) return "look";
    return args.isImport ? "import-destination" : "whitelist-destination";
  },
  parse: read,
  answer: (context, args, { workspaceId, askedIn }) =>
    "search" in args
      ? destinationsAnswer(context, workspaceId, { ...EVERYTHING, search: args.search })
      : addDestinationView(context, workspaceId, { ...args, askedIn }),
};

/** `add` and `import` open the form, also with the kind behind them; everything else is searched for. */
function read(typed: string): Parsed<Args> {
  const words = wordsOf(typed);
  const [verb, ...kindWords] = words.map((word) => word.toLowerCase());
  if (verb === "add" || verb === "import") {
    const kind = KINDS.get(kindWords.join(" "));
    return kind === undefined
      ? { ok: false, problem: PROBLEM }
      : { ok: true, args: { kind, isImport: verb === "import" } };
  }
  const search = words.join(" ");
  if ([...search].length > LONGEST_SEARCH) return { ok: false, problem: TOO_LONG };
  return { ok: true, args: { search: search === "" ? null : search } };
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
const TOO_LONG = `destinations takes no more than ${LONGEST_SEARCH} characters to search for.`;

/** One page of the register, and of what is asked for or was learned from Rails beside it. */
async function destinationsAnswer(
  { db, clock }: Pick<Context, "db" | "clock">,
  workspaceId: string,
  query: RegisterQuery,
): Promise<Message> {
  const list = await registerList({ db, clock }, workspaceId, query, DESTINATIONS_PER_PAGE);
  return destinationList({ ...list, now: clock() });
}

/** Another page of the register, in the place of the private list in which the button stands. */
export function destinationsPage(context: Context): ButtonListener {
  return async ({ action, body, respond }) => {
    const query = readRegisterQuery(action.value) ?? EVERYTHING;
    await respond(inItsPlace(await destinationsAnswer(context, workspaceOf(body), query)));
  };
}

/** Another filter or search, in the place of the list. */
export function queryDestinations(
  context: Context,
): Middleware<SlackActionMiddlewareArgs<BlockAction>> {
  return async ({ action, body, respond }) => {
    const asked =
      action.type === "static_select"
        ? { filter: action.selected_option.value }
        : { search: readSearch(action) };
    const query = queriedAnew(action.block_id, asked);
    await respond(inItsPlace(await destinationsAnswer(context, workspaceOf(body), query)));
  };
}

function readSearch(typed: BlockAction["actions"][number]): string | null {
  const search =
    typed.type === "plain_text_input" ? wordsOf((typed.value ?? "").trim()).join(" ") : "";
  return search === "" ? null : search;
}

/** The menu under the table: one entry with its history, in the place of the list. */
export function openDestination(
  context: Context,
): Middleware<SlackActionMiddlewareArgs<BlockAction>> {
  return async ({ action, body, respond }) => {
    if (action.type !== "static_select") return;
    const query = queryInBlock(action.block_id);
    const ref = action.selected_option.value;
    const row = await findRegisterRow(context, workspaceOf(body), ref);
    const opened = row && destinationRow(row, context.clock(), query);
    const message = opened
      ? { text: "Destination", blocks: opened }
      : await destinationsAnswer(context, workspaceOf(body), query);
    await respond(inItsPlace(message));
  };
}
