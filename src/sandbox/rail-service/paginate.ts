/** The document shows no page size. */
export const PAGE_SIZE = 15;

interface PageOf<Item> {
  data: Item[];
  meta: {
    current_page: number;
    from: number | null;
    last_page: number;
    links: { url: string | null; label: string; active: boolean }[];
    path: string;
    per_page: number;
    to: number | null;
    total: number;
  };
  links: { first: string; last: string; prev: string | null; next: string | null };
}

/** The document shows no query: `page` counts from one, and whatever is no such number means the first. */
export function pageNumber(query: string | undefined): number {
  return /^[1-9]\d{0,11}$/.test(query ?? "") ? Number(query) : 1;
}

/** Wraps the items of one page; `path` is the address of the list without its query. */
export function paginate<Item>(
  data: Item[],
  { page, pageSize, total, path }: { page: number; pageSize: number; total: number; path: string },
): PageOf<Item> {
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

/** The first and last two pages and three on each side of the current one; null stands for a gap. */
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
