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
        ...Array.from({ length: lastPage }, (_, at) =>
          link(`${at + 1}`, address(at + 1), at + 1 === page),
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
