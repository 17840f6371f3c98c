import { Hono } from "hono";
import { expect, it } from "vitest";
import { createWeb } from "../../../src/platform/web/web.ts";
import { readableLog } from "./logs.ts";

const { log, lines } = readableLog();
let isReady = async () => true;
const broken = new Hono().get("/broken", () => Promise.reject(new Error("broken")));
const web = createWeb({ routes: [broken], isReady: () => isReady(), metrics: null, log });
const statusOf = async (path: string) => (await web.request(path)).status;

it("lives, and is ready only while it says so", async () => {
  expect(await statusOf("/readyz")).toBe(200);
  for (const silent of [async () => false, () => Promise.reject(new Error("down"))]) {
    isReady = silent;
    expect(await statusOf("/readyz")).toBe(503);
  }
  expect(await statusOf("/healthz")).toBe(200);
});

it("answers a fault with 500 and a line of the log", async () => {
  expect(await statusOf("/broken")).toBe(500);
  expect(lines.join("")).toContain("broken");
});
