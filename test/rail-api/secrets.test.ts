import { inspect } from "node:util";
import pino from "pino";
import { describe, expect, it } from "vitest";
import { createRailApi } from "../../src/platform/rail-api/client.ts";
import type { RailApiError } from "../../src/platform/rail-api/rail-api-error.ts";
import {
  cutOff,
  html,
  json,
  type Lie,
  reset,
  silence,
  startLyingServer,
} from "../support/lying-server.ts";
import { pagesOf } from "./pages-of.ts";
import { thrownBy } from "./thrown.ts";
import * as wire from "./wire.ts";

const token = "CANARY-token";
const iban = "GB29CANARY60161331926819";
const said = { message: "CANARY", errors: { CANARY: [`CANARY ${iban}`] }, data: { CANARY: 1 } };

describe("what a failed call leaves to be logged", () => {
  it.each<[string, Lie]>([
    ["401", json(401, said)],
    ["404", json(404, said)],
    ["422", json(422, said)],
    ["500", json(500, said)],
    ["a redirect", json(307, said, { location: "/CANARY" })],
    ["201", json(201, said)],
    ["a wrong shape", json(200, said)],
    ["a wrong Rail type", json(200, { data: { ...wire.onRampWire, type: "CANARY" } })],
    ["a wrong date", json(200, { data: { ...wire.onRampWire, created_at: "CANARY" } })],
    ["broken JSON", json(200, "CANARY")],
    ["an HTML page", html(200)],
    ["a cut answer", cutOff(200, "CANARY")],
    ["a reset", reset],
    ["silence", silence],
  ])("after %s holds neither token, IBAN nor answer", async (_, lie) => {
    await using server = await startLyingServer(lie);
    const rails = createRailApi({ ...server, token, timeoutMs: lie === silence ? 1_000 : 10_000 });

    const errors = await Promise.all([
      thrownBy(rails.createRail(wire.offRamp, ["CANARY-tag"])),
      thrownBy(rails.getRail("CANARY-id")),
      thrownBy(pagesOf(rails)),
      thrownBy(rails.whitelistWallet({ name: "CANARY", network: "CANARY", address: "CANARY" })),
    ]);

    for (const error of errors) expect(printed(error)).not.toContain("CANARY");
  });

  it("after a refused bank account holds no IBAN", async () => {
    await using server = await startLyingServer(json(422, said));
    const rails = createRailApi({ ...server, token });

    const error = await thrownBy(rails.whitelistBankAccount({ name: "CANARY", iban }));

    expect(error.said).toBe(said.message);
    expect(error.fieldErrors).toEqual(said.errors);
    expect(printed(error)).not.toContain("CANARY");
  });

  it("after a connection that never opened holds no token", async () => {
    const rails = createRailApi({ baseUrl: "http://nothing.invalid/", token });

    expect(printed(await thrownBy(rails.getRail("rail_1")))).not.toContain("CANARY");
  });

  it("still says what happened, down to the system's code", async () => {
    await using server = await startLyingServer(reset);

    const error = await thrownBy(createRailApi({ ...server, token }).createRail(wire.onRamp, []));

    expect(printed(error)).toContain("POST /rails: the connection was lost");
    expect(printed(error)).toContain("ECONNRESET");
  });

  it("is nothing of the token when it is unusable from the start", () => {
    const make = () => createRailApi({ baseUrl: "http://a.invalid/", token: `${token}\n` });

    expect(make).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining("CANARY") }),
    );
  });
});

/** Everything that a person or a logger could make of it. */
function printed(error: RailApiError): string {
  const serializers = [pino.stdSerializers.err, pino.stdSerializers.errWithCause];
  return [
    String(error),
    error.stack,
    JSON.stringify(error),
    inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: false }),
    ...serializers.map((serialize) => JSON.stringify(serialize(error))),
    logged(error),
  ].join("\n");
}

function logged(error: RailApiError): string {
  let lines = "";
  const logger = pino(
    { level: "trace" },
    {
      write: (line) => {
        lines += line;
      },
    },
  );
  logger.error(error);
  logger.error({ err: error, error, nested: { error } }, "failed");
  return lines;
}
