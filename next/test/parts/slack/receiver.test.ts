import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { AckAnswer } from "../../../src/platform/slack/delivery.ts";
import { createReceiver } from "../../../src/platform/slack/receiver.ts";
import { command, homeOpened, press } from "./bodies.ts";
import { bolt } from "./heard.ts";
import { readableLog, silent } from "./logs.ts";

const SECRET = "0123456789abcdef0123456789abcdef";
const NOW = Date.UTC(2026, 10, 6, 10, 24);
const FORM = "application/x-www-form-urlencoded";

/** A receiver that keeps what it delivers, and answers with `answer`. */
function receiver(answer: AckAnswer = { payload: null }) {
  const delivered: object[] = [];
  const app = createReceiver({
    signingSecret: SECRET,
    now: () => NOW,
    log: silent,
    deliver: async (body) => {
      delivered.push(body);
      return answer;
    },
  });
  return { app, delivered };
}

interface Sent {
  type?: string;
  at?: number;
  secret?: string;
  signature?: string;
  method?: string;
}

function request(body: string, sent: Sent = {}): Request {
  const { type = "application/json", at = NOW, secret = SECRET, method = "POST" } = sent;
  const timestamp = String(Math.floor(at / 1_000));
  const hex = createHmac("sha256", secret).update(`v0:${timestamp}:${body}`).digest("hex");
  const headers = {
    "content-type": type,
    "x-slack-request-timestamp": timestamp,
    "x-slack-signature": sent.signature ?? `v0=${hex}`,
  };
  const has = method === "POST" ? { body } : {};
  return new Request("https://signalbox.example/slack/events", { method, headers, ...has });
}

const json = JSON.stringify(homeOpened());

describe("what Slack signed", () => {
  it.each([
    ["now", 0, 200],
    ["five minutes ago", -300_000, 200],
    ["over five minutes ago", -301_000, 401],
    ["by a clock five minutes fast", 300_000, 200],
    ["by a clock over five minutes fast", 301_000, 401],
  ])("%s is answered as it should be", async (_, offset, status) => {
    const { app, delivered } = receiver();

    const response = await app.fetch(request(json, { at: NOW + offset }));

    expect(response.status).toBe(status);
    expect(delivered).toHaveLength(status === 200 ? 1 : 0);
  });

  it.each([
    ["another secret", { secret: "another secret" }],
    ["no signature", { signature: "" }],
    ["a signature of another version", { signature: `v1=${"0".repeat(64)}` }],
    ["a signature in capitals", { signature: `v0=${"A".repeat(64)}` }],
    ["zeros", { signature: `v0=${"0".repeat(64)}` }],
  ])("with %s is refused, and says so in the log", async (_, sent) => {
    const { log, lines } = readableLog();
    const deliver = async () => ({ payload: null });
    const app = createReceiver({ signingSecret: SECRET, now: () => NOW, log, deliver });

    expect((await app.fetch(request(json, sent))).status).toBe(401);
    expect(lines.join("")).toMatch(/not-signed|wrong-signature/);
  });

  it("covers the bytes, and not the text in them", async () => {
    const { app, delivered } = receiver();
    const signed = request(`${json}\u00e9`);
    const signature = signed.headers.get("x-slack-signature") ?? "";

    // Not UTF-8: it reads like the text that was signed.
    const body = Buffer.concat([Buffer.from(json), Buffer.from([0xe9])]);
    const altered = new Request(signed.url, { method: "POST", headers: signed.headers, body });

    expect(signature).toMatch(/^v0=/);
    expect((await app.fetch(altered)).status).toBe(401);
    expect(delivered).toEqual([]);
  });
});

describe("what is delivered", () => {
  it.each([
    ["an event", "application/json", json, homeOpened()],
    ["an event with a charset", "Application/JSON; charset=utf-8", json, homeOpened()],
    ["a command", FORM, String(new URLSearchParams(command())), command()],
    [
      "a command with a charset",
      `${FORM};charset=utf-8`,
      String(new URLSearchParams(command())),
      command(),
    ],
    [
      "an interaction",
      FORM,
      String(new URLSearchParams({ payload: JSON.stringify(press()) })),
      press(),
    ],
  ])("is %s", async (_, type, body, expected) => {
    const { app, delivered } = receiver();

    expect((await app.fetch(request(body, { type }))).status).toBe(200);
    expect(delivered).toEqual([expected]);
  });

  it.each([
    ["another type", "text/plain", json, 415],
    ["a type that only begins like one", "application/jsonp", json, 415],
    ["no JSON", "application/json", "{", 400],
    ["JSON that is no object", "application/json", "[1]", 400],
    ["a payload that is no JSON", FORM, "payload=%7B", 400],
    ["more than a megabyte", "application/json", `"${"x".repeat(1024 * 1024)}"`, 413],
  ])("is not %s", async (_, type, body, status) => {
    const { app, delivered } = receiver();

    expect((await app.fetch(request(body, { type }))).status).toBe(status);
    expect(delivered).toEqual([]);
  });

  it("comes by POST alone", async () => {
    const response = await receiver().app.fetch(request("", { method: "GET" }));

    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("POST");
  });
});

describe("the answer", () => {
  it("to an unsigned ssl_check=1 is empty, whatever else the body has", async () => {
    const { app, delivered } = receiver();
    const body = `ssl_check=1&${new URLSearchParams(command())}`;

    const response = await app.fetch(request(body, { type: FORM, signature: "" }));

    expect([response.status, await response.text()]).toEqual([200, ""]);
    expect(delivered).toEqual([]);
  });

  it.each(["ssl_check=2", "ssl_check=true", "ssl_check="])("to %s is a refusal", async (body) => {
    const response = await receiver().app.fetch(request(body, { type: FORM, signature: "" }));

    expect(response.status).toBe(401);
  });

  it("to url_verification is the challenge, if it is signed", async () => {
    const body = JSON.stringify({ type: "url_verification", challenge: "3eZb" });

    const response = await receiver().app.fetch(request(body));
    const unsigned = await receiver().app.fetch(request(body, { signature: "" }));

    expect(await response.json()).toEqual({ challenge: "3eZb" });
    expect(unsigned.status).toBe(401);
  });

  it("is the acknowledgement, or without one 500, so that Slack sends an event again", async () => {
    const said = { payload: { response_action: "clear" } };

    expect(await (await receiver(said).app.fetch(request(json))).json()).toEqual(said.payload);
    expect(await (await receiver().app.fetch(request(json))).text()).toBe("");
    expect((await receiver(null).app.fetch(request(json))).status).toBe(500);
  });
});

it("gives a replay the key of the first delivery", async () => {
  const { deliver, heard } = bolt();
  const app = createReceiver({ signingSecret: SECRET, now: () => NOW, log: silent, deliver });

  for (const _ of ["first", "replay"]) {
    expect((await app.fetch(request(json))).status).toBe(200);
  }
  expect(heard.map(({ key }) => key)).toEqual(["home:Ev0001", "home:Ev0001"]);
});
