import { z } from "zod";

/** The query `page`, of which the document shows nothing: anything but a number means the first. */
export const pageNumber = z
  .string()
  .regex(/^[1-9]\d{0,11}$/)
  .transform(Number)
  .catch(1);

interface Slice {
  page: number;
  pageSize: number;
  total: number;
  /** The address of the list without its query. */
  path: string;
}

/** Wraps the items of one page as the document's `GET /rails`. */
export function paginate<Item>(data: Item[], { page, pageSize, total, path }: Slice) {
  const lastPage = Math.max(1, Math.ceil(total / pageSize));
  const before = (page - 1) * pageSize;
  const address = (number: number) => `${path}?page=${number}`;
  const prev = page > 1 ? address(page - 1) : null;
  const next = page < lastPage ? address(page + 1) : null;
  const link = (label: string, url: string | null, active = false) => ({ url, label, active });

  return {
    data,
    meta: {
      current_page: page,
      from: data.length === 0 ? null : before + 1,
      last_page: lastPage,
      links: [
        link("&laquo; Previous", prev),
        ...pagesAround(page, lastPage).map((number) =>
          number === null ? link("...", null) : link(`${number}`, address(number), number === page),
        ),
        link("Next &raquo;", next),
      ],
      path,
      per_page: pageSize,
      to: data.length === 0 ? null : before + data.length,
      total,
    },
    links: { first: address(1), last: address(lastPage), prev, next },
  };
}

/** The first and last two pages and three on each side of the current one; null is a gap. */
function pagesAround(page: number, lastPage: number): (number | null)[] {
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
