import { readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { basename } from "node:path";
import { type Context, Hono } from "hono";
import { html } from "hono/html";

export type Html = ReturnType<typeof html>;

interface Page {
  title: string;
  /** Addresses of further style sheets. */
  styles: readonly string[];
  /** The address of the stream whose event `change` makes the page be read again, if any does. */
  events?: string;
  body: Html;
  /** Where its forms may lead; without it they lead nowhere. */
  formAction?: string;
}

/** A whole page. With `events` `browser/live.ts` keeps it as the server would draw it now. */
export const showPage = (http: Context, { title, styles, events, body, formAction }: Page) =>
  http.html(
    html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href="/page-kit/icon.svg" type="image/svg+xml">
    ${["/page-kit/base.css", ...styles].map((href) => html`<link rel="stylesheet" href="${href}">`)}
    ${events && html`<script type="module" src="/page-kit/live.ts"></script>`}
  </head>
  <body${attributes({ "data-events": events })}>${body}</body>
</html>`,
    undefined,
    {
      "Content-Security-Policy": `${events ? LIVE : STILL}; base-uri 'none'; form-action ${formAction ?? "'none'"}; frame-ancestors 'none'`,
      ...PLAIN,
      // A form under "no-referrer" has no origin, so the server could not recognise its own page.
      ...(formAction && { "Referrer-Policy": "same-origin" }),
      "Cache-Control": "no-store",
    },
  );

/** Attributes of an element; of false and undefined there is none. */
export const attributes = (
  given: Readonly<Record<string, string | number | boolean | undefined>>,
): Html[] =>
  Object.entries(given).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    return [value === true ? html` ${name}` : html` ${name}="${value}"`];
  });

/** The attributes with which a button, a link or a form posts this to an address. */
export const posts = (address: string, body: object = {}): Html =>
  html`data-post="${address}" data-body="${JSON.stringify(body)}"`;

/** Serves these files, by the last part of their address. */
export const serveFiles = (files: Readonly<Record<string, URL>>): Hono =>
  new Hono().get("/:name", async (http, next) => {
    const { name } = http.req.param();
    const file = Object.hasOwn(files, name) && files[name];
    if (!file) return next();
    const type = TYPES[name.split(".").at(-1) ?? ""] ?? "text/plain";
    const text = await readFile(file, "utf8");
    return http.body(name.endsWith(".ts") ? stripTypeScriptTypes(text) : text, 200, {
      ...PLAIN,
      "Content-Type": `${type}; charset=utf-8`,
      "Cache-Control": "no-cache",
    });
  });

const LIVE = "default-src 'self'; img-src 'self' data:";
const STILL = "default-src 'none'; style-src 'self'; img-src 'self'";

const PLAIN = { "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer" };

const TYPES: Readonly<Record<string, string>> = {
  css: "text/css",
  js: "text/javascript",
  ts: "text/javascript",
  svg: "image/svg+xml",
};

const KIT = ["base.css", "icon.svg"].concat(
  ["focus", "live", "post"].map((name) => `browser/${name}.ts`),
);

/** What every page loads, for the address `/page-kit`. */
export const servePageKit = (): Hono =>
  serveFiles({
    ...Object.fromEntries(KIT.map((path) => [basename(path), new URL(path, import.meta.url)])),
    "idiomorph.js": new URL(import.meta.resolve("idiomorph")),
  });
