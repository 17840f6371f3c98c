import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { ANA, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { person } from "../../support/person.ts";
import { modal, startAcme, textInput, webClient } from "./bolt-app.ts";
import { control } from "./control.ts";
import { openSocket } from "./raw-socket.ts";
import { useAcme } from "./use-acme.ts";

const workspace = useAcme();

async function connected() {
  const app = await openSocket(workspace);
  await app.next();
  return Object.assign(app, { [Symbol.dispose]: () => app.socket.terminate() });
}

describe("a body that nobody can read", () => {
  const JSON_TYPE = "application/json; charset=utf-8";
  const FORM_TYPE = "application/x-www-form-urlencoded";
  const NESTED = "[".repeat(20_000) + "]".repeat(20_000);

  async function call(type: string, body: string, { apiUrl, botToken } = workspace) {
    const headers = { "content-type": type, authorization: `Bearer ${botToken}` };
    return fetch(`${apiUrl}chat.postMessage`, { method: "POST", headers, body });
  }

  it.each([
    ["invalid_json", "half of one", JSON_TYPE, "{"],
    ["invalid_json", "a deep one", JSON_TYPE, `{"channel":"${TREASURY}","blocks":${NESTED}}`],
    ["json_not_object", "a list", JSON_TYPE, `[{"channel":"${TREASURY}"}]`],
    ["invalid_form_data", "a form of no parts", "multipart/form-data", "--x"],
    ["invalid_blocks_format", "deep blocks", FORM_TYPE, `channel=${TREASURY}&blocks=${NESTED}`],
  ])("is refused by Slack's name, %s: %s", async (error, _, type, body) => {
    const answer = await call(type, body);

    expect(await answer.text()).toContain(`"error":"${error}"`);
    expect((await control(workspace.url).traffic()).status).toBe(200);
  });

  it("opens nothing by a token that stands in JSON", async () => {
    const body = JSON.stringify({ token: workspace.botToken });
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${workspace.apiUrl}auth.test`, { method: "POST", headers, body });

    expect(await answer.json()).toEqual({ ok: false, error: "not_authed" });
  });

  it("is not read where it says that it is too large", async () => {
    // Such a connection ends, and is not to be another test's.
    await using other = await startAcme();

    const body = "x".repeat(2_000_001);

    expect((await call(JSON_TYPE, body, other)).status).toBe(413);
    // People and apps may send larger files.
    for (const path of [`/page/people/${ANA}/files`, "/upload/v1/none"]) {
      const { status } = await fetch(other.url + path, { method: "POST", body });
      expect(status).not.toBe(413);
    }
  });
});

describe("a clock that is set ahead again and again", () => {
  it("stops where no two messages could be told apart any more", async () => {
    const { post } = control(workspace.url);
    const year = { advanceMs: 366 * 86_400_000 };
    for (let years = 0; years < 100; years += 1) await post("/clock", year);
    const say = () => workspace.client.chat.postMessage({ channel: TREASURY, text: "then" });

    const oneMore = await post("/clock", year);
    const ts = [await say(), await say()].map((said) => said.ts);
    await post("/clock", { reset: true });
    ts.push((await say()).ts);

    expect(oneMore.status).toBe(422);
    expect(new Set(ts).size).toBe(3);
    expect(ts).toEqual(ts.toSorted());
  });
});

describe("names that every object has", () => {
  it.each(["constructor", "__proto__", "public_channel,shared"])(
    "are no type of conversation: %s",
    async (types) => {
      await expect(workspace.client.conversations.list({ types })).rejects.toThrow("invalid_types");
    },
  );

  it("can be a block's, whose value is kept as any other's", async () => {
    const block = textInput("__proto__", "A name", { initial_value: "kept" });
    const view = { type: "home" as const, blocks: [block] };
    await workspace.client.views.publish({ user_id: ANA, view });

    const home = await person(workspace.url, ANA).home();

    expect(Object.entries(home?.state.values ?? {})).toMatchObject([
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
