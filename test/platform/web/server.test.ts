import { connect } from "node:net";
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { afterEach, describe, expect, it } from "vitest";
import type { Routes, WebServer, WebServerOptions } from "../../../src/platform/web/server.ts";
import { startWebServer } from "../../../src/platform/web/server.ts";

const failures: unknown[] = [];
const plain: WebServerOptions = {
  port: 0,
  isReady: async () => true,
  failed: (error) => failures.push(error),
};
let web: WebServer | undefined;
afterEach(async () => {
  await web?.stop();
  web = undefined;
  failures.length = 0;
});

describe("our own HTTP", () => {
  it("says at /healthz that the process lives, whatever else is down", async () => {
    await start(async () => {
      throw new Error("The database is away");
    });

    expect(await get("/healthz")).toEqual({ status: 200, body: { status: "ok" } });
  });

  it("says at /readyz that it can work", async () => {
    await start(async () => true);

    expect(await get("/readyz")).toEqual({ status: 200, body: { status: "ready" } });
  });

  it.each([
    { when: "it is not", isReady: async () => false },
    { when: "nobody can tell", isReady: () => Promise.reject(new Error("canary")) },
  ])("says at /readyz that it is not ready when $when", async ({ isReady }) => {
    await start(isReady);

    expect(await get("/readyz")).toEqual({ status: 503, body: { status: "not-ready" } });
  });

  it("becomes ready again", async () => {
    let isUp = false;
    await start(async () => isUp);
    expect(await get("/readyz")).toMatchObject({ status: 503 });

    isUp = true;
    expect(await get("/readyz")).toMatchObject({ status: 200 });
  });

  it("has nothing elsewhere", async () => {
    await start(async () => true);

    expect((await fetch(`${base()}/`)).status).toBe(404);
    expect((await fetch(`${base()}/healthz`, { method: "POST" })).status).toBe(404);
  });

  it("on a port in use is an error that one can catch", async () => {
    const { port } = await start(async () => true);

    await expect(startWebServer({ ...plain, port })).rejects.toMatchObject({
      code: "EADDRINUSE",
    });
  });

  it("answers what is under way when it stops, and takes nothing more in", async () => {
    const arrived = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<Response>();
    const slack: Routes = new Hono<{ Bindings: HttpBindings }>().post("/events", () => {
      arrived.resolve();
      return answer.promise;
    });
    const { port, stop } = await startWebServer({ ...plain, slack });
    const asked = fetch(`http://127.0.0.1:${port}/slack/events`, { method: "POST" });
    await arrived.promise;

    const stopping = stop();
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
    answer.resolve(new Response("done"));

    const response = await asked;
    expect(await response.text()).toBe("done");
    expect(response.headers.get("connection")).toBe("close");
    await stopping;
  });

  it("answers 500, without a word of what is wrong, and has that told", async () => {
    const fault = new Error("canary");
    const token = "a-token-of-the-metrics";
    const text = () => Promise.reject(fault);
    const slack: Routes = new Hono<{ Bindings: HttpBindings }>().get("/events", text);
    web = await startWebServer({ ...plain, slack, metrics: { token, contentType: "", text } });
    const authorization = `Bearer ${token}`;

    for (const path of ["/metrics", "/slack/events"]) {
      const response = await fetch(`${base()}${path}`, { headers: { authorization } });
      expect([path, response.status, await response.text()]).toEqual([path, 500, ""]);
    }
    expect(failures).toEqual([fault, fault]);
  });

  it("answers 401 to a wrong token, of which nothing is told", async () => {
    const metrics = { token: "a-token-of-the-metrics", contentType: "", text: async () => "" };
    web = await startWebServer({ ...plain, metrics });

    expect((await fetch(`${base()}/metrics`)).status).toBe(401);
    expect(failures).toEqual([]);
  });

  it("keeps an idle connection for longer than a balancer does", async () => {
    await start(async () => true);

    const { headers } = await fetch(`${base()}/healthz`);

    expect(headers.get("keep-alive")).toBe("timeout=75");
  });

  it("stops although someone keeps a connection open", async () => {
    const { port, stop } = await start(async () => true);
    const idle = connect(port, "127.0.0.1");
    const closed = new Promise((resolve) => idle.once("close", resolve));
    await new Promise((resolve) => idle.once("connect", resolve));

    await stop();
    await closed;
    web = undefined;

    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
  });
});

async function start(isReady: () => Promise<boolean>): Promise<WebServer> {
  web = await startWebServer({ ...plain, isReady });
  return web;
}

const base = () => `http://127.0.0.1:${web?.port}`;

async function get(path: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${base()}${path}`);
  return { status: response.status, body: await response.json() };
}
