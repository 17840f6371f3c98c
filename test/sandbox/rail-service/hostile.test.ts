import { describe, expect, it } from "vitest";
import { sendRaw } from "./raw-http.ts";
import { ACME, aRailService, as } from "./support.ts";

describe("what is hardly HTTP", () => {
  const post = (headers: string, body: string) =>
    `POST /api/v1/rails HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${ACME.token}\r\n` +
    `Content-Type: application/json\r\n${headers}\r\n\r\n${body}`;
  const get = (target: string, host: string) =>
    `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${ACME.token}\r\n\r\n`;

  it.each([
    ["a body shorter than its length", post("Content-Length: 200", "{}"), "400"],
    ["a body longer than its length", post("Content-Length: 2", "{}{}{}"), "4(00|22)"],
    ["two lengths", post("Content-Length: 2\r\nContent-Length: 3", "{}"), "400"],
    ["a length below nothing", post("Content-Length: -1", "{}"), "400"],
    ["a length that is never sent", post("Content-Length: 99999999999999", "{}"), "413"],
    ["chunks that are none", post("Transfer-Encoding: chunked", "zz\r\n{}\r\n"), "400"],
    ["chunks that break off", post("Transfer-Encoding: chunked", "5\r\n{}"), "400"],
    ["an expectation", post("Expect: 100-continue\r\nContent-Length: 2", "{}"), "100"],
    ["a host that is no name", get("/api/v1/rails", "["), "400"],
    ["a host with a port that is none", get("/api/v1/rails", "a:99999999"), "400"],
    ["an address of another origin", get("http://[/api/v1/rails", "a"), "400"],
    ["a path of two slashes", get("//[", "a"), "404"],
    ["bytes that are not ASCII in the path", get("/api/v1/rails/\xff", "a"), "400"],
    ["a header of 20 kB", get(`/api/v1/rails?${"x".repeat(20_000)}`, "a"), "431"],
    ["another protocol", "EHLO rails\r\n\r\n", "400"],
  ])("(%s) is answered at once, and the service stays well", async (_, bytes, status) => {
    const service = await aRailService();

    expect(await sendRaw(service.baseUrl, bytes)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));

    expect((await as(ACME, service.baseUrl).get("/rails")).status).toBe(200);
    expect(service.rails("Acme")).toEqual([]);
  });
});
