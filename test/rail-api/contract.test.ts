import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createRailApi } from "../../src/platform/rail-api/client.ts";
import type { RailApi } from "../../src/platform/rail-api/rail-api.ts";
import type { RailSpec } from "../../src/platform/rail-api/rules/rail.ts";
import type { Fault } from "../../src/sandbox/rail-service/faults.ts";
import { type RailService, startRailService } from "../../src/sandbox/rail-service/server.ts";
import { expectDescribed, PREFIX } from "../sandbox/rail-service/described.ts";
import { type RecordingProxy, startRecordingProxy } from "../support/recording-proxy.ts";
import { pagesOf } from "./pages-of.ts";
import { thrownBy } from "./thrown.ts";
import { coldWallet } from "./wire.ts";

/** Client and sandbox service share no code: both are readings of one document, and must understand each other. */
let service: RailService;
let wire: RecordingProxy;
let rails: RailApi;
beforeAll(async () => {
  service = await startRailService({
    companies: [
      { name: "Acme", token: "token-acme" },
      { name: "Bolt", token: "token-bolt" },
      { name: "Crab", token: "token-crab" },
    ],
    pageSize: 2,
  });
  wire = await startRecordingProxy(new URL(service.baseUrl).origin);
  rails = apiOf("token-acme");
});
beforeEach(() => service.faults.clear());
afterEach(holdAgainstDescription);
afterAll(async () => {
  await wire.stop();
  await service.stop();
});

const apiOf = (token: string) => createRailApi({ baseUrl: `${wire.url}${PREFIX}`, token });

/** What the client sends and is answered is what the service's description says. */
function holdAgainstDescription() {
  for (const { method, path, body, status, answerHeaders, answer } of wire.exchanges()) {
    expectDescribed({
      method,
      path: path.slice(PREFIX.length),
      sent: body.toString(),
      status,
      headers: answerHeaders,
      body: JSON.parse(answer),
    });
  }
}

describe("the Rail service and its client", () => {
  it("whitelist a wallet and create an on-ramp to it", async () => {
    const spec = await anOnRamp();

    const rail = await rails.createRail(spec, ["tag-1", "payroll"]);

    expect(rail).toMatchObject({
      type: "ON_RAMP",
      source: { kind: "fiat", asset: "GBP", bankAccount: { currency: "GBP" } },
      destination: { kind: "crypto", asset: "GBPA", wallet: { address: coldWallet.address } },
      metadata: ["tag-1", "payroll"],
    });
    expect(await rails.getRail(rail.id ?? "")).toEqual(rail);
  });

  it("whitelist a bank account and create an off-ramp to it", async () => {
    const spec = await anOffRamp();

    const rail = await rails.createRail(spec, ["tag-2"]);

    expect(rail).toMatchObject({
      type: "OFF_RAMP",
      source: { kind: "crypto", asset: "GBPA", wallet: { network: "SOLANA_DEVNET" } },
      destination: { kind: "fiat", asset: "GBP", bankAccount: { iban: "GB29NWBK60161331926819" } },
      metadata: ["tag-2"],
    });
    expect(await rails.getRail(rail.id ?? "")).toEqual(rail);
  });

  it("walk an empty list", async () => {
    const crab = apiOf("token-crab");

    expect(await pagesOf(crab)).toEqual([{ rails: [], total: 0 }]);
  });

  it("walk a list of several pages, each Rail once", async () => {
    // Past the proxy: the next page's address is the service's own, and the client goes nowhere else.
    const bolt = createRailApi({ ...service, token: "token-bolt" });
    const spec = await anOnRamp(bolt);
    for (const tag of ["1", "2", "3", "4", "5"]) await bolt.createRail(spec, [tag]);

    const pages = await pagesOf(bolt);

    expect(pages.map((page) => page.rails.length)).toEqual([2, 2, 1]);
    expect(pages.map((page) => page.total)).toEqual([5, 5, 5]);
    const tags = pages.flatMap((page) => page.rails.map((rail) => rail.metadata?.[0]));
    expect(tags.sort()).toEqual(["1", "2", "3", "4", "5"]);
  });

  it("keep one company's Rails from another", async () => {
    const { id } = await rails.createRail(await anOnRamp(), []);
    const crab = apiOf("token-crab");

    expect(await thrownBy(crab.getRail(id ?? ""))).toMatchObject({ code: "not-found" });
  });

  it("agree on a token that is wrong, for every operation", async () => {
    const stranger = apiOf("wrong");
    const spec = await anOnRamp();
    const calls = [
      stranger.createRail(spec, []),
      stranger.getRail("rail_1"),
      pagesOf(stranger),
      stranger.whitelistWallet({ name: "a", network: "SOLANA_DEVNET", address: "b" }),
      stranger.whitelistBankAccount({ name: "a", iban: "b" }),
    ];

    for (const error of await Promise.all(calls.map(thrownBy))) {
      expect(error).toMatchObject({ code: "unauthenticated", outcome: "not-created" });
    }
  });

  it("agree on a Rail that is not there", async () => {
    expect(await thrownBy(rails.getRail("rail_none"))).toMatchObject({ code: "not-found" });
  });

  it("agree on fields that are wrong", async () => {
    const spec: RailSpec = {
      type: "ON_RAMP",
      source: { asset: "XXX" },
      destination: {
        asset: "YYY",
        wallet: { id: "wa_none", name: "None", network: "SOLANA_DEVNET", address: "none" },
      },
    };

    const error = await thrownBy(rails.createRail(spec, []));

    expect(error).toMatchObject({ code: "invalid", outcome: "not-created" });
    expect(Object.keys(error.fieldErrors).sort()).toEqual([
      "destination.asset",
      "destination.wallet_id",
      "source.asset",
    ]);
    expect(
      Object.values(error.fieldErrors)
        .flat()
        .every((text) => text !== ""),
    ).toBe(true);
  });

  it("know a Rail without an id", async () => {
    service.faults.add({ operation: "POST /rails", fault: { kind: "id-null" } });

    expect(await rails.createRail(await anOnRamp(), [])).toMatchObject({ id: null });
  });

  it("know a Rail whose metadata is not echoed", async () => {
    service.faults.add({ operation: "POST /rails", fault: { kind: "metadata-not-echoed" } });

    expect(await rails.createRail(await anOnRamp(), ["tag"])).toMatchObject({ metadata: null });
  });
});

describe("a POST that goes wrong at the service", () => {
  it.each<[Fault, number, string, string]>([
    [{ kind: "drop-before-commit" }, 0, "unavailable", "unknown"],
    [{ kind: "drop-after-commit" }, 1, "unavailable", "unknown"],
    [{ kind: "500-before-commit" }, 0, "unavailable", "unknown"],
    [{ kind: "500-after-commit" }, 1, "unavailable", "unknown"],
    [{ kind: "truncate" }, 1, "unavailable", "unknown"],
    [{ kind: "cut-json" }, 1, "unexpected-response", "unknown"],
    [{ kind: "429", retryAfter: 1 }, 0, "unavailable", "unknown"],
    [{ kind: "slow-drip", everyMs: 50 }, 1, "unavailable", "unknown"],
    [{ kind: "token-revoked" }, 0, "unauthenticated", "not-created"],
  ])(
    "($kind) leaves at most one Rail, and no false certainty",
    async (fault, more, code, outcome) => {
      const spec = await anOnRamp();
      const before = service.rails("Acme").length;
      service.faults.add({ operation: "POST /rails", times: Number.POSITIVE_INFINITY, fault });
      const hasty = createRailApi({ ...service, token: "token-acme", timeoutMs: 2_000 });

      const error = await thrownBy(hasty.createRail(spec, ["tag"]));

      expect(error).toMatchObject({ code, outcome });
      expect(service.rails("Acme").length - before).toBe(more);
    },
  );
});

async function anOnRamp(api = rails): Promise<RailSpec> {
  const { address, network } = coldWallet;
  const name = "Treasury cold wallet";
  const { id, ...wallet } = await api.whitelistWallet({ name, network, address });
  expect(wallet).toEqual({ displayName: name, isCustodial: false, network, address });
  return {
    type: "ON_RAMP",
    source: { asset: "GBP" },
    destination: { asset: "GBPA", wallet: { id: id ?? "", name, network, address } },
  };
}

async function anOffRamp(): Promise<RailSpec> {
  const account = { name: "Main account", iban: "GB29NWBK60161331926819" };
  const { id, bankAccount } = await rails.whitelistBankAccount(account);
  expect(bankAccount).toMatchObject({ displayName: account.name, iban: account.iban });
  return {
    type: "OFF_RAMP",
    source: { asset: "GBPA", network: "SOLANA_DEVNET" },
    destination: { asset: "GBP", bankAccount: { id: id ?? "", ...account } },
  };
}
