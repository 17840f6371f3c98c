import { inspect } from "node:util";
import pino from "pino";
import { describe, expect, it } from "vitest";
import type { RailApiError } from "../../../src/platform/rail-api/rail-api-error.ts";
import { json, type Lie, reset, startLyingServer } from "./lying-server.ts";
import { clientOf, listWire, offRamp, onRampWire, thrownBy, walked } from "./wire.ts";

const token = "CANARY-token";
const iban = "GB29CANARY60161331926819";
const said = { message: "CANARY", errors: { CANARY: [`CANARY ${iban}`] }, data: { CANARY: 1 } };

describe("what a failed call leaves to be logged", () => {
  it.each<[string, Lie]>([
    ["401", json(401, said)],
    ["422", json(422, said)],
    ["a redirect", json(307, said, { location: "/CANARY" })],
    ["a wrong shape", json(200, said)],
    ["a wrong Rail type", json(200, { data: { ...onRampWire, type: "CANARY" } })],
    ["a wrong date", json(200, { data: { ...onRampWire, created_at: "CANARY" } })],
    ["broken JSON", json(200, "CANARY")],
    ["a next page elsewhere", json(200, listWire([], { next: "/CANARY" }))],
    ["a reset", reset],
  ])("after %s holds neither token, IBAN nor answer", async (_, lie) => {
    await using server = await startLyingServer(lie);
    const api = clientOf(server, { token });

    const errors = await Promise.all([
      thrownBy(api.createRail(offRamp, ["CANARY-tag"])),
      thrownBy(api.getRail("CANARY-id")),
      thrownBy(walked(api)),
      thrownBy(api.createWallet({ name: "CANARY", network: "CANARY", address: "CANARY" })),
    ]);

    for (const error of errors) expect(printed(error)).not.toContain("CANARY");
  });

  it("after a refused bank account holds no IBAN; the service's words are in `said`", async () => {
    await using server = await startLyingServer(json(422, said));

    const call = clientOf(server, { token }).createBankAccount({ name: "CANARY", iban });
    const error = await thrownBy(call);

    expect(error.said).toBe(`CANARY\nCANARY: CANARY ${iban}`);
    expect(printed(error)).not.toContain("CANARY");
  });
});

/** Everything that a person or a logger could make of it. */
function printed(error: RailApiError): string {
  let lines = "";
  const write = (line: string) => {
    lines += line;
  };
  const logger = pino({ level: "trace" }, { write });
  logger.error(error);
  logger.error({ err: error, error, nested: { error } }, "failed");
  return [
    String(error),
    error.stack,
    JSON.stringify(error),
    inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: false }),
    JSON.stringify(pino.stdSerializers.errWithCause(error)),
    lines,
  ].join("\n");
}
