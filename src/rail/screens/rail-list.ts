import type { KnownBlock } from "@slack/types";
import type { Rail } from "../../platform/rail-api/rules/rail.ts";
import { actions, header, section } from "../../platform/slack/blocks/blocks.ts";
import { action } from "../../platform/slack/blocks/ids.ts";
import type { Page } from "../../platform/slack/blocks/pages.ts";
import { pageButtons, pageText } from "../../platform/slack/blocks/pages.ts";
import type { Leaf } from "../../platform/slack/blocks/rich-text.ts";
import { lines, named, richText } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { ageOf, counted, isTime } from "../../platform/text/times.ts";
import { railButton } from "../../request/card/rail-button.ts";
import { code, TYPE_NAMES } from "../../request/words.ts";

export interface RailRow {
  railId: string | null;
  /** As people approved it; null where nobody did. */
  name: string | null;
  type: Rail["type"];
  sourceAsset: string;
  destinationAsset: string;
  destinationName: string;
  /** `R-12` or `made elsewhere`. */
  origin: string;
  createdAt: string | null;
}

export interface RailList extends Page {
  rows: readonly RailRow[];
  now: string;
  /** The slash command, such as `/rail`. */
  command: string;
}

/** The name, and below it GBP → GBPA · destination · origin · age; one Rail a row, as the caller ordered them. */
export function railList(props: RailList): Message {
  const { rows, now, total, command } = props;
  const title = `${counted(total, "Rail")}${pageText(props)}`;
  return {
    text: title,
    blocks: [
      header(title),
      ...(total === 0
        ? [section(`The Rail service shows no Rails yet. ${command} new asks for one.`)]
        : rows.length === 0
          ? [section(`Nothing stands on this page. ${command} list starts at the first.`)]
          : rows.flatMap((row) => railRow(row, now))),
      ...pageButtons(props, { previous: action.railsPreviousPage, next: action.railsNextPage }),
    ],
  };
}

/** Ours in bold; a Rail that nobody approved here says so first, and never stands under the service's name for it. */
export function railName({ name, railId }: Pick<RailRow, "name" | "railId">): Leaf[] {
  if (name !== null) return [named(name)];
  return [`Not approved here · Rail ${shortened(railId ?? "", 60, "without an id")}`];
}

function railRow(row: RailRow, now: string): KnownBlock[] {
  const facts = [
    `${TYPE_NAMES[row.type]} ${code(row.sourceAsset)} → ${code(row.destinationAsset)}`,
    `to ${shortened(row.destinationName, 60)}`,
    row.origin,
    isTime(row.createdAt) ? `${ageOf(row.createdAt, now)} old` : "age not shown",
  ];
  const buttons = railButton("Open", action.openRail, row.railId);
  return [
    richText(lines(railName(row), [facts.join(" · ")])),
    ...(buttons.length === 0 ? [] : [actions(...buttons)]),
  ];
}
