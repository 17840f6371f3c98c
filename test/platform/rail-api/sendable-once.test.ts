import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { sendableOnce } from "../../../src/platform/rail-api/sendable-once.ts";
import { startLyingServer } from "../../support/lying-server.ts";

const HOUR_MS = 3_600_000;
const body = { type: "ON_RAMP", note: "für Öl" };

const post = (baseUrl: string, until: number) =>
  fetch(baseUrl, { method: "POST", duplex: "half", ...sendableOnce(body, until) });

it("a body arrives whole, with its length in bytes", async () => {
  await using server = await startLyingServer((response) => response.end());

  await post(server.baseUrl, Date.now() + HOUR_MS);

  expect(server.received).toMatchObject([{ method: "POST", body: JSON.stringify(body) }]);
});

it("a body whose time is over does not leave, and nothing arrives", async () => {
  await using server = await startLyingServer((response) => response.end());

  await expect(post(server.baseUrl, Date.now() - 1)).rejects.toThrow("fetch failed");

  expect(server.count("POST")).toBe(0);
});

it("a body is judged when it is taken, not when it is made", async () => {
  const until = Date.now() + 50;
  const late = sendableOnce(body, until);
  await setImmediate();
  while (Date.now() <= until);

  await expect(new Response(late.body).text()).rejects.toThrow("Too late");
});

it("a body cannot be taken twice", async () => {
  const once = sendableOnce(body, Date.now() + HOUR_MS);
  await new Response(once.body).text();

  expect(() => new Response(once.body)).toThrow(TypeError);
});
