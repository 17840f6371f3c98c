import { once } from "node:events";
import { describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import { ANA, GUS, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { person } from "../support/person.ts";
import { openSocket } from "../support/raw-socket.ts";
import { startAcme, startBolt } from "./bolt-app.ts";

describe("Socket Mode", () => {
  it("says hello and answers pings", async () => {
    await using workspace = await startAcme();
    const { socket, next } = await openSocket(workspace);

    expect(await next()).toMatchObject({
      type: "hello",
      num_connections: 1,
      connection_info: { app_id: "A0SIGNAL1" },
    });
    const pong = once(socket, "pong");
    socket.ping("are you there");
    expect(String((await pong)[0])).toBe("are you there");
  });

  it("drops who does not answer its pings, and nobody else", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      await using workspace = await startAcme();
      const silent = await openSocket(workspace, { autoPong: false });
      const awake = await openSocket(workspace);
      for (const { next } of [silent, awake]) await next();
      const isDropped = once(silent.socket, "close");

      for (let round = 1; round <= 2; round += 1) {
        const isPinged = once(awake.socket, "ping");
        vi.advanceTimersByTime(10_000);
        await isPinged;
        // Its answer to a later ping of ours says that its pong has come, too.
        const isHeard = once(awake.socket, "pong");
        awake.socket.ping();
        await isHeard;
      }

      await isDropped;
      expect(awake.socket.readyState).toBe(WebSocket.OPEN);
      const typing = person(workspace.url, ANA).command(TREASURY, "/rail");
      awake.acknowledge(await awake.next());
      expect(await typing).toEqual({ acknowledged: true });
    } finally {
      vi.useRealTimers();
    }
  });

  it("hands each envelope to one connection, in turn", async () => {
    await using workspace = await startAcme();
    const apps = [await openSocket(workspace), await openSocket(workspace)];
    for (const app of apps) await app.next();
    const ana = person(workspace.url, ANA);

    const texts: unknown[] = [];
    for (const app of apps) {
      const typing = ana.command(TREASURY, `/rail ${texts.length}`);
      const envelope = await app.next();
      texts.push(envelope?.payload.text);
      app.acknowledge(envelope);
      await typing;
    }

    expect(texts).toEqual(["0", "1"]);
  });

  it("goes on over the other connection when one is gone", async () => {
    await using workspace = await startAcme();
    const gone = await openSocket(workspace);
    await gone.next();
    const left = await openSocket(workspace);
    await left.next();
    gone.socket.close();
    await once(gone.socket, "close");

    const typing = person(workspace.url, ANA).command(TREASURY, "/rail");
    left.acknowledge(await left.next(), { text: "still here" });

    expect(await typing).toEqual({ acknowledged: true });
  });

  it("lets ten connections in and turns the eleventh away", async () => {
    await using workspace = await startAcme();
    for (let count = 1; count <= 10; count += 1) {
      const app = await openSocket(workspace);
      expect(await app.next()).toMatchObject({ type: "hello", num_connections: count });
    }

    const eleventh = await openSocket(workspace);

    expect(await eleventh.next()).toMatchObject({
      type: "disconnect",
      reason: "too_many_websockets",
    });
    expect(await eleventh.next()).toBeUndefined();
  });

  it("wants a fresh ticket for each connection", async () => {
    await using workspace = await startAcme();
    const { socket } = await openSocket(workspace);
    await once(socket, "open");

    const again = new WebSocket(socket.url);

    const [error] = await once(again, "error");
    expect(String(error)).toContain("401");
  });
});

describe("deliverTwice", () => {
  it("sends the same thing again under another envelope, and the first answer counts", async () => {
    await using workspace = await startAcme();
    workspace.faults.deliverTwice = true;
    const triggers: string[] = [];
    await using _app = await startBolt(workspace, (app) =>
      app.command("/rail", async ({ ack, command }) => {
        triggers.push(command.trigger_id);
        await ack(`delivery ${triggers.length}`);
      }),
    );
    const ana = person(workspace.url, ANA);

    await ana.command(TREASURY, "/rail");

    expect(triggers).toHaveLength(2);
    expect(new Set(triggers).size).toBe(1);
    expect(await ana.messages(TREASURY)).toMatchObject([{ text: "delivery 1" }]);
  });
});

describe("opening Home", () => {
  it("tells the app, which can publish a view", async () => {
    await using workspace = await startAcme();
    await using _app = await startBolt(workspace, (app) =>
      app.event("app_home_opened", async ({ event, client, body }) => {
        await client.views.publish({
          user_id: event.user,
          view: {
            type: "home",
            blocks: [
              {
                type: "section",
                text: { type: "plain_text", text: `${event.tab} ${event.channel} ${body.type}` },
              },
            ],
          },
        });
      }),
    );
    const ana = person(workspace.url, ANA);

    await ana.openHome();

    const home = await ana.waitFor(ana.home, "the Home");
    expect(home.blocks).toMatchObject([{ text: { text: "home D0ANA0001 event_callback" } }]);
    expect(await person(workspace.url, GUS).home()).toBeUndefined();
  });
});
