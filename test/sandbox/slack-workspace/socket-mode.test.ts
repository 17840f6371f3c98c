import { once } from "node:events";
import { expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { ANA, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { openAcme } from "../support/acme.ts";
import { openSocket } from "../support/raw-app.ts";

test("greets ten connections, each with a ticket of its own, and turns the eleventh away", async () => {
  await using acme = await openAcme();
  const { slack } = acme;
  const apps = [];
  while (apps.length < 10) {
    const app = await openSocket(slack);
    apps.push(app);
    const hello = { num_connections: apps.length, connection_info: { app_id: "A0SIGNAL1" } };
    expect(app.hello).toMatchObject({ type: "hello", ...hello });
  }

  const eleventh = await openSocket(slack);

  expect(eleventh.hello).toMatchObject({ type: "disconnect", reason: "too_many_websockets" });
  expect(await eleventh.next()).toBeUndefined();
  const [error] = await once(new WebSocket(eleventh.socket.url), "error");
  expect(String(error)).toContain("401");
  const [first] = apps;
  first?.socket.close();
  if (first) await once(first.socket, "close");
  expect((await openSocket(slack)).hello).toMatchObject({ num_connections: 10 });
});

test("answers pings, and sends its own", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    await using acme = await openAcme();
    using app = await openSocket(acme.slack);
    const isPinged = once(app.socket, "ping");
    vi.advanceTimersByTime(10_000);
    await isPinged;
    const isHeard = once(app.socket, "pong");
    app.socket.ping("one");
    expect(String((await isHeard)[0])).toBe("one");
  } finally {
    vi.useRealTimers();
  }
});

test("hands each envelope to one connection in turn, and goes on over those that are left", async () => {
  await using acme = await openAcme();
  using first = await openSocket(acme.slack);
  using second = await openSocket(acme.slack);
  const ana = acme.as(ANA);

  for (const [text, app] of Object.entries([first, second, first])) {
    const typing = ana.say(TREASURY, `/rail ${text}`);
    expect((await app.take())?.payload).toMatchObject({ text });
    await typing;
  }
  second.socket.close();
  await once(second.socket, "close");
  const typing = ana.say(TREASURY, "/rail");
  first.acknowledge(await first.next(), { text: "still here" });

  expect(await typing).toEqual({ acknowledged: true });
  expect(await ana.messages(TREASURY)).toMatchObject([{ text: "still here" }]);
});
