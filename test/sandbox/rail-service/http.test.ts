import { request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it, test } from "vitest";
import { ACME, anAcme, aRailService, as, BIRCH, IBAN, onRamp, whitelistWallet } from "./support.ts";

test("a call without a known token is a 401, on any path, and the scheme has any case", async () => {
  const { baseUrl } = await aRailService();
  const tokens = ["other", "acme", ""].map((token) => `Bearer ${token}`);

  for (const authorization of [undefined, ...tokens, "Basic acme-token", "acme-token"]) {
    const headers = authorization === undefined ? {} : { authorization };
    for (const path of ["/rails", "/rails/x", "/nowhere", "/"]) {
      const answer = await fetch(baseUrl + path, { headers });
      expect(answer.status).toBe(401);
      expect(await answer.json()).toEqual({ message: "Unauthenticated." });
    }
  }
  const headers = { authorization: "bearer acme-token" };
  expect((await fetch(`${baseUrl}/rails`, { headers })).status).toBe(200);
});

test("the calls are told: who called what, and what was answered", async () => {
  const service = await aRailService();
  await as(ACME, service.baseUrl).get("/rails?page=2");
  await as(BIRCH, service.baseUrl).post("/rails", {});
  await as(null, service.baseUrl).get("/rails/x");

  expect(service.calls()).toEqual([
    { method: "GET", path: "/rails", company: "Acme", status: 200 },
    { method: "POST", path: "/rails", company: "Birch", status: 422 },
    { method: "GET", path: "/rails/x", company: undefined, status: 401 },
  ]);
});

test("a path that leads nowhere is a 404, and another method a 405 that says which are known", async () => {
  const { company } = await anAcme();
  const ids = ["%00", "%ff", "%", "null", "'%20OR%201=1", "x".repeat(8000), "__proto__"];
  const paths = ["/", "/rail", "/rails/", "/rails/x/y", "/wallets/wa_1", "/%00"];

  for (const path of [...paths, ...ids.map((id) => `/rails/${id}`)]) {
    expect((await company.get(path)).status).toBe(404);
  }
  for (const [method, path, allowed] of [
    ["PUT", "/rails", "GET, HEAD, POST"],
    ["DELETE", "/rails/rail_1", "GET, HEAD"],
    ["GET", "/wallets", "POST"],
    ["PATCH", "/bank-accounts", "POST"],
  ] as const) {
    const answer = await company.send(path, { method });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, allowed]);
  }
});

describe("a body", () => {
  it("may be one MiB and deeply nested, and is a 413 above, also on a kept connection", async () => {
    const { company } = await anAcme();
    const rail = { ...onRamp(await whitelistWallet(company)), metadata: [""] };
    const room = 1024 * 1024 - JSON.stringify(rail).length;
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;

    const largest = { ...rail, metadata: ["x".repeat(room)] };
    expect((await company.post("/rails", largest)).status).toBe(200);
    expect((await company.post("/rails", `{"type":${deep},"x":${deep}}`)).status).toBe(422);
    for (const size of [1, 2, 20].map((mib) => mib * 1024 * 1024 + 1)) {
      expect((await company.post("/rails", " ".repeat(size))).status).toBe(413);
      expect((await company.get("/rails")).status).toBe(200);
    }
  });

  it("may come in chunks that do not tell its length", async () => {
    const { company } = await anAcme();
    const account = new TextEncoder().encode(JSON.stringify({ name: "Main", iban: IBAN }));
    const send = async (count: number) => {
      const chunks = Array.from({ length: count }, () => new Uint8Array(64 * 1024).fill(32));
      const body = ReadableStream.from([...chunks, account]);
      const headers = { "content-type": "application/json" };
      return company.send("/bank-accounts", { method: "POST", headers, body, duplex: "half" });
    };

    expect((await send(2)).status).toBe(200);
    expect((await send(20)).status).toBe(413);
  });
});

/** Sends bytes (one for each character), and gives what comes back until the service closes. */
async function sendRaw(baseUrl: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(baseUrl).port), "127.0.0.1");
  socket.end(Buffer.from(bytes, "latin1"));
  return text(socket);
}

const post = (headers: string, body: string) =>
  `POST /api/v1/rails HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${ACME.token}\r\n` +
  `Content-Type: application/json\r\n${headers}\r\n\r\n${body}`;
const get = (target: string, host: string) =>
  `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${ACME.token}\r\n\r\n`;

it.each([
  ["a body shorter than its length", post("Content-Length: 200", "{}"), "400"],
  ["a body longer than its length", post("Content-Length: 2", "{}{}{}"), "4(00|22)"],
  ["two lengths", post("Content-Length: 2\r\nContent-Length: 3", "{}"), "400"],
  ["a length that is never sent", post("Content-Length: 99999999999999", "{}"), "413"],
  ["chunks that are none", post("Transfer-Encoding: chunked", "zz\r\n{}\r\n"), "400"],
  ["an expectation", post("Expect: 100-continue\r\nContent-Length: 2", "{}"), "100"],
  ["a host that is no name", get("/api/v1/rails", "["), "400"],
  ["an address of another origin", get("http://[/api/v1/rails", "a"), "400"],
  ["bytes that are not ASCII in the path", get("/api/v1/rails/\xff", "a"), "400"],
  ["a header of 20 kB", get(`/api/v1/rails?${"x".repeat(20_000)}`, "a"), "431"],
  ["another protocol", "EHLO rails\r\n\r\n", "400"],
])("%s is answered at once, and the service stays well", async (_, bytes, status) => {
  const service = await aRailService();

  expect(await sendRaw(service.baseUrl, bytes)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));

  expect((await as(ACME, service.baseUrl).get("/rails")).status).toBe(200);
  expect(service.rails("Acme")).toEqual([]);
});

test("the bank and the chain answer only this machine's own pages, by its own name", async () => {
  const { baseUrl } = await aRailService();
  const { port } = new URL(baseUrl);
  const ask = (path: string, headers: Record<string, string>) =>
    new Promise((resolve, reject) => {
      request({ port, host: "127.0.0.1", path, headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on("error", reject)
        .end();
    });

  for (const path of ["/sandbox", "/sandbox/companies/Acme/books"]) {
    expect(await ask(path, { origin: "https://evil.example" })).toBe(403);
    expect(await ask(path, { origin: "null" })).toBe(403);
    expect(await ask(path, { host: `evil.example:${port}` })).toBe(403);
    expect(await ask(path, { origin: `http://127.0.0.1:${port}` })).toBe(200);
  }
});
