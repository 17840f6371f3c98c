import { describe, expect, it } from "vitest";
import { createRailApi } from "../../../src/platform/rail-api/client.ts";
import { pagesOf } from "../../rail-api/pages-of.ts";
import { thrownBy } from "../../rail-api/thrown.ts";
import * as wire from "../../rail-api/wire.ts";
import { json, startLyingServer } from "../../support/lying-server.ts";

const token = "token-1";

describe("creating a Rail", () => {
  it("sends an on-ramp as the document says, ids verbatim", async () => {
    await using server = await startLyingServer(json(200, { data: wire.onRampWire }));

    await createRailApi({ ...server, token }).createRail(wire.onRamp, ["tag-1", "payroll é"]);

    expect(server.received).toMatchObject([
      { method: "POST", url: "/api/v1/rails", authorization: "Bearer token-1" },
    ]);
    expect(JSON.parse(server.received[0]?.body ?? "")).toEqual({
      type: "ON_RAMP",
      metadata: ["tag-1", "payroll é"],
      source: { asset: "GBP" },
      destination: { asset: "GBPA", wallet_id: "wa_1" },
    });
  });

  it("sends an off-ramp as the document says, ids verbatim", async () => {
    await using server = await startLyingServer(json(200, { data: wire.offRampWire }));

    await createRailApi({ ...server, token }).createRail(wire.offRamp, ["tag-1"]);

    expect(JSON.parse(server.received[0]?.body ?? "")).toEqual({
      type: "OFF_RAMP",
      metadata: ["tag-1"],
      source: { asset: "GBPA", network_id: "SOLANA_DEVNET" },
      destination: { asset: "GBP", bank_account_id: "bka_7" },
    });
  });

  it("answers the Rail in our words", async () => {
    await using server = await startLyingServer(json(200, { data: wire.onRampWire }));

    const rail = await createRailApi({ ...server, token }).createRail(wire.onRamp, []);

    expect(rail).toEqual({
      id: "rail_1",
      type: "ON_RAMP",
      source: {
        kind: "fiat",
        asset: "GBP",
        bankAccount: {
          id: "bka_9",
          displayName: "Acme virtual account",
          currency: "GBP",
          iban: "GB33BUKB20201555555555",
          accountNumber: "55555555",
          sortCode: "202015",
          bicSwift: "BUKBGB22",
          reference: "ACME-1",
        },
      },
      destination: {
        kind: "crypto",
        asset: "GBPA",
        wallet: {
          id: "wa_1",
          displayName: "Treasury cold wallet",
          isCustodial: false,
          network: "SOLANA_DEVNET",
          address: wire.coldWallet.address,
        },
      },
      metadata: ["tag-1", "payroll"],
      createdAt: "2026-02-03T04:05:06.000000Z",
    });
  });

  it("answers a Rail without an id as it is", async () => {
    await using server = await startLyingServer(
      json(200, { data: { ...wire.onRampWire, id: null } }),
    );

    const rail = await createRailApi({ ...server, token }).createRail(wire.onRamp, []);

    expect(rail.id).toBeNull();
  });
});

describe("reading a Rail", () => {
  it.each([
    ["rail_1", "rail_1"],
    ["a/b", "a%2Fb"],
    ["../rails", "..%2Frails"],
    ["...", "..."],
    ["%2e%2e", "%252e%252e"],
    ["a?page=2#x", "a%3Fpage%3D2%23x"],
    ["Zoë 1", "Zo%C3%AB%201"],
  ])("asks for the id %j below /rails/ and nowhere else", async (id, path) => {
    await using server = await startLyingServer(json(200, { data: wire.onRampWire }));

    await createRailApi({ ...server, token }).getRail(id);

    expect(server.received.map(({ url }) => url)).toEqual([`/api/v1/rails/${path}`]);
  });

  it.each(["", ".", "..", "\ud800"])("finds nothing under %j, without asking", async (id) => {
    await using server = await startLyingServer(json(200, { data: wire.onRampWire }));

    const error = await thrownBy(createRailApi({ ...server, token }).getRail(id));

    expect(error.code).toBe("not-found");
    expect(server.received).toEqual([]);
  });

  it.each([
    [wire.fiatEnd, wire.fiatEnd, "fiat", "fiat"],
    [wire.fiatEnd, wire.cryptoEnd, "fiat", "crypto"],
    [wire.cryptoEnd, wire.fiatEnd, "crypto", "fiat"],
    [wire.cryptoEnd, wire.cryptoEnd, "crypto", "crypto"],
  ])("reads an EXCHANGE, whatever its ends are (%#)", async (source, destination, from, to) => {
    const data = { ...wire.onRampWire, type: "EXCHANGE", source, destination };
    await using server = await startLyingServer(json(200, { data }));

    const rail = await createRailApi({ ...server, token }).getRail("rail_1");

    expect(rail).toMatchObject({
      type: "EXCHANGE",
      source: { kind: from },
      destination: { kind: to },
    });
  });
});

describe("whitelisting", () => {
  it("sends a wallet as the document says and answers it in our words", async () => {
    await using server = await startLyingServer(json(201, { data: wire.coldWallet }));

    const wallet = await createRailApi({ ...server, token }).whitelistWallet({
      name: "Treasury cold wallet",
      network: "SOLANA_DEVNET",
      address: wire.coldWallet.address,
    });

    expect(wallet).toMatchObject({ id: "wa_1", displayName: "Treasury cold wallet" });
    expect(server.received[0]).toMatchObject({ method: "POST", url: "/api/v1/wallets" });
    expect(JSON.parse(server.received[0]?.body ?? "")).toEqual({
      name: "Treasury cold wallet",
      network_id: "SOLANA_DEVNET",
      address: wire.coldWallet.address,
    });
  });

  const account = { name: "Main account", iban: "GB29NWBK60161331926819" };

  it("sends a bank account as the document says", async () => {
    await using server = await startLyingServer(json(200, { data: wire.virtualAccount }));

    await createRailApi({ ...server, token }).whitelistBankAccount(account);

    expect(server.received[0]).toMatchObject({ method: "POST", url: "/api/v1/bank-accounts" });
    expect(JSON.parse(server.received[0]?.body ?? "")).toEqual(account);
  });

  it.each([
    ["a bank account in `data`", { data: wire.virtualAccount }, "bka_9", true],
    ["a bank account as it is", wire.virtualAccount, "bka_9", true],
    ["an id in `data`", { data: { id: "bka_9" } }, "bka_9", false],
    ["an id alone", { id: "bka_9" }, "bka_9", false],
    ["an integer id", { data: { id: 9 } }, "9", false],
    ["an id that is null", { data: { id: null } }, null, false],
    ["an id that is an object", { data: { id: {} } }, null, false],
    ["only a message", { message: "Done" }, null, false],
    ["`data` that is null", { data: null }, null, false],
    ["a list", [wire.virtualAccount], null, false],
    ["null", null, null, false],
  ])("makes the best of an undocumented answer: %s", async (_, body, id, isWhole) => {
    await using server = await startLyingServer(json(201, body));

    const answer = await createRailApi({ ...server, token }).whitelistBankAccount(account);

    expect(answer).toMatchObject({ id, answer: body });
    expect(answer.bankAccount?.iban).toBe(isWhole ? wire.virtualAccount.iban : undefined);
  });

  it("makes the best of no answer at all", async () => {
    await using server = await startLyingServer((response) => response.writeHead(204).end());

    const answer = await createRailApi({ ...server, token }).whitelistBankAccount(account);

    expect(answer).toEqual({ id: null, bankAccount: null, answer: undefined });
  });
});

describe("a Rail API client", () => {
  it.each(["/api/v1", "/api/v1/"])("takes a base address that ends like %s", async (path) => {
    await using server = await startLyingServer(json(200, wire.listWire()));
    const rails = createRailApi({ baseUrl: `${server.origin}${path}`, token });

    await pagesOf(rails);

    expect(server.received.map(({ url }) => url)).toEqual(["/api/v1/rails"]);
  });

  it.each(["", "nonsense", "ftp://a.invalid/", "http://ana:pw@a.invalid/", "http://a.invalid/?x"])(
    "is not made for the base address %j",
    (baseUrl) => {
      expect(() => createRailApi({ baseUrl, token })).toThrow(TypeError);
    },
  );

  it.each(["", "two words", "line\nbreak", "é"])("is not made with the token %j", (unusable) => {
    const make = () => createRailApi({ baseUrl: "http://a.invalid/", token: unusable });

    expect(make).toThrow(new TypeError("The Rail API token is not a token"));
  });
});
