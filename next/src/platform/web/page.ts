import { createHash } from "node:crypto";
import { html, raw } from "hono/html";

export type Html = ReturnType<typeof html>;

/** Two looks in one place: the page takes nothing from anywhere. */
const STYLE = `
:root { color-scheme: light dark; --ink: #1d2424; --paper: #fff; --ground: #f5f7f7; --quiet: #566;
  --act: #1f5f5b; --on-act: #fff; --wrong: #b3261e; }
body { margin: 0; font: 1.0625rem/1.55 system-ui, sans-serif; color: var(--ink);
  background: var(--ground); }
main { max-width: 36rem; margin: 8vh auto; padding: 2rem; box-sizing: border-box;
  background: var(--paper); border-radius: .75rem; }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25; }
p, ol, dl, form { margin: 0 0 1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; }
dt, .hint { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
label { display: block; margin: 0 0 .35rem; font-weight: 600; }
input[type=password] { display: block; width: 100%; margin: 0 0 1rem; padding: .6rem .7rem;
  box-sizing: border-box; border: 1px solid var(--quiet); border-radius: .5rem; font: inherit;
  color: inherit; background: transparent; }
input[aria-invalid] { border-color: var(--wrong); }
.error { padding: .75rem 1rem; border-left: 4px solid var(--wrong); }
button, a.button { display: inline-block; padding: .65rem 1.1rem; border: 0; border-radius: .5rem;
  font: inherit; font-weight: 600; color: var(--on-act); background: var(--act);
  text-decoration: none; cursor: pointer; }
:focus-visible { outline: 3px solid #d08700; outline-offset: 2px; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e7eded; --paper: #1c2424; --ground: #121818; --quiet: #a9b8b8;
    --act: #7fc9c2; --on-act: #0f1a19; --wrong: #f2b8b5; }
}
`;

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/** One of our own pages. `html` escapes what is in `content`. */
export function page(title: string, content: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Signalbox</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>`;
}

/** No page runs or loads anything, is framed, stays in a cache or tells anyone its address. */
export function pageHeaders(formAction = "'none'"): Record<string, string> {
  const rules = ["default-src 'none'", `style-src 'sha256-${STYLE_HASH}'`, "base-uri 'none'"];
  const more = [`form-action ${formAction}`, "frame-ancestors 'none'"];
  return {
    "content-security-policy": [...rules, ...more].join("; "),
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
  };
}
