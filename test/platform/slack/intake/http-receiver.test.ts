import type { App as BoltApp } from "@slack/bolt";
import { App } from "@slack/bolt";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { boltLogger, createLogger } from "../../../../src/platform/process/logger.ts";
import { createHttpReceiver } from "../../../../src/platform/slack/intake/http-receiver.ts";
import type { WebServer } from "../../../../src/platform/web/server.ts";
import { startWebServer } from "../../../../src/platform/web/server.ts";
import { FORM, SIGNING_SECRET, signedRequest } from "../../../support/signed-request.ts";

const JSON_TYPE = "application/json";
const COMMAND = String(
  new URLSearchParams({ command: "/rail", text: "list £", team_id: "T1", user_id: "U1" }),
);
const MIB = 1024 * 1024;

let web: WebServer;
/** What reached Bolt's listeners. */
const heard: unknown[] = [];
beforeAll(async () => {
  const logger = createLogger("silent");
  const clock = () => new Date().toISOString();
  const receiver = createHttpReceiver({ signingSecret: SIGNING_SECRET, clock, logger });
  const app = new App({
    receiver,
    authorize: async () => ({ botToken: "xoxb-1", botId: "B1", botUserId: "U0BOT" }),
    logger: boltLogger(logger),
  });
  listen(app);
  web = await startWebServer({
    port: 0,
    isReady: async () => true,
    failed: () => expect.unreachable("A request failed"),
    slack: receiver.routes,
  });
});
afterAll(() => web.stop());
beforeEach(() => {
  heard.length = 0;
});

function listen(app: BoltApp): void {
  app.command("/rail", async ({ body, ack, context }) => {
    heard.push({ text: body.text, retryNum: context.retryNum, retryReason: context.retryReason });
    await ack({ text: "Here they are" });
    await ack({ text: "Once more" });
  });
  app.command("/text", ({ ack }) => ack("As a text"));
  app.action("press", async ({ ack }) => {
    heard.push("press");
    await ack();
  });
  app.event("app_home_opened", async ({ event }) => void heard.push(event.type));
  app.error(async () => {});
}

const send = (request: RequestInit) => fetch(`http://127.0.0.1:${web.port}/slack/events`, request);

const now = () => Math.floor(Date.now() / 1000);

describe("what Slack signed", () => {
  it("reaches Bolt, and the first acknowledgement is the answer", async () => {
    const answer = await send(signedRequest(COMMAND));

    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ text: "Here they are" });
    expect(heard).toMatchObject([{ text: "list £" }]);
  });

  it("is answered with a text, or with nothing", async () => {
    const text = await send(signedRequest("command=%2Ftext&team_id=T1"));
    expect([text.status, await text.text()]).toEqual([200, "As a text"]);

    const nothing = await send(signedRequest(pressed({ user: { id: "U1" } })));
    expect([nothing.status, await nothing.text()]).toEqual([200, ""]);
    expect(heard).toEqual(["press"]);
  });

  it("is an event as JSON", async () => {
    const event = { type: "event_callback", team_id: "T1", event: { type: "app_home_opened" } };
    const answer = await send(signedRequest(JSON.stringify(event), { contentType: JSON_TYPE }));

    expect(answer.status).toBe(200);
    await expect.poll(() => heard).toEqual(["app_home_opened"]);
  });

  it("says how often Slack has tried, and why", async () => {
    const { headers, ...request } = signedRequest(COMMAND);
    await send({
      ...request,
      headers: { ...headers, "x-slack-retry-num": "2", "x-slack-retry-reason": "http_timeout" },
    });

    expect(heard).toMatchObject([{ retryNum: 2, retryReason: "http_timeout" }]);
  });

  it("may have a charset behind its type", async () => {
    const contentType = `${FORM}; charset=utf-8`;

    expect((await send(signedRequest(COMMAND, { contentType }))).status).toBe(200);
  });

  it("counts in bytes, not as the text that they make", async () => {
    const body = Buffer.concat([Buffer.from(`${COMMAND}&name=`), Buffer.from([0xff, 0xfe])]);
    const asText = new Uint8Array(Buffer.from(body.toString()));

    expect((await send(signedRequest(new Uint8Array(body)))).status).toBe(200);
    expect((await send(signedRequest(asText, { signedBody: body }))).status).toBe(401);
  });

  it.each([-290, 290])("may be %i seconds off", async (seconds) => {
    expect((await send(signedRequest(COMMAND, { timestamp: now() + seconds }))).status).toBe(200);
  });

  it("echoes the challenge with which Slack tries an address", async () => {
    const challenge = JSON.stringify({ type: "url_verification", challenge: "c1", token: "x" });
    const answer = await send(signedRequest(challenge, { contentType: JSON_TYPE }));

    expect(await answer.json()).toEqual({ challenge: "c1" });
    expect((await send({ ...signedRequest(challenge), headers: json })).status).toBe(401);
  });

  it("is answered 500 where Bolt cannot make sense of it, and the next one is served", async () => {
    expect((await send(signedRequest(pressed({})))).status).toBe(500);
    expect((await send(signedRequest(COMMAND))).status).toBe(200);
  });

  it.each([
    { what: "a command that nobody listens to", body: "command=%2Fother&team_id=T1" },
    { what: "what is nothing of Slack's", body: "hello=there" },
  ])("is answered 404 at once where it is $what", async ({ body }) => {
    expect((await send(signedRequest(body))).status).toBe(404);
  });

  it.each(["{", "[]", "null", '"text"', ""])(
    "is answered 400 where its JSON is %j",
    async (body) => {
      expect((await send(signedRequest(body, { contentType: JSON_TYPE }))).status).toBe(400);
      const payload = String(new URLSearchParams({ payload: body }));
      expect((await send(signedRequest(payload))).status).toBe(400);
    },
  );
});

describe("what Slack did not sign is refused, and reaches nobody:", () => {
  it.each([
    { why: "another secret", request: () => signedRequest(COMMAND, { secret: "another" }) },
    { why: "a changed body", request: () => ({ ...signedRequest(COMMAND), body: `${COMMAND}1` }) },
    { why: "a stale time", request: () => signedRequest(COMMAND, { timestamp: now() - 310 }) },
    { why: "a time to come", request: () => signedRequest(COMMAND, { timestamp: now() + 310 }) },
    { why: "no number for a time", request: () => signedRequest(COMMAND, { timestamp: "NaN" }) },
    { why: "a time twice", request: () => signedRequest(COMMAND, { timestamp: `${now()}, 1` }) },
    { why: "no signature", request: () => without("x-slack-signature") },
    { why: "no time", request: () => without("x-slack-request-timestamp") },
    { why: "neither", request: () => ({ ...signedRequest(COMMAND), headers: form }) },
    {
      why: "an older version",
      request: () => signedWith((signature) => `v1${signature.slice(2)}`),
    },
    { why: "a cut signature", request: () => signedWith((signature) => signature.slice(0, -2)) },
    { why: "more behind it", request: () => signedWith((signature) => `${signature}00`) },
    { why: "an empty signature", request: () => signedWith(() => "") },
  ])("$why", async ({ request }) => {
    const answer = await send(request());

    expect([answer.status, await answer.text()]).toEqual([401, ""]);
    expect(heard).toEqual([]);
  });

  it("only the check of the certificate needs no signature, and nothing else in it counts", async () => {
    for (const body of ["ssl_check=1&token=x", `ssl_check=1&${COMMAND}`]) {
      const answer = await send({ method: "POST", headers: form, body });
      expect([answer.status, await answer.text()]).toEqual([200, ""]);
    }
    for (const body of [`ssl_check=0&${COMMAND}`, `ssl_check=&${COMMAND}`]) {
      expect((await send({ method: "POST", headers: form, body })).status).toBe(401);
    }
    expect((await send({ method: "POST", headers: json, body: '{"ssl_check":1}' })).status).toBe(
      401,
    );
    expect(heard).toEqual([]);
  });
});

describe("what does not come as Slack sends it", () => {
  it.each(["GET", "PUT", "DELETE", "OPTIONS"])("is told that %s is not allowed", async (method) => {
    const answer = await send({ method });

    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
  });

  it.each(["text/plain", "multipart/form-data; boundary=x", "application/jsonp", ""])(
    "is told that the content type %j is not taken",
    async (contentType) => {
      expect((await send(signedRequest(COMMAND, { contentType }))).status).toBe(415);
    },
  );

  it("may have one MiB, and not a byte more", async () => {
    const ofSize = (size: number) => `${COMMAND}&x=`.padEnd(size, "x");

    expect((await send(signedRequest(ofSize(MIB)))).status).toBe(200);
    expect((await send(signedRequest(ofSize(MIB + 1)))).status).toBe(413);
    expect(heard).toHaveLength(1);
  });

  it("is cut off at one MiB where it does not say how long it is", async () => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(64 * 1024));
        if (sent === 64) controller.close();
      },
    });
    const { headers, method } = signedRequest(COMMAND);

    const answer = await send({ method, headers, body, duplex: "half" });

    expect(answer.status).toBe(413);
    expect(heard).toEqual([]);
  });
});

const form = { "content-type": FORM };
const json = { "content-type": JSON_TYPE };

function pressed(by: object): string {
  const press = { type: "block_actions", team: { id: "T1" }, actions: [{ action_id: "press" }] };
  return String(new URLSearchParams({ payload: JSON.stringify({ ...press, ...by }) }));
}

function without(header: "x-slack-signature" | "x-slack-request-timestamp"): RequestInit {
  const { headers, ...request } = signedRequest(COMMAND);
  const { [header]: _, ...others } = headers;
  return { ...request, headers: others };
}

function signedWith(change: (signature: string) => string): RequestInit {
  const { headers, ...request } = signedRequest(COMMAND);
  const signature = change(headers["x-slack-signature"]);
  return { ...request, headers: { ...headers, "x-slack-signature": signature } };
}
