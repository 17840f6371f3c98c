import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startAcme, webClient } from "./bolt-app.ts";
import { openSocket } from "./raw-socket.ts";

let workspace: Awaited<ReturnType<typeof startAcme>>;
beforeAll(async () => {
  workspace = await startAcme();
});
afterAll(() => workspace.stop());

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
