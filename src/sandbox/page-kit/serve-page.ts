import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { type Context, Hono } from "hono";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

interface Page {
  /** The folder has plain files: the browser runs exactly what the repository holds. */
  folder: URL;
  /** The addresses without a file extension. */
  documents: ReadonlyMap<string, string>;
  /** The Content-Security-Policy says what the page may frame, and who may frame the page. */
  frames: () => { shown: string; ancestors: string };
}

/** Serves only the files of one folder and its subfolders. */
export function servePage({ folder, documents, frames }: Page): Hono {
  const serve = async (http: Context) => {
    const { folder: inner, name: wanted = "" } = http.req.param();
    const file = documents.get(wanted) ?? wanted;
    const name = inner === undefined ? file : `${inner}/${file}`;
    const type = TYPES[extname(name)];
    if (!type || !/^([a-z-]+\/)?[a-z-]+\.[a-z]+$/.test(name)) return http.notFound();
    try {
      return http.body(await readFile(new URL(name, folder)), 200, {
        ...headers(frames()),
        "Content-Type": type,
      });
    } catch {
      return http.notFound();
    }
  };
  return new Hono().get("/:name?", serve).get("/:folder/:name", serve);
}

/**
 * Serves the files that the sandbox's pages share. At `/page-kit` a page finds them by the same relative path in the
 * browser as in the repository, because an address does not climb above its root.
 */
export const servePageKit = (): Hono =>
  servePage({
    folder: new URL("./", import.meta.url),
    documents: new Map(),
    frames: () => ({ shown: "'none'", ancestors: "'none'" }),
  });

const headers = ({ shown, ancestors }: ReturnType<Page["frames"]>) => ({
  "Content-Security-Policy": `default-src 'self'; img-src 'self' data:; frame-src ${shown}; base-uri 'none'; form-action 'none'; frame-ancestors ${ancestors}`,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-cache",
});
