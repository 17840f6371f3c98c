import { z } from "zod";
import { contentDigest, type Rail, railResource } from "./rail.ts";
import { RailApiError, type RailApiErrorCode } from "./rail-api-error.ts";
import type { Transport } from "./transport.ts";

/** `GET /rails`: of `meta` and `links` what a walk needs. */
const railList = z.object({
  data: z.array(railResource),
  meta: z.object({ current_page: z.int(), last_page: z.int(), total: z.int() }),
  links: z.object({ next: z.string().nullable() }),
});

const MAX_PAGES = 10_000;
/** Handed on together: pages may be small, and each hand-over writes to the database. */
const TOGETHER = 100;

/**
 * Reads all pages of `GET /rails`. A walk that broke off or showed too few Rails throws, because it
 * proves nothing about what is missing. Holds some pages, and an id and a digest for each Rail.
 */
export async function walkRails(
  base: URL,
  read: Transport["read"],
  onRails: (rails: Rail[]) => void | Promise<void>,
): Promise<void> {
  const pagesRead = new Set<string>();
  const ids = new Set<string>();
  const contents = new Set<string>();
  const withoutId = new Map<string, Rail>();
  let total = 0;
  let held: Rail[] = [];
  const handOn = async () => {
    const rails = held;
    held = [];
    if (rails.length > 0) await onRails(rails);
  };
  try {
    for (let page: URL | null = new URL("rails", base); page; ) {
      if (pagesRead.has(page.href)) throw failed("a page leads back to one already read");
      if (pagesRead.size >= MAX_PAGES) throw failed(`more than ${MAX_PAGES} pages`);
      pagesRead.add(page.href);

      const list: z.output<typeof railList> = await read("GET /rails", page, railList);
      total = Math.max(total, list.meta.total);
      for (const rail of list.data) {
        const content = contentDigest(rail);
        if (rail.id === null) {
          withoutId.set(content, rail);
        } else {
          ids.add(rail.id);
          contents.add(content);
          held.push(rail);
        }
      }
      if (held.length >= TOGETHER) await handOn();
      page = nextPage(list, base, page);
    }
  } finally {
    // What a walk saw before it broke off is there, too.
    await handOn();
  }

  // The list may show one Rail with its id and without: it counts once, under its id.
  const unnamed = [...withoutId].flatMap(([content, rail]) => (contents.has(content) ? [] : rail));
  if (unnamed.length > 0) await onRails(unnamed);
  const distinct = ids.size + unnamed.length;
  if (distinct < total) throw failed(`${distinct} of ${total} Rails were shown`, "incomplete");
}

/**
 * The page in `links.next`, null after the last one. Only its path and query are taken, on our own
 * base address: the token goes nowhere else, and a proxy's other scheme or host ends no walk.
 */
function nextPage({ links, meta }: z.output<typeof railList>, base: URL, current: URL): URL | null {
  if (links.next === null) {
    if (meta.current_page < meta.last_page) throw failed("the list ends before its last page");
    return null;
  }
  const named = URL.parse(links.next, current.href);
  if (named === null) throw failed("the next page has no readable address");
  const page = new URL(base);
  page.pathname = named.pathname;
  page.search = named.search;
  // URL has resolved `..` and `%2e%2e`; a server may also resolve encoded slashes and `//`.
  if (!page.pathname.startsWith(base.pathname) || /\/\/|%2f|%5c/i.test(page.pathname)) {
    throw failed("the next page is not below the base address", "page-elsewhere");
  }
  return page;
}

function failed(what: string, code: RailApiErrorCode = "unexpected-response"): RailApiError {
  return new RailApiError(code, `GET /rails: ${what}`);
}
