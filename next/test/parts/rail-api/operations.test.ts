import { describe, expect, it } from "vitest";
import { json, startLyingServer } from "./lying-server.ts";
import * as wire from "./wire.ts";
import { clientOf, thrownBy, walked } from "./wire.ts";

const found = json(200, { data: wire.onRampWire });

describe("creating a Rail", () => {
  const onRampBody = {
    type: "ON_RAMP",
    source: { asset: "GBP" },
    destination: { asset: "GBPA", wallet_id: "wa_1" },
  };
  const offRampBody = {
    type: "OFF_RAMP",
    source: { asset: "GBPA", network_id: "SOLANA_DEVNET" },
    destination: { asset: "GBP", bank_account_id: "bka_7" },
  };
  it.each([
    [wire.onRamp, onRampBody],
    [wire.offRamp, offRampBody],
  ])("sends what the document says, with the token and ids as they are", async (spec, body) => {
    await using server = await startLyingServer(found);

    await clientOf(server).createRail(spec, ["tag-1", "payroll é"]);

    const [request] = server.received;
    expect(request).toMatchObject({ method: "POST", url: "/api/v1/rails" });
    expect(request?.authorization).toBe("Bearer token-1");
    const metadata = ["tag-1", "payroll é"];
    expect(JSON.parse(request?.body ?? "")).toEqual({ ...body, metadata });
  });

  it("answers the Rail in our words", async () => {
    await using server = await startLyingServer(found);

    expect(await clientOf(server).createRail(wire.onRamp, [])).toEqual({
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

  it.each([null, "", "rail\n", "x".repeat(256)])("reads the id %j as none", async (id) => {
    await using server = await startLyingServer(json(200, { data: { ...wire.onRampWire, id } }));

    expect((await clientOf(server).createRail(wire.onRamp, [])).id).toBeNull();
    expect(server.received).toHaveLength(1);
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
    await using server = await startLyingServer(found);

    await clientOf(server).getRail(id);

    expect(server.received.map(({ url }) => url)).toEqual([`/api/v1/rails/${path}`]);
  });

  it.each(["", ".", "..", "\ud800", "a\n"])("finds nothing under %j, unasked", async (id) => {
    await using server = await startLyingServer(found);

    expect((await thrownBy(clientOf(server).getRail(id))).code).toBe("not-found");
    expect(server.received).toEqual([]);
  });
});

describe("whitelisting", () => {
  it.each([200, 201])("sends a wallet and reads it from a %i", async (status) => {
    await using server = await startLyingServer(json(status, { data: wire.coldWallet }));

    const wallet = await clientOf(server).createWallet(wire.newWallet);

    expect(wallet).toMatchObject({ id: "wa_1", displayName: "Treasury cold wallet" });
    expect(server.received).toMatchObject([{ method: "POST", url: "/api/v1/wallets" }]);
    const { name, network, address } = wire.newWallet;
    const body = { name, network_id: network, address };
    expect(JSON.parse(server.received[0]?.body ?? "")).toEqual(body);
  });

  it.each([
    ["a bank account in `data`", { data: wire.virtualAccount }, "bka_9", true],
    ["a bank account as it is", wire.virtualAccount, "bka_9", true],
    ["an id in `data`", { data: { id: "bka_9" } }, "bka_9", false],
    ["an id alone", { id: "bka_9" }, "bka_9", false],
    ["an integer id", { data: { id: 9 } }, "9", false],
    ["an id that nobody can keep", { data: { id: "bka\u0000" } }, null, false],
    ["only a message", { message: "Done" }, null, false],
    ["`data` that is null", { data: null }, null, false],
    ["nothing at all", "", null, false],
  ])("makes the best of the undocumented answer: %s", async (_, body, id, isWhole) => {
    await using server = await startLyingServer(json(201, body));

    const created = await clientOf(server).createBankAccount(wire.newAccount);

    expect(created.id).toBe(id);
    expect(created.bankAccount?.iban).toBe(isWhole ? wire.virtualAccount.iban : undefined);
    expect(server.received).toMatchObject([{ method: "POST", url: "/api/v1/bank-accounts" }]);
    expect(JSON.parse(server.received[0]?.body ?? "")).toEqual(wire.newAccount);
  });
});

describe("a client", () => {
  it("takes a base address with a slash at its end, too", async () => {
    await using server = await startLyingServer(json(200, wire.listWire()));

    await walked(clientOf({ baseUrl: `${server.baseUrl}/` }));

    expect(server.received.map(({ url }) => url)).toEqual(["/api/v1/rails"]);
  });

  it.each(["", "nonsense", "ftp://a.invalid/", "http://ana:pw@a.invalid/", "http://a.invalid/?x"])(
    "is not made for the base address %j",
    (baseUrl) => {
      expect(() => clientOf({ baseUrl })).toThrow(TypeError);
    },
  );

  it.each(["", "two words", "CANARY\nbreak", "é"])("is not made with the token %j", (token) => {
    const make = () => clientOf({ baseUrl: "http://a.invalid/" }, { token });

    expect(make).toThrow(new TypeError("The Rail API token is no token"));
  });
});
