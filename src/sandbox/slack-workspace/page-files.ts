import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { Hono } from "hono";

const PAGE = new URL("./page/", import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** What has an address without an ending. */
const DOCUMENTS: ReadonlyMap<string, string> = new Map([
  ["", "index.html"],
  ["side-by-side", "side-by-side.html"],
]);

/** Only the page itself may show the page in a frame: two people side by side. */
const HEADERS = {
  "Content-Security-Policy":
    "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-cache",
};

/** The page itself: plain files, so that what the browser runs is what stands in the repository. */
export function pageFiles(): Hono {
  return new Hono().get("/:name?", async (http) => {
    const wanted = http.req.param("name") ?? "";
    const name = DOCUMENTS.get(wanted) ?? wanted;
    const type = TYPES[extname(name)];
    if (!type || !/^[a-z-]+\.[a-z]+$/.test(name)) return http.notFound();
    try {
      return http.body(await readFile(new URL(name, PAGE)), 200, {
        ...HEADERS,
        "Content-Type": type,
      });
    } catch {
      return http.notFound();
    }
  });
}
