import type {
  BlockAction,
  BlockButtonAction,
  Middleware,
  SlackActionMiddlewareArgs,
} from "@slack/bolt";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import { inItsPlace } from "../../platform/slack/intake/privately.ts";
import type { Message } from "../../platform/slack/message.ts";
import type { Command, Parsed } from "../../request/command.ts";
import { wordsOf } from "../../request/command.ts";
import type { Context } from "../../request/context.ts";
import type { Destination } from "../../request/rules/destination.ts";
import { addDestinationView } from "../screens/add-destination.ts";
import { DESTINATIONS_PER_PAGE, destinationList } from "./destination-list.ts";
import type { RegisterQuery } from "./register-list.ts";
import { registerList } from "./register-list.ts";
import { EVERYTHING, filtered, LONGEST_SEARCH, readRegisterQuery } from "./register-query.ts";

/** A search, or the form that adds a destination: whitelists a new one, or imports what the service has already. */
type Args = { search: string | null } | { kind: Destination["kind"] | null; isImport: boolean };

export const destinationsCommand: Command<Args> = {
  verb: "destinations",
  usage: {
    takes: "[words|add|import]",
    does: "lists the wallets and bank accounts into which Rails may deliver, or those with these words; add and import open the form, with wallet or bank after them if you like",
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
export async function destinationsAnswer(
  { db, clock, command }: Pick<Context, "db" | "transaction" | "clock" | "command">,
  workspaceId: string,
  query: RegisterQuery,
): Promise<Message> {
  const list = await registerList({ db, clock }, workspaceId, query, DESTINATIONS_PER_PAGE);
  return destinationList({ ...list, now: clock(), command });
}

/** Another page of the register, in the place of the private list in which the button stands. */
export function destinationsPage(
  deps: Context,
): Middleware<SlackActionMiddlewareArgs<BlockButtonAction>> {
  return async ({ action, body, respond }) => {
    const query = readRegisterQuery(action.value) ?? EVERYTHING;
    await respond(inItsPlace(await destinationsAnswer(deps, workspaceOf(body), query)));
  };
}

/** Another filter: the first page of it, with the same search. */
export function filterDestinations(
  deps: Context,
): Middleware<SlackActionMiddlewareArgs<BlockAction>> {
  return async ({ action, body, respond }) => {
    if (action.type !== "static_select") return;
    const query = filtered(action.block_id, action.selected_option.value);
    await respond(inItsPlace(await destinationsAnswer(deps, workspaceOf(body), query)));
  };
}
