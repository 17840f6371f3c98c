import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ANA, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { person } from "../../support/person.ts";
import { modal, startAcme, textInput, webClient } from "./bolt-app.ts";
import { openSocket } from "./raw-socket.ts";

let workspace: Awaited<ReturnType<typeof startAcme>>;
beforeAll(async () => {
  workspace = await startAcme();
});
afterAll(() => workspace.stop());

async function connected() {
  const app = await openSocket(workspace);
  await app.next();
  return Object.assign(app, { [Symbol.dispose]: () => app.socket.terminate() });
}

describe("names that every object has", () => {
  it.each(["constructor", "__proto__", "public_channel,shared"])(
    "are no type of conversation: %s",
    async (types) => {
      await expect(workspace.client.conversations.list({ types })).rejects.toThrow("invalid_types");
    },
  );

  it("can be a block's, whose value is kept as any other's", async () => {
    const block = textInput("__proto__", "A name", { initial_value: "kept" });
    const { view } = await workspace.client.views.publish({
      user_id: ANA,
      view: { type: "home", blocks: [block] },
    });

    expect(Object.entries(view?.state?.values ?? {})).toMatchObject([
      ["__proto__", { value: { value: "kept" } }],
    ]);
  });

  it("can be a block's, which is required as any other is", async () => {
    using app = await connected();
    const typing = person(workspace.url, ANA).command(TREASURY, "/rail");
    const envelope = await app.next();
    app.acknowledge(envelope);
    await typing;
    await workspace.client.views.open({
      trigger_id: String(envelope?.payload.trigger_id),
      view: modal("Ask", [textInput("__proto__", "A name")]),
    });

    const { closed, errors } = await person(workspace.url, ANA).submit();

    expect(closed).toBe(false);
    expect(Object.keys(errors ?? {})).toEqual(["__proto__"]);
  });
});

// An error that nobody catches ends the process, and this file with it.
describe("a connection that asks for a WebSocket", () => {
  const asking = (path: string, host: string) =>
    [
      `GET ${path} HTTP/1.1`,
      `Host: ${host}`,
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      "\r\n",
    ].join("\r\n");

  function dial() {
    const socket = connect(Number(new URL(workspace.url).port), "127.0.0.1");
    return socket.on("error", () => {});
  }

  it("is refused where its address cannot be read", async () => {
    const socket = dial();
    socket.write(asking("//", "127.0.0.1"));

    const [answer] = await once(socket, "data");

    expect(String(answer)).toMatch(/^HTTP\/1.1 401 /);
  });

  it.each([
    ["of another site", "/", "evil.example"],
    ["without a ticket", "/link/?app_id=A0SIGNAL1", "127.0.0.1"],
  ])("may break off before it is refused, one %s", async (_, path, host) => {
    for (let count = 0; count < 20; count += 1) {
      const socket = dial();
      await once(socket, "connect");
      socket.write(asking(path, host), () => socket.resetAndDestroy());
      await once(socket, "close");
    }

    expect(await workspace.client.api.test()).toMatchObject({ ok: true });
  });

  it("may talk nonsense after it was turned away as the eleventh", async () => {
    for (let count = 0; count < 10; count += 1) await (await openSocket(workspace)).next();
    const { url = "" } = await webClient(workspace, workspace.appToken).apps.connections.open();
    const socket = dial();
    const { pathname, search } = new URL(url);
    socket.write(asking(pathname + search, "127.0.0.1"));
    await once(socket, "data");

    // A frame of a client has to be masked.
    socket.write(Buffer.from([0x81, 0x01, 0x78]));
    await once(socket, "close");

    expect(await workspace.client.api.test()).toMatchObject({ ok: true });
  });
});
