import { describe, expect, it } from "vitest";
import {
  cutOff,
  drip,
  flood,
  html,
  inTurn,
  json,
  type Lie,
  reset,
  startLyingServer,
} from "./lying-server.ts";
import * as wire from "./wire.ts";
import { clientOf, testTime, thrownBy, walked } from "./wire.ts";

const unauthenticated = { message: "Unauthenticated." };
const found = json(200, { data: wire.onRampWire });

describe("a read that fails", () => {
  it.each<[string, Lie, string, number]>([
    ["401 as documented", json(401, unauthenticated), "unauthenticated", 1],
    ["404 as documented", json(404, { message: "No such Rail." }), "not-found", 1],
    ["a 404 page of a proxy", html(404), "unexpected-response", 1],
    ["404 without a message", json(404, {}), "unexpected-response", 1],
    ["422", json(422, { message: "No.", errors: {} }), "unexpected-response", 1],
    ["a redirect", json(302, {}, { location: "/api/v1/rails/rail_2" }), "unexpected-response", 1],
    ["200 with an error body", json(200, unauthenticated), "unexpected-response", 1],
    ["more than 10 MiB", flood, "unexpected-response", 1],
    ["503 every time", html(503), "unavailable", 3],
    ["200 cut off every time", cutOff(200, "{"), "unavailable", 3],
    ["a reset every time", reset, "unavailable", 3],
  ])("with %s names the remedy", async (_, lie, code, requests) => {
    await using server = await startLyingServer(lie);

    const error = await thrownBy(clientOf(server).getRail("rail_1"));

    expect(error.code).toBe(code);
    expect(server.received).toHaveLength(requests);
  });

  it("with answers that never end is given up at its time-out, repeats included", async () => {
    await using server = await startLyingServer(drip(503));
    const time = testTime();

    const call = thrownBy(clientOf(server, time).getRail("rail_1"));
    await server.asked;
    time.end();

    expect(await call).toMatchObject({ code: "unavailable" });
    expect(time.signals).toHaveLength(1);
  });

  it("does not mean a missing Rail when the list answers 404", async () => {
    await using server = await startLyingServer(json(404, { message: "No such route." }));

    expect((await thrownBy(walked(clientOf(server)))).code).toBe("unexpected-response");
  });
});

describe("a read", () => {
  const later = new Date(Date.UTC(2026, 1, 3, 12, 0, 7)).toUTCString();
  it.each<[string, Lie, number]>([
    ["503", html(503), 300],
    ["a reset", reset, 300],
    ["200 cut off", cutOff(200, "{"), 300],
    ["429 with seconds", json(429, {}, { "retry-after": "2" }), 2_000],
    ["503 with a date", html(503, { "retry-after": later }), 7_000],
    ["503 with a date that is over", html(503, { "retry-after": new Date(0).toUTCString() }), 300],
    ["429 with words", json(429, {}, { "retry-after": "soon" }), 300],
  ])("is repeated after %s, not before the service asks", async (_, lie, pause) => {
    await using server = await startLyingServer(inTurn(lie, found));
    const time = testTime();

    const rail = await clientOf(server, time).getRail("rail_1");

    expect(rail.id).toBe("rail_1");
    expect(time.pauses).toEqual([pause]);
    expect(server.received).toHaveLength(2);
  });

  it("is repeated where no connection could be opened", async () => {
    const time = testTime();

    await thrownBy(clientOf({ baseUrl: "http://127.0.0.1:4/" }, time).getRail("rail_1"));

    expect(time.pauses).toEqual([300, 1_000]);
  });

  it("is not repeated if the service asks for more time than the call has", async () => {
    await using server = await startLyingServer(json(429, {}, { "retry-after": "3600" }));
    const time = testTime();

    const error = await thrownBy(clientOf(server, time).getRail("rail_1"));

    expect(error).toMatchObject({ code: "unavailable", retryAfterMs: 3_600_000 });
    expect(server.received).toHaveLength(1);
  });
});
