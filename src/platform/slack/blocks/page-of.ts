import type { Page } from "./pages.ts";
import { ROWS_PER_PAGE } from "./pages.ts";

/** One page of a list that is at hand as a whole; a page beyond the end is the last one. */
export function pageOf<Row>(rows: readonly Row[], wanted: number): Page & { rows: Row[] } {
  const pageCount = Math.max(1, Math.ceil(rows.length / ROWS_PER_PAGE));
  const page = Math.min(Math.max(1, wanted), pageCount);
  const start = (page - 1) * ROWS_PER_PAGE;
  return { page, pageCount, total: rows.length, rows: rows.slice(start, start + ROWS_PER_PAGE) };
}
