import { describe, expect, it } from "vitest";
import { createRailApi } from "../../src/platform/rail-api/client.ts";
import {
  cutOff,
  endless,
  html,
  json,
  type Lie,
  reset,
  startLyingServer,
} from "../support/lying-server.ts";
import { pagesOf } from "./pages-of.ts";
import { thrownBy } from "./thrown.ts";
import * as wire from "./wire.ts";

const token = "token-1";
const unauthenticated = { message: "Unauthenticated." };
const created = { data: wire.onRampWire };

/** For endless answers. */
const impatient = { token, timeoutMs: 1_000 };

describe("a read that fails", () => {
  it.each<[string, Lie, string]>([
    ["401 as documented", json(401, unauthenticated), "unauthenticated"],
    ["a 401 page of a proxy", html(401), "unexpected-response"],
    ["404 as documented", json(404, { message: "No such Rail." }), "not-found"],
    ["a 404 page of a proxy", html(404), "unexpected-response"],
    [
      "422, which no read documents",
      json(422, { message: "No.", errors: {} }),
      "unexpected-response",
    ],
    ["a redirect", json(302, {}, { location: "/api/v1/rails/rail_2" }), "unexpected-response"],
    ["200 with an error body", json(200, unauthenticated), "unexpected-response"],
    ["200 cut off", cutOff(200, "{"), "unavailable"],
    ["a reset every time", reset, "unavailable"],
  ])("with %s names the remedy", async (_, lie, code) => {
    await using server = await startLyingServer(lie);

    const error = await thrownBy(createRailApi({ ...server, token }).getRail("rail_1"));

    expect(error.code).toBe(code);
    expect(error.fieldErrors).toEqual({});
  });

  it.each(endless)("with %s is given up in time", async (_, lie) => {
    await using server = await startLyingServer(lie);

    const error = await thrownBy(createRailApi({ ...server, ...impatient }).getRail("rail_1"));

    expect(error.code).toBe("unavailable");
  });

  it("does not mean a missing Rail when the list answers 404", async () => {
    await using server = await startLyingServer(json(404, { message: "No such route." }));

    const walk = pagesOf(createRailApi({ ...server, token }));

    expect(await thrownBy(walk)).toMatchObject({ code: "unexpected-response" });
  });

  it("is given up beyond 10 MiB, whatever length was stated", async () => {
    const mebibyte = Buffer.alloc(1024 * 1024, " ");
    let isOpen = true;
    await using server = await startLyingServer((response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const more = () => response.write(mebibyte, () => isOpen && more());
      response.on("close", () => {
        isOpen = false;
      });
      more();
    });

    const error = await thrownBy(createRailApi({ ...server, token }).getRail("rail_1"));

    expect(error.code).toBe("unexpected-response");
    await expect.poll(() => isOpen).toBe(false);
  });
});

describe("a read", () => {
  it.each<[string, Lie]>([
    ["503", html(503)],
    ["429 with Retry-After", json(429, {}, { "retry-after": "1" })],
    ["a reset", reset],
  ])("is repeated after %s", async (_, lie) => {
    await using server = await startLyingServer((response, request, nth) => {
      (nth === 1 ? lie : json(200, created))(response, request, nth);
    });

    const rail = await createRailApi({ ...server, token }).getRail("rail_1");

    expect(rail.id).toBe("rail_1");
    expect(server.count("GET")).toBe(2);
  });

  it("is not repeated before the time the service asks for, even if there is no time left then", async () => {
    await using server = await startLyingServer(json(429, {}, { "retry-after": "3600" }));

    const error = await thrownBy(createRailApi({ ...server, ...impatient }).getRail("rail_1"));

    expect(error.code).toBe("unavailable");
    expect(server.count("GET")).toBe(1);
  });

  it("is given up in the end", async () => {
    await using server = await startLyingServer(html(503, { "retry-after": "0" }));

    await thrownBy(createRailApi({ ...server, token }).getRail("rail_1"));

    expect(server.count("GET")).toBe(3);
  });
});
