import { describe, expect, it } from "vitest";
import { startRailService } from "../../../src/sandbox/rail-service/server.ts";
import { ACME, aRailService, as, BIRCH } from "./support.ts";

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
