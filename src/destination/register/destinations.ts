import type { BlockAction, Middleware, SlackActionMiddlewareArgs } from "@slack/bolt";
import type { KnownBlock } from "@slack/types";
import {
  actions,
  button,
  header,
  option,
  plain,
  section,
} from "../../platform/slack/blocks/blocks.ts";
import { action } from "../../platform/slack/blocks/ids.ts";
import { limits } from "../../platform/slack/blocks/limits.ts";
import { pageButtons, pageText } from "../../platform/slack/blocks/pages.ts";
import { date, lines, richText } from "../../platform/slack/blocks/rich-text.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { ButtonListener } from "../../platform/slack/intake/listeners.ts";
import { inItsPlace } from "../../platform/slack/intake/privately.ts";
import type { Message } from "../../platform/slack/message.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import type { Command, Parsed } from "../../request/command.ts";
import { wordsOf } from "../../request/command.ts";
import type { Context } from "../../request/context.ts";
import type { Destination } from "../../request/rules/destination.ts";
import { addDestinationView } from "../screens/add-destination.ts";
import { destinationRow } from "./destination-row.ts";
import type { RegisterFilter } from "./register-entries.ts";
import { REGISTER_FILTERS } from "./register-entries.ts";
import type { RegisterList, RegisterQuery } from "./register-list.ts";
import {
  EVERYTHING,
  filtered,
  LONGEST_SEARCH,
  readRegisterQuery,
  registerList,
  registerQueryText,
} from "./register-list.ts";

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
async function destinationsAnswer(
  { db, clock, command }: Pick<Context, "db" | "transaction" | "clock" | "command">,
  workspaceId: string,
  query: RegisterQuery,
): Promise<Message> {
  const list = await registerList({ db, clock }, workspaceId, query, DESTINATIONS_PER_PAGE);
  return destinationList({ ...list, now: clock(), command });
}

/** Another page of the register, in the place of the private list in which the button stands. */
export function destinationsPage(context: Context): ButtonListener {
  return async ({ action, body, respond }) => {
    const query = readRegisterQuery(action.value) ?? EVERYTHING;
    await respond(inItsPlace(await destinationsAnswer(context, workspaceOf(body), query)));
  };
}

/** Another filter: the first page of it, with the same search. */
export function filterDestinations(
  context: Context,
): Middleware<SlackActionMiddlewareArgs<BlockAction>> {
  return async ({ action, body, respond }) => {
    if (action.type !== "static_select") return;
    const query = filtered(action.block_id, action.selected_option.value);
    await respond(inItsPlace(await destinationsAnswer(context, workspaceOf(body), query)));
  };
}

export interface DestinationList extends RegisterList {
  now: string;
  command: string;
}

/** Rows are long here: each has its full value twice and buttons of its own. */
export const DESTINATIONS_PER_PAGE = 5;

/** Lists where money may go, is to go, or goes by Rails made elsewhere; the buttons keep filter and search. */
export function destinationList(props: DestinationList): Message {
  const full = drawn(props, false);
  return [...JSON.stringify(full.blocks)].length <= limits.messageBlocksJson
    ? full
    : drawn(props, true);
}

function drawn(props: DestinationList, isBrief: boolean): Message {
  const { query, rows, total, all, now } = props;
  const count = total === all ? "" : `${total} of `;
  const title = `${count}${counted(all, "destination")}${pageText(props)}`;
  return {
    text: title,
    blocks: [
      header(title),
      controls(props),
      ...searched(props),
      ...(rows.length === 0 ? [section(emptyText(props))] : []),
      ...rows.flatMap((row) => destinationRow(row, now, isBrief)),
      foot(props),
      ...pageButtons(
        props,
        { previous: action.destinationsPreviousPage, next: action.destinationsNextPage },
        (page) => registerQueryText({ ...query, page }),
      ),
    ],
  };
}

/** The block's id carries what is shown, since a menu carries only what is chosen in it. */
function controls({ query }: DestinationList): KnownBlock {
  const options = REGISTER_FILTERS.map((filter) => option(FILTER_NAMES[filter], filter));
  return {
    ...actions(
      {
        type: "static_select",
        action_id: action.filterDestinations,
        placeholder: plain("Show"),
        options,
        initial_option: option(FILTER_NAMES[query.filter], query.filter),
      },
      button("Add wallet", action.addWallet, "add"),
      button("Add bank account", action.addBankAccount, "add"),
      button("Import…", action.importDestination, JSON.stringify({ serviceId: null })),
    ),
    block_id: registerQueryText({ ...query, page: 1 }),
  };
}

const FILTER_NAMES: Record<RegisterFilter, string> = {
  all: "All",
  wallets: "Wallets",
  "bank-accounts": "Bank accounts",
  usable: "May be used now",
  "cooling-down": "Cooling down",
  waiting: "Waiting",
  retired: "Retired",
  unregistered: "Not registered here",
};

function searched({ query, command }: DestinationList): KnownBlock[] {
  const { search } = query;
  if (search === null) return [];
  return [
    section(
      `With “${shortened(search, 80, "blank")}” in name, network, address, IBAN or id. ${command} destinations alone shows all.`,
    ),
  ];
}

function emptyText({ all, command }: DestinationList): string {
  return all === 0
    ? "No wallet or bank account is registered yet. Add one here; approvers decide about it."
    : `Nothing passes. ${command} destinations alone shows all, also those that are retired.`;
}

function foot({ railsReadAt, command }: DestinationList): KnownBlock {
  return richText(
    lines([
      `${command} destinations with words after it searches. Rails made elsewhere are known as the service last showed them; the list of all Rails was `,
      ...(railsReadAt === null
        ? ["never read to its end."]
        : ["last read ", date(railsReadAt), "."]),
    ]),
  );
}
