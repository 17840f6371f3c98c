import { hash } from "node:crypto";
import type { Rail } from "./rail.ts";
import { RailApiError, type RailApiErrorCode } from "./rail-api-error.ts";
import type { RailList } from "./schemas.ts";

/** How many Rails one walk showed, and how many the service counted at most while it lasted. */
export interface WalkCount {
  distinct: number;
  total: number;
}

const MAX_PAGES = 10_000;

/**
 * Reads all pages of `GET /rails`. A walk that broke off or showed too few Rails throws, because it
 * proves nothing about what is missing. Holds one page, and an id and 44 characters for each Rail.
 */
export async function walkRails(
  base: URL,
  readPage: (page: URL) => Promise<RailList>,
  onPage: (rails: Rail[]) => void | Promise<void>,
): Promise<WalkCount> {
  const pagesRead = new Set<string>();
  const ids = new Set<string>();
  const contents = new Set<string>();
  const withoutId = new Map<string, Rail>();
  let total = 0;
  let page: URL | null = new URL("rails", base);
  while (page) {
    if (pagesRead.has(page.href)) throw failed("a page leads back to one already read");
    if (pagesRead.size >= MAX_PAGES) throw failed(`more than ${MAX_PAGES} pages`);
    pagesRead.add(page.href);

    const list = await readPage(page);
    total = Math.max(total, list.meta.total);
    const withId: Rail[] = [];
    for (const rail of list.data) {
      const content = contentOf(rail);
      if (rail.id === null) {
        withoutId.set(content, rail);
      } else {
        ids.add(rail.id);
        contents.add(content);
        withId.push(rail);
      }
    }
    await onPage(withId);
    page = nextPage(list, base, page);
  }

  // The list may show one Rail with its id and without: it counts once, under its id.
  const unnamed = [...withoutId].flatMap(([content, rail]) => (contents.has(content) ? [] : rail));
  if (unnamed.length > 0) await onPage(unnamed);
  const distinct = ids.size + unnamed.length;
  if (distinct < total) throw failed(`${distinct} of ${total} Rails were shown`, "incomplete");
  return { distinct, total };
}

/**
 * The page in `links.next`, null after the last one. Only its path and query are taken, on our own
 * base address: the token goes nowhere else, and a proxy's other scheme or host ends no walk.
 */
function nextPage({ links, meta }: RailList, base: URL, current: URL): URL | null {
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

/** Tells a Rail without an id from others, by what does not change from reading to reading. */
function contentOf(rail: Rail): string {
  const kept = (key: string, value: unknown) =>
    /^(id|displayName|createdAt)$/.test(key) ? undefined : value;
  return hash("sha256", JSON.stringify(rail, kept), "base64");
}

function failed(what: string, code: RailApiErrorCode = "unexpected-response"): RailApiError {
  return new RailApiError(code, `GET /rails: ${what}`);
}
