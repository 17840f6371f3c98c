import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Deliver } from "../../../src/platform/slack/delivery.ts";
import { createReceiver } from "../../../src/platform/slack/receiver.ts";
import { command, homeOpened, press } from "./bodies.ts";
import { bolt } from "./heard.ts";
import { readableLog } from "./logs.ts";

const SECRET = "0123456789abcdef0123456789abcdef";
const NOW = Date.UTC(2026, 10, 6, 10, 24);
const FORM = "application/x-www-form-urlencoded";

/** `bytes` are sent in the place of those that were signed. */
type Sent = Partial<{ type: string; at: number; secret: string; signature: string; bytes: Buffer }>;

/** Sends it to a receiver, and returns the answer with what was delivered and logged. */
async function send(text: string, sent: Sent = {}, deliver: Deliver = async () => NOTHING) {
  const delivered: object[] = [];
  const { log, lines } = readableLog();
  const { type = "application/json", at = NOW, secret = SECRET } = sent;
  const timestamp = String(Math.floor(at / 1_000));
  const hex = createHmac("sha256", secret).update(`v0:${timestamp}:${text}`).digest("hex");
  const headers = {
    "content-type": type,
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

const NOTHING = { payload: null };
const json = JSON.stringify(homeOpened());
const form = (fields: object) => String(new URLSearchParams(Object.entries(fields)));

describe("what Slack signed", () => {
  it.each([
    ["now", 0, 200],
    ["five minutes ago", -300_000, 200],
    ["over five minutes ago", -301_000, 401],
    ["by a clock five minutes fast", 300_000, 200],
    ["by a clock over five minutes fast", 301_000, 401],
  ])("%s is answered as it should be", async (_, offset, status) => {
    const answer = await send(json, { at: NOW + offset });
    expect(answer.status).toBe(status);
    expect(answer.delivered).toHaveLength(status === 200 ? 1 : 0);
  });

  it.each([
    ["another secret", { secret: "another secret" }],
    ["no signature", { signature: "" }],
    ["a signature of another version", { signature: `v1=${"0".repeat(64)}` }],
    ["a signature in capitals", { signature: `v0=${"A".repeat(64)}` }],
    ["other bytes that read the same", { bytes: Buffer.from(`\ufeff${json}`) }],
  ])("with %s is refused, and says so in the log", async (_, sent) => {
    const { status, delivered, lines } = await send(json, sent);
    expect([status, delivered]).toEqual([401, []]);
    expect(lines.join("")).toMatch(/not-signed|wrong-signature/);
  });
});

describe("what is delivered", () => {
  const clicked = { payload: JSON.stringify(press()) };
  it.each([
    ["an event", "application/json", json, homeOpened()],
    ["an event with a charset", "Application/JSON; charset=utf-8", json, homeOpened()],
    ["a command", FORM, form(command()), command()],
    ["a command with a charset", `${FORM};charset=utf-8`, form(command()), command()],
    ["an interaction", FORM, form(clicked), press()],
  ])("is %s", async (_, type, text, expected) => {
    expect(await send(text, { type })).toMatchObject({ status: 200, delivered: [expected] });
  });

  it.each([
    ["another type", "text/plain", json, 415],
    ["a type that only begins like one", "application/jsonp", json, 415],
    ["no JSON", "application/json", "{", 400],
    ["JSON that is no object", "application/json", "[1]", 400],
    ["a payload that is no JSON", FORM, "payload=%7B", 400],
    ["more than a megabyte", "application/json", `"${"x".repeat(1024 * 1024)}"`, 413],
  ])("is not %s", async (_, type, text, status) => {
    expect(await send(text, { type })).toMatchObject({ status, delivered: [] });
  });
});

describe("the answer", () => {
  it.each([
    ["ssl_check=1", 200],
    [`ssl_check=1&${form(command())}`, 200],
    ["ssl_check=2", 401],
    ["ssl_check=true", 401],
    ["ssl_check=", 401],
  ])("to an unsigned %s is %i, and nothing is delivered", async (text, status) => {
    const answer = await send(text, { type: FORM, signature: "" });
    expect(answer).toMatchObject({ status, body: "", delivered: [] });
  });

  it("is the challenge, the acknowledgement, or without one 500: events come again", async () => {
    const asked = JSON.stringify({ type: "url_verification", challenge: "3eZb" });
    const payload = { response_action: "clear" };

    expect((await send(asked)).body).toBe('{"challenge":"3eZb"}');
    expect((await send(asked, { signature: "" })).status).toBe(401);
    expect((await send(json, {}, async () => ({ payload }))).body).toBe(JSON.stringify(payload));
    expect(await send(json)).toMatchObject({ status: 200, body: "" });
    expect(await send(json, {}, async () => null)).toMatchObject({ status: 500, body: "" });
  });
});

it("gives a replay the key of the first delivery", async () => {
  const { deliver, heard } = bolt();
  for (const _ of ["first", "replay"]) await send(json, {}, deliver);
  expect(heard.map(({ key }) => key)).toEqual(["home:Ev0001", "home:Ev0001"]);
});
