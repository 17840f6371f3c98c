import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRailApi } from "../../src/platform/rail-api/client.ts";
import { RailApiError } from "../../src/platform/rail-api/rail-api-error.ts";
import { startLyingServer } from "../support/lying-server.ts";
import { offRampWire, onRamp, onRampWire } from "./wire.ts";

const json = fc.oneof(
  fc.json(),
  fc.json().map((text) => text.slice(0, -1)),
  fc.constant({ data: onRampWire }).map((body) => JSON.stringify(body)),
  fc.constant({ data: { ...offRampWire, id: null } }).map((body) => JSON.stringify(body)),
  fc
    .record({ message: fc.string(), errors: fc.dictionary(fc.string(), fc.array(fc.string())) })
    .map((body) => JSON.stringify(body)),
);
const answer = fc.record({
  status: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(200, 201, 204, 301, 302, 307, 308, 401, 404, 407) },
    { weight: 3, arbitrary: fc.constantFrom(408, 413, 421, 422, 425, 429, 500, 502, 503, 504) },
    { weight: 1, arbitrary: fc.integer({ min: 200, max: 999 }) },
  ),
  body: fc.oneof(
    json,
    fc.string(),
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
  ),
  type: fc.constantFrom("application/json", "text/html", "application/json; charset=nonsense", ""),
  headers: fc.record(
    {
      "retry-after": fc.constantFrom("0", "1", "-1", "99999999", "soon"),
      "content-encoding": fc.constantFrom("gzip", "deflate", "nonsense"),
      location: fc.constantFrom("/api/v1/rails", "rails", "http://nothing.invalid/"),
      "www-authenticate": fc.constant('Basic realm="x"'),
      connection: fc.constant("close"),
    },
    { requiredKeys: [] },
  ),
  isCut: fc.boolean(),
});

describe("any answer to a POST", () => {
  it("is to one POST alone, and ends as a Rail or as a RailApiError", async () => {
    let told = { status: 200, body: "", type: "", headers: {}, isCut: false };
    await using server = await startLyingServer((response) => {
      const { status, body, type, headers, isCut } = told;
      response.writeHead(status, { ...headers, "content-type": type });
      if (isCut) response.write(body, () => response.destroy());
      else response.end(body);
    });
    const rails = createRailApi({ ...server, token: "token-1" });

    await fc.assert(
      fc.asyncProperty(answer, async (next) => {
        told = { ...next, body: String(next.body) };
        const before = server.count("POST");

        const outcome = await rails.createRail(onRamp, ["tag"]).then(
          () => "created",
          (error: unknown) => (error instanceof RailApiError ? error.outcome : error),
        );

        expect(server.received.length - before).toBe(1);
        expect(server.count("POST")).toBe(before + 1);
        if (outcome === "created") expect(next.status).toBe(200);
        else if (outcome === "not-created") expect([401, 422]).toContain(next.status);
        else expect(outcome).toBe("unknown");
      }),
      { numRuns: 500 },
    );
  });
});
