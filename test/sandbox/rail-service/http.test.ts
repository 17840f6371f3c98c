import { expect, test } from "vitest";
import { anAcme, aRailService, onRamp, whitelistWallet } from "./support.ts";

test("a call without a known token is a 401, on any path, and the log tells who called what", async () => {
  const { service, baseUrl } = await anAcme();
  const tokens = ["other", "acme", ""].map((token) => `Bearer ${token}`);

  for (const authorization of ["", ...tokens, "Basic acme-token", "acme-token"]) {
    for (const path of ["/rails", "/rails/x", "/nowhere", "/"]) {
      const answer = await fetch(baseUrl + path, { headers: { authorization } });
      expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
      expect(await answer.json()).toEqual({ message: "Unauthenticated." });
    }
  }
  // HTTP knows the scheme in any case.
  const headers = { authorization: "bearer acme-token" };
  expect((await fetch(`${baseUrl}/rails?page=2`, { headers })).status).toBe(200);
  expect(service.calls().slice(-2)).toEqual([
    { method: "GET", path: "/", company: undefined },
    { method: "GET", path: "/rails", company: "Acme" },
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
  ] as const) {
    const answer = await company.send(path, { method });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, allowed]);
  }
});

test("a body may be one MiB and deeply nested, and is a 413 above, told or not", async () => {
  const { company } = await anAcme();
  const rail = { ...onRamp(await whitelistWallet(company)), metadata: [""] };
  const room = 1024 * 1024 - JSON.stringify(rail).length;
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const chunked = async (count: number) => {
    const chunks = Array.from({ length: count }, () => new Uint8Array(64 * 1024).fill(32));
    const body = ReadableStream.from([...chunks, new TextEncoder().encode(JSON.stringify(rail))]);
    const headers = { "content-type": "application/json" };
    return company.send("/rails", { method: "POST", headers, body, duplex: "half" });
  };

  const largest = { ...rail, metadata: ["x".repeat(room)] };
  expect((await company.post("/rails", largest)).status).toBe(200);
  expect((await company.post("/rails", `{"type":${deep},"x":${deep}}`)).status).toBe(422);
  for (const size of [1, 2, 20].map((mib) => mib * 1024 * 1024 + 1)) {
    expect((await company.post("/rails", " ".repeat(size))).status).toBe(413);
    expect((await company.get("/rails")).status).toBe(200);
  }
  expect([(await chunked(2)).status, (await chunked(20)).status]).toEqual([200, 413]);
});

test("the bank and the chain answer only this machine's own pages", async () => {
  const { baseUrl } = await aRailService();
  const own = new URL(baseUrl).origin;

  for (const path of ["/sandbox", "/sandbox/companies/Acme/books"]) {
    for (const origin of ["https://evil.example", "null", own]) {
      const { status } = await fetch(own + path, { headers: { origin } });
      expect(status).toBe(origin === own ? 200 : 403);
    }
  }
});
