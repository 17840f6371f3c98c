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
import type { Message } from "../../platform/slack/message.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import { destinationRow } from "./destination-row.ts";
import type { RegisterFilter } from "./register-entries.ts";
import { REGISTER_FILTERS } from "./register-entries.ts";
import type { RegisterList } from "./register-list.ts";
import { registerQueryText } from "./register-query.ts";

export interface DestinationList extends RegisterList {
  now: string;
  /** The slash command, such as `/rail`. */
  command: string;
}

/** Rows are long here: each has its full value twice and buttons of its own. */
export const DESTINATIONS_PER_PAGE = 5;

/** Where money may go, is to go, or goes by Rails made elsewhere; the buttons keep filter and search. */
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
