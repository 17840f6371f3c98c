import { NetworkError } from "ky";
import { errors } from "undici";
import { describe, expect, it } from "vitest";
import { toRailApiError } from "../../src/platform/rail-api/to-rail-api-error.ts";

const failed = (cause: Error) =>
  toRailApiError(
    "POST /rails",
    new NetworkError(new Request("http://a.invalid/"), {
      cause: new TypeError("fetch failed", { cause }),
    }),
  );
const system = (code: string, syscall: string) => Object.assign(new Error(code), { code, syscall });

describe("a connection lost", () => {
  it.each([
    ["while connecting: refused", system("ECONNREFUSED", "connect")],
    ["while connecting: no way to the host", system("EHOSTUNREACH", "connect")],
    ["while connecting: no answer", system("ETIMEDOUT", "connect")],
    ["while connecting: too slow for undici", new errors.ConnectTimeoutError()],
    ["while looking the name up", system("EAI_AGAIN", "getaddrinfo")],
    [
      "while connecting to every one of its addresses",
      new AggregateError([system("ECONNREFUSED", "connect"), system("ENETUNREACH", "connect")]),
    ],
  ])("%s, has sent nothing", (_, cause) => {
    expect(failed(cause)).toMatchObject({ code: "not-sent", outcome: "not-sent" });
  });

  it.each([
    ["while reading", system("ECONNRESET", "read")],
    ["while reading: no way to the host any more", system("EHOSTUNREACH", "read")],
    ["while reading: silent too long", system("ETIMEDOUT", "read")],
    ["while writing", system("EPIPE", "write")],
    ["by the other side", new errors.SocketError("other side closed")],
    ["waiting for headers", new errors.HeadersTimeoutError()],
    ["in a way not known", new Error("bad port")],
    [
      "at one of several addresses after it was open",
      new AggregateError([system("ECONNREFUSED", "connect"), system("ECONNRESET", "read")]),
    ],
    ["without saying how", new AggregateError([])],
  ])("%s, may have sent everything", (_, cause) => {
    expect(failed(cause)).toMatchObject({ code: "unavailable", outcome: "unknown" });
  });
});
