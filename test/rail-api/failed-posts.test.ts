import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { createRailApi } from "../../src/platform/rail-api/client.ts";
import {
  cutOff,
  endless,
  hangUp,
  html,
  json,
  type Lie,
  reset,
  startLyingServer,
} from "../support/lying-server.ts";
import { thrownBy } from "./thrown.ts";
import * as wire from "./wire.ts";

const token = "token-1";
const unauthenticated = { message: "Unauthenticated." };
const invalid = { message: "No.", errors: { "destination.wallet_id": ["Unknown.", "Bad."] } };
const created = { data: wire.onRampWire };

/** For endless answers. */
const impatient = { token, timeoutMs: 1_000 };

describe("a POST that fails", () => {
  const known: [string, Lie, string][] = [
    ["401 as documented", json(401, unauthenticated), "unauthenticated"],
    ["422 as documented", json(422, invalid), "invalid"],
    ["422 with no field", json(422, { message: "No.", errors: {} }), "invalid"],
  ];
  const unknown: [string, Lie, string][] = [
    ["a 401 page of a proxy", html(401), "unexpected-response"],
    ["401 without a message", json(401, {}), "unexpected-response"],
    ["401 with broken JSON", json(401, '{"message":'), "unexpected-response"],
    ["401 without a body", json(401, ""), "unexpected-response"],
    ["401 cut off", cutOff(401, '{"message":"Unauthenticated."'), "unexpected-response"],
    ["a 422 page of a proxy", html(422), "unexpected-response"],
    ["422 without errors", json(422, { message: "No." }), "unexpected-response"],
    ["422 with a list of errors", json(422, { ...invalid, errors: [] }), "unexpected-response"],
    [
      "422 with bare messages",
      json(422, { ...invalid, errors: { a: "b" } }),
      "unexpected-response",
    ],
    ["404 as documented elsewhere", json(404, { message: "No." }), "unexpected-response"],
    ["400", json(400, { message: "No." }), "unexpected-response"],
    ["408", json(408, { message: "Slow." }), "unexpected-response"],
    ["409", json(409, { message: "No." }), "unexpected-response"],
    ["201 with a Rail", json(201, created), "unexpected-response"],
    ["202 with a Rail", json(202, created), "unexpected-response"],
    ["204", (response) => void response.writeHead(204).end(), "unexpected-response"],
    ["429", json(429, { message: "Slow down." }), "unavailable"],
    ["429 with a short Retry-After", json(429, {}, { "retry-after": "0" }), "unavailable"],
    ["429 with a huge Retry-After", json(429, {}, { "retry-after": "86400" }), "unavailable"],
    ["500", json(500, { message: "Oops." }), "unavailable"],
    ["a 500 page", html(500), "unavailable"],
    ["a 502 page of a proxy", html(502), "unavailable"],
    ["503", html(503, { "retry-after": "0" }), "unavailable"],
    ["an HTML page with 200", html(200), "unexpected-response"],
    ["200 with broken JSON", json(200, '{"data":{"id":'), "unexpected-response"],
    ["200 without a body", json(200, ""), "unexpected-response"],
    ["200 with an error body", json(200, invalid), "unexpected-response"],
    ["200 with null", json(200, null), "unexpected-response"],
    ["200 with a Rail not in `data`", json(200, wire.onRampWire), "unexpected-response"],
    ["200 cut off", cutOff(200, '{"data":{"id":"rail_1"'), "unavailable"],
    ["a closed connection", hangUp, "unavailable"],
    ["a reset connection", reset, "unavailable"],
  ];

  it.each(known)("with %s is known to have created nothing", async (_, lie, code) => {
    await using server = await startLyingServer(lie);

    const error = await thrownBy(createRailApi({ ...server, token }).createRail(wire.onRamp, []));

    expect(error).toMatchObject({ code, outcome: "not-created" });
    expect(server.count("POST")).toBe(1);
  });

  it.each(unknown)("with %s may have created a Rail, and is sent once", async (_, lie, code) => {
    await using server = await startLyingServer(lie);

    const error = await thrownBy(createRailApi({ ...server, token }).createRail(wire.onRamp, []));

    expect(error).toMatchObject({ code, outcome: "unknown" });
    expect(server.count("POST")).toBe(1);
  });

  it.each(endless)("with %s is given up in time, and sent once", async (_, lie) => {
    await using server = await startLyingServer(lie);

    const error = await thrownBy(
      createRailApi({ ...server, ...impatient }).createRail(wire.onRamp, []),
    );

    expect(error).toMatchObject({ code: "unavailable", outcome: "unknown" });
    expect(server.count("POST")).toBe(1);
  });

  it.each([301, 302, 303, 307, 308])("with a redirect (%i) is not sent again", async (status) => {
    await using elsewhere = await startLyingServer(json(200, created));
    await using server = await startLyingServer(
      json(status, {}, { location: `${elsewhere.baseUrl}/rails` }),
    );

    const error = await thrownBy(createRailApi({ ...server, token }).createRail(wire.onRamp, []));

    expect(error).toMatchObject({ code: "unexpected-response", outcome: "unknown" });
    expect(server.received).toHaveLength(1);
    expect(elsewhere.received).toEqual([]);
  });

  it("does not come of a connection that the service closes while it is idle: it has one of its own", async () => {
    const connections: (string | undefined)[] = [];
    await using server = await startLyingServer((response, ...request) => {
      connections.push(response.req.headers.connection);
      json(200, created)(response, ...request);
    });
    const rails = createRailApi({ ...server, token });

    await rails.getRail("rail_1");
    await rails.createRail(wire.onRamp, []);

    expect(connections).toEqual(["keep-alive", "close"]);
  });

  it("with 421 is not sent again, although fetch would", async () => {
    await using server = await startLyingServer(json(421, { message: "Misdirected." }));

    const error = await thrownBy(createRailApi({ ...server, token }).createRail(wire.onRamp, []));

    expect(error).toMatchObject({ code: "unexpected-response", outcome: "unknown" });
    expect(server.count("POST")).toBe(1);
  });

  it("is not sent again when a second one would succeed", async () => {
    await using server = await startLyingServer((response, request, nth) => {
      (nth === 1 ? html(503, { "retry-after": "0" }) : json(200, created))(response, request, nth);
    });

    const error = await thrownBy(createRailApi({ ...server, token }).createRail(wire.onRamp, []));

    expect(error).toMatchObject({ code: "unavailable", outcome: "unknown" });
    expect(server.count("POST")).toBe(1);
  });

  it("keeps the messages of a 422 by field", async () => {
    await using server = await startLyingServer(json(422, invalid));

    const error = await thrownBy(createRailApi({ ...server, token }).createRail(wire.onRamp, []));

    expect(error.fieldErrors).toEqual({ "destination.wallet_id": ["Unknown.", "Bad."] });
    expect(error.said).toBe(invalid.message);
  });

  it("keeps a very long message in part, and none of an answer that is not documented", async () => {
    const message = "x".repeat(100_000);
    await using long = await startLyingServer(json(422, { message, errors: {} }));
    await using unknown = await startLyingServer(json(422, { message }));
    const post = ({ baseUrl }: { baseUrl: string }) =>
      thrownBy(createRailApi({ baseUrl, token }).createRail(wire.onRamp, []));

    expect((await post(long)).said).toHaveLength(1_000);
    expect(await post(unknown)).toMatchObject({ code: "unexpected-response", said: "" });
  });

  it("was not sent when nobody listens at the address", async () => {
    const baseUrl = `http://127.0.0.1:${await closedPort()}/api/v1`;

    const error = await thrownBy(createRailApi({ baseUrl, token }).createRail(wire.onRamp, []));

    expect(error).toMatchObject({ code: "not-sent", outcome: "not-sent" });
  });

  it("was not sent when the name has no address", async () => {
    const baseUrl = "http://nothing.invalid/api/v1";

    const error = await thrownBy(createRailApi({ baseUrl, token }).createRail(wire.onRamp, []));

    expect(error).toMatchObject({ code: "not-sent", outcome: "not-sent" });
  });

  it("says the same of whitelisting", async () => {
    await using server = await startLyingServer(json(422, invalid));
    const rails = createRailApi({ ...server, token });

    const wallet = rails.whitelistWallet({ name: "a", network: "b", address: "c" });
    const bankAccount = rails.whitelistBankAccount({ name: "a", iban: "b" });

    expect(await thrownBy(wallet)).toMatchObject({ code: "invalid", outcome: "not-created" });
    expect(await thrownBy(bankAccount)).toMatchObject({ code: "invalid", outcome: "not-created" });
    expect(server.count("POST")).toBe(2);
  });

  it("takes a proxy's page for no answer, although any JSON would do for a bank account", async () => {
    await using server = await startLyingServer(html(200));

    const call = createRailApi({ ...server, token }).whitelistBankAccount({ name: "a", iban: "b" });

    expect(await thrownBy(call)).toMatchObject({ code: "unexpected-response", outcome: "unknown" });
  });
});

async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("not a TCP address");
  return address.port;
}
