import { describe, expect, it } from "vitest";
import { startRailService } from "../../../src/sandbox/rail-service/server.ts";
import {
  ACME,
  aRailService,
  as,
  BIRCH,
  createRails,
  fieldsIn,
  offRamp,
  onRamp,
  whitelistBankAccount,
  whitelistWallet,
} from "./support.ts";

describe("the wall between companies", () => {
  it("hides a Rail from another company", async () => {
    const service = await aRailService();
    const [id] = await createRails(as(ACME, service.baseUrl), 1);
    const birch = as(BIRCH, service.baseUrl);

    expect((await birch.get(`/rails/${id}`)).status).toBe(404);
    expect((await birch.get("/rails")).body).toMatchObject({ data: [], meta: { total: 0 } });
    expect(service.rails("Birch")).toEqual([]);
    expect(service.rails("Acme")).toHaveLength(1);
  });

  it("answers for another company's Rail in the words for one that does not exist", async () => {
    const { baseUrl } = await aRailService();
    const [id] = await createRails(as(ACME, baseUrl), 1);
    const birch = as(BIRCH, baseUrl);

    expect((await birch.get(`/rails/${id}`)).body).toEqual((await birch.get("/rails/no")).body);
  });

  it("refuses another company's wallet and bank account as destinations", async () => {
    const { baseUrl } = await aRailService();
    const [acme, birch] = [as(ACME, baseUrl), as(BIRCH, baseUrl)];

    const toWallet = await birch.post("/rails", onRamp(await whitelistWallet(acme)));
    const toAccount = await birch.post("/rails", offRamp(await whitelistBankAccount(acme)));

    expect([toWallet.status, toAccount.status]).toEqual([422, 422]);
    expect(fieldsIn(toWallet)).toEqual(["destination.wallet_id"]);
    expect(fieldsIn(toAccount)).toEqual(["destination.bank_account_id"]);
  });
});

describe("bearer authentication", () => {
  it.each([
    ["no header", undefined],
    ["an unknown token", "Bearer other"],
    ["a token cut short", "Bearer acme"],
    ["another scheme", "Basic acme-token"],
    ["a token without a scheme", "acme-token"],
    ["nothing after the scheme", "Bearer "],
  ])("answers 401 to %s, on known and unknown paths", async (_, authorization) => {
    const { baseUrl } = await aRailService();
    const headers = authorization === undefined ? {} : { authorization };

    for (const path of ["/rails", "/rails/x", "/nowhere", "/"]) {
      const response = await fetch(`${baseUrl}${path}`, { headers });
      expect({ path, status: response.status }).toEqual({ path, status: 401 });
      expect(await response.json()).toEqual({ message: "Unauthenticated." });
    }
  });

  it("takes the scheme in any case, as HTTP says", async () => {
    const { baseUrl } = await aRailService();

    const response = await fetch(`${baseUrl}/rails`, {
      headers: { authorization: "bearer acme-token" },
    });

    expect(response.status).toBe(200);
  });

  it("does not start with one token for two companies", async () => {
    const companies = [ACME, { ...BIRCH, token: ACME.token }];

    await expect(startRailService({ companies })).rejects.toMatchObject({ code: "token-repeated" });
  });
});

describe("the call log", () => {
  it("tells who called what, and what was answered", async () => {
    const service = await aRailService();
    await as(ACME, service.baseUrl).get("/rails?page=2");
    await as(BIRCH, service.baseUrl).post("/rails", {});
    await as(null, service.baseUrl).get("/rails/x");

    expect(service.calls()).toEqual([
      { method: "GET", path: "/rails", company: "Acme", status: 200, at: expect.any(String) },
      { method: "POST", path: "/rails", company: "Birch", status: 422, at: expect.any(String) },
      { method: "GET", path: "/rails/x", company: null, status: 401, at: expect.any(String) },
    ]);
  });
});
