import { inspect } from "node:util";
import pino from "pino";
import { errors } from "undici";
import { describe, expect, it } from "vitest";
import type { RailApi } from "../../../src/platform/rail-api/rail-api.ts";
import type { RailApiError } from "../../../src/platform/rail-api/rail-api-error.ts";
import * as wire from "./service.ts";
import {
  type Answer,
  clientOf,
  cutOff,
  drip,
  flood,
  html,
  json,
  listWire,
  railService,
  railWire,
  reset,
  thrownBy,
  walked,
} from "./service.ts";

const unauthenticated = { message: "Unauthenticated." };
const invalid = {
  message: "No token-1.",
  errors: { "destination.wallet_id": ["Unknown.", "Bad."] },
};
const created = { data: railWire };
const post = (api: RailApi) => api.createRail(wire.onRamp, ["tag"]);
const get = (api: RailApi) => api.getRail("rail_1");

describe("a POST", () => {
  // What else it may meet is in `scenarios/creating-answers.test.ts`.
  it.each<[string, Answer, string]>([
    ["a 422 page of a proxy", html(422), "unexpected-response"],
    ["200 with an error body", json(200, invalid), "unexpected-response"],
    ["200 with a Rail not in `data`", json(200, railWire), "unexpected-response"],
    ["200 with more than 10 MiB", flood, "unexpected-response"],
    ["401 cut off", cutOff(401), "unavailable"],
    ["a status beyond all", json(999, created), "unavailable"],
    ["200 in no gzip", json(200, created, { "content-encoding": "gzip" }), "unavailable"],
  ])("that meets %s is sent once, and proves nothing", async (_, answer, code) => {
    const { api, received } = await railService(answer, json(200, created));
    expect(await thrownBy(post(api))).toMatchObject({ code, outcome: "unknown" });
    expect(received.map(({ method }) => method)).toEqual(["POST"]);
  });

  it.each<[string, Answer]>([
    ["a 200 that never ends", drip(200)],
    ["a 401 that never ends", drip(401)],
  ])("that meets %s is given up at its time-out, and sent once", async (_, answer) => {
    const { api, received, asked, time } = await railService(answer);
    const call = thrownBy(post(api));
    await asked;
    time.end();
    expect(await call).toMatchObject({ code: "unavailable", outcome: "unknown" });
    expect(received).toHaveLength(1);
  });

  it("that is answered leaves no wait behind", async () => {
    const { api, time } = await railService(json(200, created));
    await post(api);
    expect(time.timeOuts.map((signal) => signal?.aborted)).toEqual([true]);
  });

  it("that was held up past its time-out never leaves", async () => {
    const { baseUrl, received } = await railService(json(200, created));
    const client = clientOf({
      baseUrl,
      fetch(input, init) {
        client.time.at += 10_001;
        return fetch(input, init);
      },
    });
    expect((await thrownBy(post(client.api))).outcome).toBe("unknown");
    expect(received).toEqual([]);
  });

  it("shows what the service says about each field, shortened if it is very long", async () => {
    const long = { message: "x".repeat(100_000), errors: {} };
    const { api } = await railService(json(422, invalid), json(422, long));
    expect((await thrownBy(post(api))).said).toBe(
      "No [token].\ndestination.wallet_id: Unknown. Bad.",
    );
    expect((await thrownBy(post(api))).said).toHaveLength(1_000);
  });
});

const system = (code: string, syscall: string) => Object.assign(new Error(code), { code, syscall });
const [refusedError, resetError] = [
  system("ECONNREFUSED", "connect"),
  system("ECONNRESET", "read"),
];

describe("a connection that failed", () => {
  it.each([
    ["refused", refusedError, "not-sent"],
    ["without an answer", system("ETIMEDOUT", "connect"), "not-sent"],
    ["too slow for undici", new errors.ConnectTimeoutError(), "not-sent"],
    ["without an address for its name", system("EAI_AGAIN", "getaddrinfo"), "not-sent"],
    ["at every address", new AggregateError([refusedError, refusedError]), "not-sent"],
    ["while reading", resetError, "unknown"],
    ["silent for too long", system("ETIMEDOUT", "read"), "unknown"],
    ["while writing", system("EPIPE", "write"), "unknown"],
    ["by the other side", new errors.SocketError("other side closed"), "unknown"],
    ["waiting for headers", new errors.HeadersTimeoutError(), "unknown"],
    ["in a way not known", new Error("bad port"), "unknown"],
    ["at one address once open", new AggregateError([refusedError, resetError]), "unknown"],
    ["without saying how", new AggregateError([]), "unknown"],
  ])("%s proves what it proves", async (_, cause, outcome) => {
    const fails = () => Promise.reject(new TypeError("fetch failed", { cause }));
    const { api } = clientOf({ fetch: fails });
    const error = await thrownBy(post(api));
    expect(error.outcome).toBe(outcome);
    // It says how, down to the system's code.
    expect(error.message).toMatch(/^POST \/rails: .* \(.*Error( [A-Z_]+)?\)$/);
  });

  it.each(["http://127.0.0.1:4", "http://nothing.invalid"])(
    "has sent nothing to %s",
    async (to) => {
      const { api, time } = clientOf({ baseUrl: to });
      expect(await thrownBy(post(api))).toMatchObject({ code: "not-sent", outcome: "not-sent" });
      await thrownBy(get(api));
      expect(time.pauses).toEqual([300, 1_000]);
    },
  );
});

describe("a read", () => {
  it.each<[string, Answer, string, number]>([
    ["401 as documented", json(401, unauthenticated), "unauthenticated", 1],
    ["404 as documented", json(404, { message: "No such Rail." }), "not-found", 1],
    ["a 404 page of a proxy", html(404), "unexpected-response", 1],
    ["422", json(422, invalid), "unexpected-response", 1],
    ["a redirect", json(302, {}, { location: "/api/v1/rails/x" }), "unexpected-response", 1],
    ["200 with an error body", json(200, unauthenticated), "unexpected-response", 1],
    ["more than 10 MiB", flood, "unexpected-response", 1],
    ["503 every time", html(503), "unavailable", 3],
    ["200 cut off every time", cutOff(200), "unavailable", 3],
    [
      "a request for more time than it has",
      json(429, {}, { "retry-after": "60" }),
      "unavailable",
      1,
    ],
  ])("that meets %s names the remedy", async (_, answer, code, requests) => {
    const { api, received } = await railService(answer);
    expect((await thrownBy(get(api))).code).toBe(code);
    expect(received).toHaveLength(requests);
  });

  it("is given up at its time-out, repeats included", async () => {
    const { api, asked, time } = await railService(drip(503));
    const call = thrownBy(get(api));
    await asked;
    time.end();
    expect((await call).code).toBe("unavailable");
    expect(time.timeOuts).toHaveLength(1);
  });

  it("of the list never finds a missing Rail", async () => {
    const { api } = await railService(json(404, { message: "No such route." }));
    expect((await thrownBy(walked(api))).code).toBe("unexpected-response");
  });

  const later = new Date(Date.UTC(2026, 1, 3, 12, 0, 7)).toUTCString();
  it.each<[string, Answer, number]>([
    ["503", html(503), 300],
    ["a reset", reset, 300],
    ["200 cut off", cutOff(200), 300],
    ["429 with seconds", json(429, {}, { "retry-after": "2" }), 2_000],
    ["503 with a date", html(503, { "retry-after": later }), 7_000],
    ["503 with a date that is over", html(503, { "retry-after": new Date(0).toUTCString() }), 300],
    ["429 with words", json(429, {}, { "retry-after": "soon" }), 300],
  ])("is repeated after %s, not before the service asks", async (_, answer, pause) => {
    const { api, received, time } = await railService(answer, json(200, created));
    expect((await get(api)).id).toBe("rail_1");
    expect(time.pauses).toEqual([pause]);
    expect(received).toHaveLength(2);
  });
});

const IBAN = "GB29CANARY60161331926819";
const said = { message: "CANARY", errors: { CANARY: [`CANARY ${IBAN}`] }, data: { CANARY: 1 } };

describe("what a failed call leaves to be logged", () => {
  it.each<[string, Answer]>([
    ["401", json(401, said)],
    ["a redirect", json(307, said, { location: "/CANARY" })],
    ["a wrong shape", json(200, said)],
    ["a wrong Rail type", json(200, { data: { ...railWire, type: "CANARY" } })],
    ["a wrong date", json(200, { data: { ...railWire, created_at: "CANARY" } })],
    ["broken JSON", json(200, "CANARY")],
    ["a next page elsewhere", json(200, listWire([], { next: "/CANARY" }))],
    ["a reset", reset],
  ])("after %s holds neither token, IBAN nor answer", async (_, answer) => {
    const { baseUrl } = await railService(answer);
    const { api } = clientOf({ baseUrl, token: "CANARY-token" });
    const calls = [
      api.createRail(wire.offRamp, ["CANARY-tag"]),
      api.getRail("CANARY-id"),
      walked(api),
      api.createWallet({ name: "CANARY", network: "CANARY", address: "CANARY" }),
    ];
    for (const error of await Promise.all(calls.map(thrownBy))) {
      expect(printed(error)).not.toContain("CANARY");
    }
  });

  it("shows a refused IBAN to people alone", async () => {
    const { api } = await railService(json(422, said));
    const error = await thrownBy(api.createBankAccount({ name: "CANARY", iban: IBAN }));
    expect(error.said).toBe(`CANARY\nCANARY: CANARY ${IBAN}`);
    expect(printed(error)).not.toContain("CANARY");
  });
});

/** Everything that a person or a logger could make of it. */
function printed(error: RailApiError): string {
  let lines = "";
  const write = (line: string) => {
    lines += line;
  };
  pino({ level: "trace" }, { write }).error({ err: error, error, nested: { error } }, "failed");
  const shown = inspect(error, { depth: null, showHidden: true, getters: false });
  return [error.stack, JSON.stringify(error), shown, lines].join("\n");
}
