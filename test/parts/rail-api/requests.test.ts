import { describe, expect, it } from "vitest";
import * as wire from "./service.ts";
import { clientOf, json, listWire, railService, railWire, thrownBy, walked } from "./service.ts";

const found = json(200, { data: railWire });
const { bank_account: account } = railWire.source;
const { wallet } = railWire.destination;

describe("what the service is told", () => {
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
  ])("of a Rail is as the document says, with the token and ids as they are", async (...each) => {
    const [spec, body] = each;
    const metadata = ["tag-1", "payroll é"];
    const { api, received } = await railService(found);
    await api.createRail(spec, metadata);
    const [request] = received;
    expect(request).toMatchObject({ method: "POST", url: "/api/v1/rails" });
    expect(request?.authorization).toBe("Bearer token-1");
    expect(JSON.parse(request?.body ?? "")).toEqual({ ...body, metadata });
  });

  it("of destinations is as the document says", async () => {
    const { api, received } = await railService(json(201, { data: wallet }));
    await api.createWallet(wire.newWallet);
    await api.createBankAccount(wire.newAccount);
    const { name, network, address } = wire.newWallet;
    expect(received.map(({ method, url, body }) => [method, url, JSON.parse(body)])).toEqual([
      ["POST", "/api/v1/wallets", { name, network_id: network, address }],
      ["POST", "/api/v1/bank-accounts", wire.newAccount],
    ]);
  });

  it.each([
    ["rail_1", "rail_1"],
    ["a/b", "a%2Fb"],
    ["../rails", "..%2Frails"],
    ["...", "..."],
    ["%2e%2e", "%252e%252e"],
    ["a?page=2#x", "a%3Fpage%3D2%23x"],
    ["Zoë 1", "Zo%C3%AB%201"],
  ])("of the id %j stands below /rails/ and nowhere else", async (id, path) => {
    const { api, received } = await railService(found);
    await api.getRail(id);
    expect(received.map(({ url }) => url)).toEqual([`/api/v1/rails/${path}`]);
  });

  it.each(["", ".", "..", "\ud800", "a\n"])("is nothing of the id %j: not found", async (id) => {
    const { api, received } = await railService(found);
    expect((await thrownBy(api.getRail(id))).code).toBe("not-found");
    expect(received).toEqual([]);
  });

  it.each(["", "two words", "CANARY\nbreak", "é"])("is never the token %j", (token) => {
    expect(() => clientOf({ token })).toThrow(new TypeError("The Rail API token is no token"));
  });
});

describe("what the service answers", () => {
  it("is read in our words", async () => {
    const { api } = await railService(found);
    const { display_name, account_number, sort_code, bic_swift, ...same } = account;
    const bankAccount = {
      ...same,
      displayName: display_name,
      accountNumber: account_number,
      sortCode: sort_code,
      bicSwift: bic_swift,
    };
    const { display_name: displayName, is_custodial: isCustodial, ...alike } = wallet;
    expect(await api.createRail(wire.onRamp, [])).toEqual({
      id: "rail_1",
      type: "ON_RAMP",
      source: { kind: "fiat", asset: "GBP", bankAccount },
      destination: {
        kind: "crypto",
        asset: "GBPA",
        wallet: { ...alike, displayName, isCustodial },
      },
      metadata: ["tag-1", "payroll"],
      createdAt: "2026-02-03T04:05:06.000000Z",
    });
  });

  const [fiat, crypto] = [railWire.source, railWire.destination];
  it.each([
    ["ON_RAMP", crypto, fiat, false],
    ["ON_RAMP", fiat, fiat, false],
    ["OFF_RAMP", fiat, crypto, false],
    ["OFF_RAMP", crypto, fiat, true],
    ["EXCHANGE", { asset: "GBP", type: "fiat" }, fiat, false],
    ["EXCHANGE", fiat, crypto, true],
    ["EXCHANGE", crypto, fiat, true],
    ["LOOP", fiat, crypto, false],
  ])("is read as %s only with its ends (%#)", async (type, source, destination, isRead) => {
    const { api } = await railService(
      json(200, { data: { ...railWire, type, source, destination } }),
    );
    const read = api.getRail("rail_1").then(({ source: { kind } }) => kind);
    if (isRead) expect(await read).toBe(source === fiat ? "fiat" : "crypto");
    else expect((await thrownBy(read)).code).toBe("unexpected-response");
  });

  it.each([
    ["a bank account in `data`", { data: account }, "bka_9", account.iban],
    ["a bank account as it is", account, "bka_9", account.iban],
    ["an id in `data`", { data: { id: "bka_9" } }, "bka_9", undefined],
    ["an id alone", { id: "bka_9" }, "bka_9", undefined],
    ["an integer id", { data: { id: 9 } }, "9", undefined],
    ["an id that nobody can keep", { data: { id: "bka\u0000" } }, null, undefined],
    ["only a message", { message: "Done" }, null, undefined],
    ["`data` that is null", { data: null }, null, undefined],
    ["nothing at all", "", null, undefined],
  ])("about a bank account is made the best of: %s", async (_, body, id, iban) => {
    const { api } = await railService(json(201, body));
    const created = await api.createBankAccount(wire.newAccount);
    expect([created.id, created.bankAccount?.iban]).toEqual([id, iban]);
  });
});

/** The document's tables by the name of the field; whatever is not named here is required. */
const NULLABLE = ["id", "iban", "reference", "external_id", "created_at", "next"];
const OPTIONAL = ["account_number", "sort_code", "bic_swift"];
/** Nothing here rests on these, so they may be anything. */
const UNREAD = ["human", "from", "to", "per_page", "path", "meta.links", "first", "last", "prev"];
/** Not every text will do. */
const NARROW = ["data.type", "created_at", "next"];

const CHANGES: Readonly<Record<string, unknown>> = {
  absent: undefined,
  null: null,
  structured: { wrong: true },
  broken: 1.5,
  huge: "x".repeat(100_000),
  hostile: "a\0\ud800<!channel>",
};

function isRead(field: string, was: unknown, change: string): boolean {
  const among = (names: readonly string[]) =>
    names.some((name) => `.${field}`.endsWith(`.${name}`));
  if (among(UNREAD)) return true;
  if (change === "absent") return among(OPTIONAL);
  if (change === "null") return among(OPTIONAL) || among(NULLABLE);
  return /huge|hostile/.test(change) && typeof was === "string" && !among(NARROW);
}

/** All fields of an object and the objects in it, by dotted names. */
function fieldsOf(value: unknown, before = ""): [string, unknown][] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => [
    [`${before}${key}`, item],
    ...fieldsOf(item, `${before}${key}.`),
  ]);
}

/** The object with one field changed, or without it. */
function changed(value: object, [key = "", ...path]: string[], to: unknown): object {
  const { [key]: item, ...rest } = value as Record<string, unknown>;
  if (path.length > 0) return { ...rest, [key]: changed(Object(item), path, to) };
  return to === undefined ? rest : { ...rest, [key]: to };
}

type Api = ReturnType<typeof clientOf>["api"];
const post = (api: Api) => api.createRail(wire.onRamp, []);
const message = { message: "No." };

describe.each<[string, number, object, (api: Api) => Promise<unknown>, string | null]>([
  ["a Rail", 200, { data: railWire }, (api) => api.getRail("rail_1"), null],
  ["the list", 200, listWire(), walked, null],
  ["a wallet", 201, { data: wallet }, (api) => api.createWallet(wire.newWallet), null],
  ["a refused token", 401, message, post, "unauthenticated"],
  ["no such Rail", 404, message, (api) => api.getRail("rail_1"), "not-found"],
  ["refused fields", 422, { ...message, errors: {} }, post, "invalid"],
])("%s with any one field absent, huge, hostile or wrong", (_, status, whole, call, code) => {
  it.each(fieldsOf(whole))(
    "is read as the document says, or is unreadable: %s",
    async (...each) => {
      const [field, was] = each;
      for (const [change, to] of Object.entries(CHANGES)) {
        const answer = changed(whole, field.split("."), to);
        const { api } = clientOf({ fetch: async () => Response.json(answer, { status }) });
        const outcome = await call(api).then(
          (read) => (JSON.stringify(read).match(/\\u0000|\\ud800/) ? "hostile" : null),
          (error) => error.code ?? error,
        );
        expect(outcome, change).toBe(isRead(field, was, change) ? code : "unexpected-response");
      }
    },
  );
});
