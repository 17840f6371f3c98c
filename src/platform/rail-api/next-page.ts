import { RailApiError } from "./rail-api-error.ts";
import type { RailListAnswer } from "./schemas.ts";

interface Place {
  /** The address of the service's own pages; ends in a slash. The token goes nowhere else. */
  base: URL;
  current: URL;
}

interface Walk extends Place {
  /** Addresses of all pages read so far, the current one among them. */
  seen: ReadonlySet<string>;
  maxPages: number;
}

/**
 * The address in `links.next`, relative or absolute, or null at the end of the list. Throws `unexpected-response` rather
 * than to end early: a walk cut short must not look like a complete one, because reconciling counts on it.
 */
export function nextPage({ links, meta }: RailListAnswer, walk: Walk): URL | null {
  if (links.next === null) {
    if (meta.current_page < meta.last_page) fail("there are more pages, but none is named next");
    return null;
  }
  const next = pageAddress(links.next, walk);
  if (walk.seen.has(next.href)) return fail("the next page is one already read");
  if (walk.seen.size >= walk.maxPages) return fail(`more than ${walk.maxPages} pages`);
  return next;
}

/** A link of a page, relative or absolute. Throws `unexpected-response` for one that is unreadable or leads elsewhere. */
export function pageAddress(link: string, { base, current }: Place): URL {
  const page = URL.parse(link, current.href);
  if (!page) return fail("the next page has no readable address");
  page.hash = "";
  if (!isWithin(base, page)) return fail("the next page is outside the base address");
  return page;
}

function isWithin(base: URL, url: URL): boolean {
  return (
    url.origin === base.origin &&
    url.pathname.startsWith(base.pathname) &&
    url.username === "" &&
    url.password === ""
  );
}

function fail(what: string): never {
  throw new RailApiError("unexpected-response", `GET /rails: ${what}`);
}
