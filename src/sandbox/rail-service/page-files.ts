import type { Hono } from "hono";
import { servePage } from "../page-kit/serve-page.ts";

/** The page of the bank and the chain, alone or in a frame of another page of this machine. */
export function pageFiles(): Hono {
  return servePage({
    folder: new URL("./page/", import.meta.url),
    documents: new Map([["", "index.html"]]),
    frames: () => ({ shown: "'none'", ancestors: "'self' http://127.0.0.1:* http://localhost:*" }),
  });
}
