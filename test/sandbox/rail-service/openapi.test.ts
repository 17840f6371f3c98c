import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { description, expectDescribed } from "./described.ts";
import { aRailService } from "./support.ts";

describe("the OpenAPI description", () => {
  it("is served beside the interface, and lists the operations that are there, each of them", async () => {
    const { baseUrl } = await aRailService();

    const served = await fetch(new URL("/sandbox/openapi.json", baseUrl));

    expect(served.status).toBe(200);
    expect(await served.json()).toEqual(JSON.parse(JSON.stringify(description)));
  });

  it("is OpenAPI 3.1", async () => {
    const validator = new Validator();

    expect(await validator.validate(structuredClone(description))).toEqual({ valid: true });
    expect(validator.version).toBe("3.1");
  });

  it.each([
    ["OnRampBody", "wa_"],
    ["OffRampBody", "bka_"],
  ])("tells where the document contradicts itself about ids (%s)", (name, prefix) => {
    expect(JSON.stringify(description.components.schemas[name])).toMatch(
      new RegExp(`integer in its schema, but shows a prefixed string .\`${prefix}<id>\``),
    );
  });
});

/** The rest of the suite leans on this: that it fails where it should is shown here. */
describe("what is held against the description", () => {
  const json = { "content-type": "application/json" };
  const wallet = {
    id: null,
    display_name: "Treasury",
    is_custodial: false,
    network: "SOLANA_DEVNET",
    address: "x",
  };
  const right = {
    method: "POST",
    path: "/wallets",
    sent: JSON.stringify({ name: "Treasury", network_id: "SOLANA_DEVNET", address: "x" }),
    status: 200,
    headers: new Headers(json),
    body: { data: wallet },
  };

  it("passes where it is as described", () => {
    expectDescribed(right);
  });

  it.each([
    ["a status", { status: 201 }],
    ["a path", { path: "/wallets/wa_1" }],
    ["a method", { method: "PUT" }],
    ["a body that is no JSON", { headers: new Headers({ "content-type": "text/html" }) }],
    ["a field too many", { body: { data: { ...wallet, state: "active" } } }],
    ["a field too few", { body: { data: { ...wallet, id: undefined } } }],
    ["a field of another type", { body: { data: { ...wallet, id: 7 } } }],
    ["null where it may not be", { body: { data: { ...wallet, address: null } } }],
    ["a refusal in another shape", { status: 422, body: { message: "No." } }],
    ["a 401 without its header", { status: 401, body: { message: "No." } }],
    ["a body that should not have been accepted", { sent: '{"name":7}' }],
  ])("fails for %s that is not", (_, other) => {
    expect(() => expectDescribed({ ...right, ...other })).toThrow();
  });
});
