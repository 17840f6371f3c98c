import { Hono } from "hono";
import { html } from "hono/html";
import { expect, it } from "vitest";
import { page, pageHeaders } from "../../../src/platform/web/page.ts";
import { createWeb } from "../../../src/platform/web/web.ts";
import { readableLog } from "./logs.ts";

const { log, lines } = readableLog();
let isReady = async () => true;
const pages = new Hono().get("/setup", (c) =>
  c.html(page("Set <up>", html`<p>${"<script>"}</p>`), 200, pageHeaders("'self'")),
);
const broken = new Hono().get("/broken", () => Promise.reject(new Error("broken")));
const metrics = { token: "metrics-token", contentType: "text/plain", text: async () => "up 1" };
const web = createWeb({ routes: [pages, broken], isReady: () => isReady(), metrics, log });
const get = async (path: string, token = "") => {
  const response = await web.request(path, { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, text: await response.text(), headers: response.headers };
};

it("lives, and is ready only while it says so", async () => {
  expect(await get("/readyz")).toMatchObject({ status: 200 });
  for (const silent of [async () => false, () => Promise.reject(new Error("down"))]) {
    isReady = silent;
    expect(await get("/readyz")).toMatchObject({ status: 503 });
  }
  expect(await get("/healthz")).toMatchObject({ status: 200 });
});

it("shows metrics to whoever has their token", async () => {
  expect(await get("/metrics", "metrics-token")).toMatchObject({ status: 200, text: "up 1" });
  expect(await get("/metrics", "another")).toMatchObject({ status: 401 });
  const without = createWeb({ routes: [], isReady, log });
  expect((await without.request("/metrics")).status).toBe(404);
});

it("shows pages that run nothing, and answers a fault with 500 and a line of the log", async () => {
  const { text, headers } = await get("/setup");
  expect(text).toMatch(/Set &lt;up&gt;.*<p>&lt;script&gt;<\/p>/s);
  expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'.*form-action 'self'/);
  expect(await get("/broken")).toMatchObject({ status: 500, text: "" });
  expect(lines.join("")).toContain("broken");
});
