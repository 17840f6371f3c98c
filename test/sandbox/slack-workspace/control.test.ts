import { once } from "node:events";
import { get } from "node:http";
import { WebAPIRateLimitedError } from "@slack/web-api";
import { expect, it, test } from "vitest";
import { WebSocket } from "ws";
import { ANA, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { openAcme, webClient } from "../support/acme.ts";
import { modal, section } from "../support/blocks.ts";
import { openRequestUrl, openSocket } from "../support/raw-app.ts";

const DAY = 86_400_000;

/** A workspace, and what an app without Bolt does there. */
async function openRoom() {
  const acme = await openAcme();
  const { slack, client } = acme;
  return Object.assign(acme, {
    connected: () => openSocket(slack),
    type: (line = "/rail new") => acme.as(ANA).say(TREASURY, line),
    post: () => client.chat.postMessage({ channel: TREASURY, text: "hello" }),
    open: (trigger_id: unknown) =>
      client.views.open({ trigger_id: String(trigger_id), view: modal("New Rail") }),
  });
}

type Room = Awaited<ReturnType<typeof openRoom>>;

/** What each switch is set to, and what is seen then. */
const SWITCHES: Record<string, [value: unknown, isSeen: (room: Room) => Promise<unknown>]> = {
  isDown: [true, ({ client }) => expect(client.auth.test()).rejects.toThrow("503")],
  slowMs: [
    60,
    async ({ slack }) => {
      const start = performance.now();
      await webClient(slack, "").blocks.validate({ blocks: [section("x")] });
      expect(performance.now() - start).toBeGreaterThan(55);
    },
  ],
  postsAtOnce: [
    1,
    async ({ post, slack }) => {
      const posted = await Promise.allSettled([post(), post(), post()]);
      expect(posted.map(({ status }) => status)).toContain("rejected");
      slack.clock.advance(60_000);
      await post();
    },
  ],
  deliverTwice: [
    true,
    async ({ connected, type, as }) => {
      using app = await connected();
      const typing = type();
      const first = await app.next();
      app.acknowledge(first, { text: "first" });
      const second = await app.next();
      app.acknowledge(second, { text: "second" });
      await typing;
      expect(second?.payload).toEqual(first?.payload);
      expect(second?.envelope_id).not.toBe(first?.envelope_id);
      expect(await as(ANA).messages(TREASURY)).toMatchObject([{ text: "first" }]);
    },
  ],
  reordersNext: [
    true,
    async ({ connected, type, slack }) => {
      using app = await connected();
      const first = type("/rail first");
      await expect.poll(() => slack.faults.reordersNext, { interval: 5 }).toBe(false);
      const second = type("/rail second");
      for (const text of ["second", "first"]) {
        expect((await app.take())?.payload).toMatchObject({ text });
      }
      await Promise.all([first, second]);
    },
  ],
};

it.each(Object.entries(SWITCHES))("%s acts once it is set, until it is cleared", async (...row) => {
  const [name, [value, isSeen]] = row;
  await using room = await openRoom();
  const { faults } = room.slack;
  const off = { ...faults };
  expect(off).toHaveProperty(name);
  Object.assign(faults, { [name]: value });

  await isSeen(room);

  faults.clear();
  expect(faults).toEqual(off);
  await room.client.auth.test();
});

/** What a connected app is told of each. */
const ACTS = {
  disconnectSockets: { type: "disconnect", reason: "refresh_requested" },
  cutSockets: undefined,
  limitEvents: { payload: { type: "app_rate_limited" } },
};

it.each(Object.keys(ACTS) as (keyof typeof ACTS)[])("%s acts at once", async (name) => {
  await using room = await openRoom();
  using app = await room.connected();
  room.slack.faults[name]();
  const next = await app.next();
  if (ACTS[name]) expect(next).toMatchObject(ACTS[name]);
  else expect(next).toBeUndefined();
});

test("faults are planned for the next calls of a method, one after the other, until all are cleared", async () => {
  await using room = await openRoom();
  const { client, post } = room;
  const { faults } = room.slack;
  const method = "chat.postMessage";
  const shown = () => room.as(ANA).messages(TREASURY);

  faults.failNext(method, { error: "not_in_channel" }, 2);
  faults.failNext(method, { retryAfterSeconds: 7 });
  faults.failNext(method, { answer: "lost" });
  for (const _ of ["one", "two"]) await expect(post()).rejects.toThrow("not_in_channel");
  const limited = await post().catch((error: unknown) => error);
  expect(limited).toBeInstanceOf(WebAPIRateLimitedError);
  expect(limited).toMatchObject({ retryAfter: 7 });
  expect(await shown()).toEqual([]);
  // This one is carried out.
  await expect(post()).rejects.toThrow();
  expect(await shown()).toHaveLength(1);
  expect(await client.auth.test()).toMatchObject({ ok: true });
  faults.failNext(method, { error: "is_archived" });
  faults.clear();
  await post();
});

test("page and Socket Mode answer only to this machine, and only to its own page", async () => {
  await using acme = await openAcme();
  const { slack, client } = acme;
  const statusFor = async (headers: Record<string, string>, path = "/") => {
    const [response] = await once(get(slack.url + path, { headers }), "response");
    response.resume();
    return response.statusCode;
  };
  for (const headers of [{}, { origin: slack.url }]) expect(await statusFor(headers)).toBe(200);

  for (const headers of [{ host: "evil.example" }, { origin: "https://evil.example" }]) {
    for (const path of ["/page/events", "/"]) expect(await statusFor(headers, path)).toBe(403);
    const { url = "" } = await client.apps.connections.open({ token: slack.appToken });
    const refused = once(new WebSocket(url, { headers }), "unexpected-response");
    const [request, response] = await refused;
    expect(response.statusCode).toBe(403);
    request.destroy();
  }
});

test("the clock ends triggers and response_urls, and dates and signs what comes after", async () => {
  await using room = await openRoom();
  using app = await room.connected();
  const typing = room.type();
  const { payload } = (await app.take()) ?? {};
  await typing;
  const body = JSON.stringify({ text: "later" });
  const respond = async () =>
    (await fetch(String(payload?.response_url), { method: "POST", body })).status;
  expect(await respond()).toBe(200);

  const { clock } = room.slack;
  clock.advance(DAY);

  const near = (ms: number) => Math.abs(ms - Date.now() - DAY) < 60_000;
  expect([clock.aheadMs(), near(clock.now())]).toEqual([DAY, true]);
  await expect(room.open(payload?.trigger_id)).rejects.toThrow("expired_trigger_id");
  expect(await respond()).toBe(404);
  const { ts: tomorrow } = await room.post();
  expect(near(Number(tomorrow) * 1_000)).toBe(true);
  await using signed = await openRequestUrl();
  room.slack.sendTo(signed.url);
  await room.type();
  const at = Number(signed.heard[0]?.headers["x-slack-request-timestamp"]);
  expect(near(at * 1_000)).toBe(true);
  clock.reset();
  const { ts } = await room.post();
  expect(Number(ts)).toBeGreaterThan(Number(tomorrow));
});
