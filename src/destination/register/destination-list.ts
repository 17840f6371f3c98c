import type { KnownBlock, TableBlock } from "@slack/types";
import {
  actions,
  button,
  header,
  input,
  option,
  plain,
  section,
} from "../../platform/slack/blocks/blocks.ts";
import { action } from "../../platform/slack/blocks/ids.ts";
import { select, textInput } from "../../platform/slack/blocks/inputs.ts";
import { pageButtons, pageText } from "../../platform/slack/blocks/pages.ts";
import { date, lines, richText } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { folded, isCopyable, shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import { entryState } from "./destination-row.ts";
import type { RegisterEntry, RegisterFilter } from "./register-entries.ts";
import { factsOf, REGISTER_FILTERS, refOf } from "./register-entries.ts";
import type { RegisterList, RegisterQuery } from "./register-list.ts";
import { blockIdOf, LONGEST_SEARCH, registerQueryText } from "./register-list.ts";

export interface DestinationList extends RegisterList {
  now: string;
}

/** Slack takes so many of the longest rows there are in one message. */
export const DESTINATIONS_PER_PAGE = 8;

/** Lists where money may go, is to go, or goes by Rails made elsewhere; the buttons keep filter and search. */
export function destinationList(props: DestinationList): Message {
  const { query, rows, total, all } = props;
  const count = total === all ? "" : `${total} of `;
  const title = `${count}${counted(all, "destination")}${pageText(props)}`;
  return {
    text: title,
    blocks: [
      header(title),
      ...(all === 0 ? [] : [searchField(query), filterMenu(query)]),
      ...(rows.length === 0 ? [section(emptyText(props))] : [table(props), openMenu(props)]),
      ...pageButtons(
        props,
        { previous: action.destinationsPreviousPage, next: action.destinationsNextPage },
        (page) => registerQueryText({ ...query, page }),
      ),
      actions(
        button("Add wallet", action.addWallet, "add"),
        button("Add bank account", action.addBankAccount, "add"),
        button("Import…", action.importDestination, JSON.stringify({ serviceId: null })),
      ),
      foot(props),
    ],
  };
}

/** The block's id carries what is shown, since a field and a menu carry only what is typed or chosen in them. */
function searchField(query: RegisterQuery): KnownBlock {
  const field = textInput(query.search, { actionId: action.searchDestinations });
  return input(
    blockIdOf("search", query),
    "Search, then press Enter",
    { ...field, max_length: LONGEST_SEARCH },
    { dispatch_action: true, optional: true },
  );
}

function filterMenu(query: RegisterQuery): KnownBlock {
  const options = REGISTER_FILTERS.map((filter) => option(FILTER_NAMES[filter], filter));
  const menu = select(options, query.filter, action.filterDestinations);
  return { ...actions(menu), block_id: blockIdOf("filter", query) };
}

function table({ rows, now }: DestinationList): TableBlock {
  const text = (words: string) => ({ type: "raw_text", text: folded(words) }) as const;
  return {
    type: "table",
    column_settings: [{ is_wrapped: true }, { is_wrapped: true }, { is_wrapped: true }],
    rows: [
      [text("Name"), text("Status"), text("Address or IBAN")],
      ...rows.map((entry) => {
        const { value } = factsOf(entry);
        const shown = isCopyable(value) ? value : "Not shown: open it";
        return [text(entryName(entry)), richText(lines(entryState(entry, now))), text(shown)];
      }),
    ],
  };
}

/** In quotes where the service alone gave it, since nobody approved that here. */
function entryName(entry: RegisterEntry): string {
  const name = shortened(factsOf(entry).name, 60);
  return entry.is === "unregistered" ? `“${name}”` : name;
}

function openMenu({ rows, query }: DestinationList): KnownBlock {
  const options = rows.map((entry) => {
    const { value } = factsOf(entry);
    const end = isCopyable(value) ? `… ${value.slice(-8)}` : undefined;
    return option(entryName(entry), refOf(entry), end);
  });
  const menu = { ...select(options, null, action.openDestination), placeholder: plain("Open…") };
  return { ...actions(menu), block_id: blockIdOf("open", query) };
}

const FILTER_NAMES: Record<RegisterFilter, string> = {
  all: "All",
  wallets: "Wallets",
  "bank-accounts": "Bank accounts",
  usable: "Ready to use",
  "cooling-down": "Ready later",
  waiting: "Waiting",
  retired: "Retired",
  unregistered: "Not approved here",
};

function emptyText({ all }: DestinationList): string {
  return all === 0
    ? "No wallet or bank account yet. Add one; approvers decide about it."
    : "No matches. Clear the search or choose All.";
}

function foot({ railsReadAt }: DestinationList): KnownBlock {
  return richText(
    lines(
      railsReadAt === null
        ? ["Rails at the service: not read yet."]
        : ["Rails at the service: read ", date(railsReadAt), "."],
    ),
  );
}
