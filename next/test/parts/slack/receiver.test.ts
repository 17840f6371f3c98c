import { createHmac } from "node:crypto";
import { expect, it } from "vitest";
import type { Deliver } from "../../../src/platform/slack/delivery.ts";
import { createReceiver } from "../../../src/platform/slack/receiver.ts";
import { bolt, command, homeOpened, press } from "./bodies.ts";
import { readableLog } from "./logs.ts";

// What is refused has its home in `test/promises/signatures.test.ts`.

const SECRET = "0123456789abcdef0123456789abcdef";
const NOW = Date.UTC(2026, 10, 6, 10, 24);
const FORM = "application/x-www-form-urlencoded";
const NOTHING = { payload: null };

/** `bytes` are sent in the place of those that were signed. */
type Sent = Partial<{ type: string; at: number; signature: string; bytes: Buffer }>;

/** Sends it to a receiver, and returns the answer with what was delivered and logged. */
async function send(text: string, sent: Sent = {}, deliver: Deliver = async () => NOTHING) {
  const delivered: object[] = [];
  const { log, lines } = readableLog();
  const timestamp = String((sent.at ?? NOW) / 1_000);
  const hex = createHmac("sha256", SECRET).update(`v0:${timestamp}:${text}`).digest("hex");
  const headers = {
    "content-type": sent.type ?? "application/json",
    "x-slack-request-timestamp": timestamp,
    "x-slack-signature": sent.signature ?? `v0=${hex}`,
  };
  const heard: Deliver = (body) => {
    delivered.push(body);
    return deliver(body);
  };
  const app = createReceiver({ signingSecret: SECRET, now: () => NOW, log, deliver: heard });
  const init = { method: "POST", headers, body: sent.bytes ?? text };
  const response = await app.request("/slack/events", init);
  return { status: response.status, body: await response.text(), delivered, lines };
}

const json = JSON.stringify(homeOpened());
const form = (fields: object) => String(new URLSearchParams(Object.entries(fields)));

it.each([
  [-300_000, 200],
  [-301_000, 401],
  [300_000, 200],
  [301_000, 401],
])("takes what Slack signed within five minutes: %i ms from now", async (offset, status) => {
  expect(await send(json, { at: NOW + offset })).toMatchObject({ status });
});

it("refuses other bytes that read the same, and says why in the log", async () => {
  const { status, delivered, lines } = await send(json, { bytes: Buffer.from(`\ufeff${json}`) });
  expect([status, delivered]).toEqual([401, []]);
  expect(lines.join("")).toContain("signature mismatch");
});

const clicked = { payload: JSON.stringify(press()) };
it.each([
  ["an event", "application/json", json, homeOpened()],
  ["an event with a charset", "Application/JSON; charset=utf-8", json, homeOpened()],
  ["a command", FORM, form(command()), command()],
  ["a command with a charset", `${FORM};charset=utf-8`, form(command()), command()],
  ["an interaction", FORM, form(clicked), press()],
])("delivers %s", async (_, type, text, expected) => {
  expect(await send(text, { type })).toMatchObject({ status: 200, delivered: [expected] });
});

it.each([
  ["ssl_check=1", 200],
  [`ssl_check=1&${form(command())}`, 200],
  ["ssl_check=2", 401],
  ["ssl_check=", 401],
])("answers an unsigned %s with %i, and delivers nothing", async (text, status) => {
  const answer = await send(text, { type: FORM, signature: "" });
  expect(answer).toMatchObject({ status, body: "", delivered: [] });
});

it("answers the challenge, the acknowledgement, or without one 500: events come again", async () => {
  const asked = JSON.stringify({ type: "url_verification", challenge: "3eZb" });
  const payload = { response_action: "clear" };

  expect((await send(asked)).body).toBe('{"challenge":"3eZb"}');
  expect((await send(asked, { signature: "" })).status).toBe(401);
  expect((await send(json, {}, async () => ({ payload }))).body).toBe(JSON.stringify(payload));
  expect(await send(json)).toMatchObject({ status: 200, body: "" });
  expect(await send(json, {}, async () => null)).toMatchObject({ status: 500, body: "" });
});

it("gives a replay the key of the first delivery", async () => {
  const { deliver, heard } = bolt();
  for (const _ of ["first", "replay"]) await send(json, {}, deliver);
  expect(heard.map(({ key }) => key)).toEqual(["home:Ev0001", "home:Ev0001"]);
});
