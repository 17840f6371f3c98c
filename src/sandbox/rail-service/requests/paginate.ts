import { z } from "zod";
import type { RailPage } from "./schemas.ts";

/** The document shows no page size. */
export const PAGE_SIZE = 15;

/** The query `page`, of which the document shows nothing. */
export const pageNumber = z
  .string()
  .regex(/^[1-9]\d{0,11}$/)
  .transform(Number)
  .catch(1)
  .describe("Not shown by the document. Pages count from 1; anything else means the first.");

/** Wraps the items of one page; `path` is the address of the list without its query. */
export function paginate<Item>(
  data: Item[],
  { page, pageSize, total, path }: { page: number; pageSize: number; total: number; path: string },
): Omit<z.infer<typeof RailPage>, "data"> & { data: Item[] } {
  const lastPage = Math.max(1, Math.ceil(total / pageSize));
  const before = (page - 1) * pageSize;
  const isEmpty = data.length === 0;
  const address = (number: number) => `${path}?page=${number}`;
  const prev = page > 1 ? address(page - 1) : null;
  const next = page < lastPage ? address(page + 1) : null;

  return {
    data,
    meta: {
      current_page: page,
      from: isEmpty ? null : before + 1,
      last_page: lastPage,
      links: [
        { url: prev, label: "&laquo; Previous", active: false },
        ...numberedPages(page, lastPage).map((number) =>
          number === null
            ? { url: null, label: "...", active: false }
            : { url: address(number), label: String(number), active: number === page },
        ),
        { url: next, label: "Next &raquo;", active: false },
      ],
      path,
      per_page: pageSize,
      to: isEmpty ? null : before + data.length,
      total,
    },
    links: { first: address(1), last: address(lastPage), prev, next },
  };
}

/** The first and last two pages and three on each side of the current one; null is a gap. */
function numberedPages(page: number, lastPage: number): (number | null)[] {
  const around = Array.from({ length: 7 }, (_, index) => page - 3 + index);
  const wanted = new Set([1, 2, ...around, lastPage - 1, lastPage]);
  const shown = [...wanted]
    .filter((number) => number >= 1 && number <= lastPage)
    .sort((a, b) => a - b);

  return shown.flatMap((number, index) => {
    const previous = shown[index - 1] ?? 0;
    return number - previous > 1 ? [null, number] : [number];
  });
}
