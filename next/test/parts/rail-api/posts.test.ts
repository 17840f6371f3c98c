import { errors } from "undici";
import { describe, expect, it } from "vitest";
import type { RailApi } from "../../../src/platform/rail-api/rail-api.ts";
import {
  cutOff,
  drip,
  flood,
  hangUp,
  html,
  inTurn,
  json,
  type Lie,
  reset,
  silence,
  startLyingServer,
} from "./lying-server.ts";
import * as wire from "./wire.ts";
import { clientOf, testTime, thrownBy } from "./wire.ts";

const unauthenticated = { message: "Unauthenticated." };
const invalid = { message: "No.", errors: { "destination.wallet_id": ["Unknown.", "Bad."] } };
const created = { data: wire.onRampWire };
const post = (api: RailApi) => api.createRail(wire.onRamp, ["tag"]);

describe("a POST that fails", () => {
  it.each<[string, Lie, string]>([
    ["401 as documented", json(401, unauthenticated), "unauthenticated"],
    ["422 as documented", json(422, invalid), "invalid"],
    ["422 with no field", json(422, { message: "No.", errors: {} }), "invalid"],
  ])("with %s is known to have created nothing", async (_, lie, code) => {
    await using server = await startLyingServer(lie);

    const error = await thrownBy(post(clientOf(server)));

    expect(error).toMatchObject({ code, outcome: "not-created" });
    expect(server.received).toHaveLength(1);
  });

  const asIfDone: [string, Lie][] = [
    ["a 401 page of a proxy", html(401)],
    ["401 without a message", json(401, {})],
    ["a 422 page of a proxy", html(422)],
    ["422 without errors", json(422, { message: "No." })],
    ["422 with a list of errors", json(422, { ...invalid, errors: [] })],
    ["422 with bare messages", json(422, { ...invalid, errors: { a: "b" } })],
    ["404 as documented elsewhere", json(404, { message: "No." })],
    ["400 with the body of a 422", json(400, invalid)],
    ["421, after which fetch by itself would send it again", json(421, { message: "No." })],
    ["201 with a Rail", json(201, created)],
    ["204", (response) => void response.writeHead(204).end()],
    ["an HTML page with 200", html(200)],
    ["200 with broken JSON", json(200, '{"data":{"id":')],
    ["200 without a body", json(200, "")],
    ["200 with an error body", json(200, invalid)],
    ["200 with a Rail not in `data`", json(200, wire.onRampWire)],
    ["200 with the ends swapped", json(200, { data: { ...wire.onRampWire, type: "OFF_RAMP" } })],
    ["200 with more than 10 MiB", flood],
  ];
  const asIfLost: [string, Lie][] = [
    ["401 cut off", cutOff(401, '{"message":"Unauthenticated."')],
    ["200 cut off", cutOff(200, '{"data":{"id":"rail_1"')],
    ["429", json(429, { message: "Slow down." }, { "retry-after": "0" })],
    ["500", json(500, { message: "Oops." })],
    ["a 502 page of a proxy", html(502)],
    ["a status beyond all", json(999, created)],
    ["200 in no gzip", json(200, created, { "content-encoding": "gzip" })],
    ["503, after which a second one would succeed", inTurn(html(503), json(200, created))],
    ["a closed connection", hangUp],
    ["a reset connection", reset],
  ];
  it.each([
    ...asIfDone.map(([name, lie]) => [name, "unexpected-response", lie] as const),
    ...asIfLost.map(([name, lie]) => [name, "unavailable", lie] as const),
  ])("with %s may have created a Rail (%s), and is sent once", async (_, code, lie) => {
    await using server = await startLyingServer(lie);

    const error = await thrownBy(post(clientOf(server)));

    expect(error).toMatchObject({ code, outcome: "unknown" });
    expect(server.received.map(({ method }) => method)).toEqual(["POST"]);
  });

  it.each([301, 302, 303, 307, 308])("with the redirect %i is not sent again", async (status) => {
    await using elsewhere = await startLyingServer(json(200, created));
    const location = `${elsewhere.baseUrl}/rails`;
    await using server = await startLyingServer(json(status, {}, { location }));

    const error = await thrownBy(post(clientOf(server)));

    expect(error).toMatchObject({ code: "unexpected-response", outcome: "unknown" });
    expect([server.received.length, elsewhere.received.length]).toEqual([1, 0]);
  });

  it.each<[string, Lie]>([
    ["silence", silence],
    ["a 200 that never ends", drip(200)],
    ["a 401 that never ends", drip(401)],
  ])("with %s is given up at its time-out, and sent once", async (_, lie) => {
    await using server = await startLyingServer(lie);
    const time = testTime();

    const call = thrownBy(post(clientOf(server, time)));
    await server.asked;
    time.end();

    expect(await call).toMatchObject({ code: "unavailable", outcome: "unknown" });
    expect(server.received).toHaveLength(1);
  });

  it("shows what the service says about each field, shortened if it is very long", async () => {
    const long = { message: "x".repeat(100_000), errors: {} };
    await using server = await startLyingServer(inTurn(json(422, invalid), json(422, long)));

    const short = await thrownBy(post(clientOf(server)));
    expect(short.said).toBe("No.\ndestination.wallet_id: Unknown. Bad.");
    expect((await thrownBy(post(clientOf(server)))).said).toHaveLength(1_000);
  });

  it("was not sent where nobody listens, or the name has no address", async () => {
    for (const baseUrl of ["http://127.0.0.1:4/", "http://nothing.invalid/"]) {
      const error = await thrownBy(post(clientOf({ baseUrl })));

      expect(error).toMatchObject({ code: "not-sent", outcome: "not-sent" });
    }
  });

  it("says the same of a wallet and a bank account, each sent once", async () => {
    await using server = await startLyingServer(inTurn(json(422, invalid), html(200)));
    const api = clientOf(server);

    const refused = await thrownBy(api.createWallet(wire.newWallet));
    const unclear = await thrownBy(api.createBankAccount(wire.newAccount));

    expect([refused.outcome, unclear.outcome]).toEqual(["not-created", "unknown"]);
    expect(server.received).toHaveLength(2);
  });
});

describe("a POST", () => {
  it("hands out no body after its time, even if nobody noticed that the time passed", async () => {
    await using server = await startLyingServer(json(200, created));
    const time = testTime();
    // The process stands still while the connection opens.
    const stalled: typeof fetch = (request, init) => {
      time.pass(time.timeoutMs + 1);
      return fetch(request, init);
    };

    const error = await thrownBy(post(clientOf(server, { ...time, fetch: stalled })));

    expect(error).toMatchObject({ code: "unavailable", outcome: "unknown" });
    expect(server.received).toEqual([]);
  });

  it("leaves no wait behind when it has its answer", async () => {
    await using server = await startLyingServer(json(200, created));
    const time = testTime();

    await post(clientOf(server, time));

    expect(time.signals.map((signal) => signal?.aborted)).toEqual([true]);
  });
});

/** As Node's fetch reports a connection that failed. */
const failed = (cause: Error) => {
  const fetch = () => Promise.reject(new TypeError("fetch failed", { cause }));
  return thrownBy(post(clientOf({ baseUrl: "http://a.invalid/" }, { fetch })));
};
const system = (code: string, syscall: string) => Object.assign(new Error(code), { code, syscall });

describe("a connection lost", () => {
  it.each([
    ["while connecting: refused", system("ECONNREFUSED", "connect")],
    ["while connecting: no answer", system("ETIMEDOUT", "connect")],
    ["while connecting: too slow for undici", new errors.ConnectTimeoutError()],
    ["while looking the name up", system("EAI_AGAIN", "getaddrinfo")],
    [
      "while connecting to every one of its addresses",
      new AggregateError([system("ECONNREFUSED", "connect"), system("ENETUNREACH", "connect")]),
    ],
  ])("%s, has sent nothing", async (_, cause) => {
    expect(await failed(cause)).toMatchObject({ code: "not-sent", outcome: "not-sent" });
  });

  it.each([
    ["while reading", system("ECONNRESET", "read")],
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
  ])("%s, may have sent everything", async (_, cause) => {
    const error = await failed(cause);

    expect(error).toMatchObject({ code: "unavailable", outcome: "unknown" });
    // The message says how, down to the system's code.
    expect(error.message).toMatch(/^POST \/rails: the connection was lost \(.*Error( [A-Z_]+)?\)$/);
  });
});
