import { createHash } from "node:crypto";
import { html, raw } from "hono/html";

/** Two looks in one place: the page takes nothing from anywhere. */
const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; font: 1.0625rem/1.55 system-ui, sans-serif; color: #1d2424; background: #f5f7f7; }
main {
  box-sizing: border-box; max-width: 36rem; margin: 8vh auto; padding: 2rem;
  border-radius: .75rem; background: #fff;
}
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25; }
p, ol, dl, form { margin: 0 0 1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; }
dt, .hint { color: #566; }
dd { margin: 0; overflow-wrap: anywhere; }
label { display: block; margin: 0 0 .35rem; font-weight: 600; }
input {
  display: block; box-sizing: border-box; width: 100%; margin: 0 0 1rem; padding: .6rem .7rem;
  border: 1px solid #879; border-radius: .5rem; font: inherit; color: inherit; background: none;
}
input[aria-invalid] { border-color: #b3261e; }
.error { padding: .75rem 1rem; border-left: 4px solid #b3261e; background: #fbeceb; }
code { padding: .1em .35em; border-radius: .25rem; background: #e6eeed; font-size: .95em; }
button, a.button {
  display: inline-block; padding: .65rem 1.1rem; border: 0; border-radius: .5rem; font: inherit;
  font-weight: 600; color: #fff; background: #1f5f5b; text-decoration: none; cursor: pointer;
}
:focus-visible { outline: 3px solid #d08700; outline-offset: 2px; }
@media (prefers-color-scheme: dark) {
  body { color: #e7eded; background: #121818; }
  main { background: #1c2424; }
  dt, .hint { color: #a9b8b8; }
  .error { background: #40211f; }
  code { background: #2b3636; }
  button, a.button { color: #0f1a19; background: #7fc9c2; }
}
`;

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

interface Options {
  status?: 200 | 400 | 403 | 410 | 422 | 503;
  /** An address to which its form may redirect, besides our own. */
  formTo?: string;
  cookie?: string;
}

/**
 * A page of ours as an answer; `html` escapes what is in `content`. It runs and loads nothing, is
 * shown in no frame, stays in no cache, and tells its address to nobody but us.
 */
export async function answerPage(
  title: string,
  content: ReturnType<typeof html>,
  { status = 200, formTo = "", cookie }: Options = {},
): Promise<Response> {
  const page = await html`<!doctype html>
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
  const policy = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; `;
  return new Response(String(page), {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `${policy}form-action 'self' ${formTo}; frame-ancestors 'none'`,
      "cache-control": "no-store",
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
      ...(cookie !== undefined && { "set-cookie": cookie }),
    },
  });
}

/**
 * A cookie for our own address alone, over https alone (loopback counts), and for no script.
 * `seconds`: how long it lives; 0 takes it away.
 */
export const cookieOf = (
  name: string,
  value: string,
  sameSite: "Lax" | "Strict",
  seconds: number,
) => `${name}=${value}; Secure; HttpOnly; SameSite=${sameSite}; Path=/; Max-Age=${seconds}`;
