import type { KnownBlock } from "@slack/types";
import type { Destination } from "../../domain/destination.ts";
import { destinationFacts, isUsable } from "../../domain/destination.ts";
import { header, section } from "../blocks.ts";
import { action } from "../ids.ts";
import type { Message } from "../message.ts";
import type { Leaf } from "../rich-text.ts";
import { ago, copyable, date, lines, named, richText } from "../rich-text.ts";
import { counted } from "../times.ts";
import { code } from "../words.ts";
import type { Page } from "./pages.ts";
import { pageButtons, pageText } from "./pages.ts";
import { person } from "./request-body.ts";

export interface DestinationList extends Page {
  destinations: readonly Destination[];
  now: string;
}

/** Whitelisted wallets and bank accounts: the only places into which a Rail may deliver. */
export function destinationList(props: DestinationList): Message {
  const { destinations, now, total } = props;
  const title = `${counted(total, "destination")}${pageText(props)}`;
  return {
    text: title,
    blocks: [
      header(title),
      ...(destinations.length === 0
        ? [section(total === 0 ? NONE : "Nothing stands on this page.")]
        : destinations.map((destination) => destinationRow(destination, now))),
      ...pageButtons(props, {
        previous: action.destinationsPreviousPage,
        next: action.destinationsNextPage,
      }),
    ],
  };
}

const NONE =
  "No wallet or bank account is registered yet. An administrator can whitelist one with the Rail service and register it here.";

function destinationRow(destination: Destination, now: string): KnownBlock {
  const { name, network, value } = destinationFacts(destination);
  const kind = destination.kind === "wallet" ? "Wallet" : "Bank account";
  return richText(
    lines(
      [named(name), ` · ${kind}${network === null ? "" : ` on ${code(network)}`}`],
      [
        "Whitelisted ",
        ago(destination.addedAt),
        " by ",
        person(destination.addedBy),
        ...use(destination, now),
      ],
    ),
    ...copyable(value),
  );
}

function use(destination: Destination, now: string): Leaf[] {
  if (isUsable(destination, now)) return [" · may be used"];
  return destination.retiredAt === null
    ? [" · may be used from ", date(destination.usableFrom)]
    : [" · retired ", date(destination.retiredAt)];
}
