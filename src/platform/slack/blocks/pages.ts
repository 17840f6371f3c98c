import type { Button, KnownBlock } from "@slack/types";
import { actions, button } from "./blocks.ts";

/** One page of a list: the whole of it is reached by its buttons, nothing is cut off. */
export interface Page {
  /** From 1. */
  page: number;
  pageCount: number;
  /** The number of entries in the whole list. */
  total: number;
}

/** How many rows each list shows at a time: a message of ten long ones is still one that Slack takes. */
export const ROWS_PER_PAGE = 10;

/** Buttons carry the number of the page that they lead to, or what `carried` makes of it. */
export function pageButtons(
  { page, pageCount }: Page,
  ids: { previous: string; next: string },
  carried: (page: number) => string = String,
): KnownBlock[] {
  const buttons: Button[] = [
    ...(page > 1 ? [button("Previous page", ids.previous, carried(page - 1))] : []),
    ...(page < pageCount ? [button("Next page", ids.next, carried(page + 1))] : []),
  ];
  return buttons.length === 0 ? [] : [actions(...buttons)];
}

/** `page 2 of 5`; nothing when there is but one. */
export function pageText({ page, pageCount }: Page): string {
  return pageCount > 1 ? ` · page ${page} of ${pageCount}` : "";
}

/** Reads the value of a page button; undefined when it is no page number. */
export function readPage(value: string | undefined): number | undefined {
  return value !== undefined && /^[1-9][0-9]{0,5}$/.test(value) ? Number(value) : undefined;
}

/** One page of a list that is at hand as a whole; a page beyond the end is the last one. */
export function pageOf<Row>(
  rows: readonly Row[],
  wanted: number,
  size = ROWS_PER_PAGE,
): Page & { rows: Row[] } {
  const pageCount = Math.max(1, Math.ceil(rows.length / size));
  const page = Math.min(Math.max(1, wanted), pageCount);
  const start = (page - 1) * size;
  return { page, pageCount, total: rows.length, rows: rows.slice(start, start + size) };
}
