import type { Hono } from "hono";
import { servePage } from "../page-kit/serve-page.ts";

/** The page itself, which shows itself in frames, two people side by side, and `panels`, each of an origin of its own. */
export function pageFiles(panels: () => readonly string[]): Hono {
  return servePage({
    folder: new URL("./page/", import.meta.url),
    documents: new Map([
      ["", "index.html"],
      ["side-by-side", "side-by-side.html"],
    ]),
    frames: () => ({ shown: ["'self'", ...panels()].join(" "), ancestors: "'self'" }),
  });
}
