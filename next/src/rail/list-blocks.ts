import type { KnownBlock } from "@slack/types";
import { actions, context, header } from "../platform/slack/blocks/blocks.ts";
import { button, option, select } from "../platform/slack/blocks/elements.ts";
import { bold, type Line, richText, section } from "../platform/slack/blocks/rich-text.ts";
import type { Part } from "../platform/slack/blocks/text.ts";
import { type Message, message } from "../platform/slack/blocks/views.ts";
import { cleanText } from "../platform/text/shown-text.ts";
import { counted, shortAgeOf } from "../platform/text/times.ts";
import { assetsText, nameIn, placeText, quoted } from "../request/card/change-lines.ts";
import { type Account, accountText, type CardFacts, numberOf } from "../request/card/facts.ts";
import { markOf } from "../request/card/mark.ts";
import { heldReason } from "../request/forms/reasons.ts";
import type { Settings } from "../request/rules/settings.ts";

/** A request in a list; of a Rail it is the Rail too. */
export type ListRow = Pick<CardFacts, "request" | "trust" | "count">;

export interface ListPage {
  rows: readonly ListRow[];
  /** Of the whole list, narrowed or not. */
  total: number;
  all: number;
  /** What narrows it, as it was typed; empty if nothing does. */
  words: string;
  /** From 1. */
  page: number;
  pages: number;
  /** What [Next] carries; null on the last page. */
  next: string | null;
  settings: Settings;
  account: Account;
  now: string;
}

/** Rails and requests, held ones first: ten a page. */
export function listMessage(list: ListPage): Message {
  const { rows, total, all, words, page, pages, next, account } = list;
  const title =
    words === "" ? counted(all, "Rail or request", "Rails and requests") : `${total} of ${all}`;
  return message(
    "Rails and requests",
    header(rows.length === 0 && words === "" ? "No Rails yet" : title),
    ...rows.map((row) => richText(section(...rowLines(row, list)))),
    buttonsOf(rows, next),
    context(
      words !== "" && `With the words ${quoted(words)}`,
      pages > 1 ? `Held first · page ${page} of ${pages}` : rows.length > 1 && "Held first",
      accountText(account),
    ),
  );
}

function buttonsOf(rows: readonly ListRow[], next: string | null): Part<KnownBlock> {
  if (rows.length === 0) return actions(button("New Rail", "new-rail", "new"));
  const options = rows.map(({ request }) => {
    const name = nameIn(request.content.change);
    const label = name === null ? numberOf(request) : `${numberOf(request)} · ${quoted(name)}`;
    return option(label, request.id);
  });
  return actions(
    select("open", options, null, "Open…"),
    next !== null && button("Next", "next", next, { says: "Next page" }),
  );
}

function rowLines({ request, trust, count }: ListRow, { settings, now }: ListPage): Line[] {
  const { change } = request.content;
  const { sign, state } = markOf({ request, trust, settings, now });
  // Two requirements have no true total.
  const [only, ...others] = request.state.is === "pending" ? count.progress : [];
  const given = only && Math.min(only.given.length, only.needed);
  const progress = only && others.length === 0 ? ` ${given} of ${only.needed}` : "";
  const name = nameIn(change);
  const age = shortAgeOf(request.requestedAt, now);
  return [
    [
      `${sign} `,
      bold(`${numberOf(request)} · ${state}${progress}`),
      name !== null && ` · ${quoted(name)}`,
    ],
    [`${age}${summaryOf(change)}`],
    ...(trust?.is === "held" ? [[heldReason(trust)]] : []),
  ];
}

function summaryOf(change: ListRow["request"]["content"]["change"]): string {
  switch (change.kind) {
    case "create-rail":
      return ` · ${assetsText(change)} · ${cleanText(change.destination.name, 60)}`;
    case "add-destination":
      return ` · ${placeText(change.value)}`;
    case "resume":
      return "";
  }
}
