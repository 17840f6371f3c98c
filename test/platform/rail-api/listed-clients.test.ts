import { expect, it } from "vitest";
import { listedClients } from "../../../src/platform/rail-api/listed-clients.ts";
import type { RailApi } from "../../../src/platform/rail-api/rail-api.ts";
import { ADDRESS, anOnRampSpec, IBAN } from "../../support/builders.ts";
import { startLyingServer } from "../../support/lying-server.ts";

const LISTED = { baseUrl: "https://rails.example/api/v1", environment: "sandbox" };

async function expectRefused(rails: RailApi, code: string): Promise<void> {
  const refused = { code, outcome: "not-created" };
  await expect(rails.createRail(anOnRampSpec(), [])).rejects.toMatchObject(refused);
  await expect(rails.getRail("rail_1")).rejects.toMatchObject(refused);
  await expect(rails.listRails()[Symbol.asyncIterator]().next()).rejects.toMatchObject(refused);
  const wallet = { name: "A", network: "SOLANA_DEVNET", address: ADDRESS };
  await expect(rails.whitelistWallet(wallet)).rejects.toMatchObject(refused);
  const account = { name: "A", iban: IBAN };
  await expect(rails.whitelistBankAccount(account)).rejects.toMatchObject(refused);
}

it("is answered as if the token was refused, where none is kept", async () => {
  await expectRefused(listedClients([LISTED])({ ...LISTED, token: null }), "unauthenticated");
});

it("an address that the operator does not list is never called, not even one that begins like it", async () => {
  await using server = await startLyingServer(() => {});
  const asked = { baseUrl: server.baseUrl, environment: "sandbox" };
  for (const listed of [
    [],
    [LISTED],
    [{ ...asked, baseUrl: asked.baseUrl.slice(0, -1) }],
    [{ ...asked, baseUrl: `${asked.baseUrl}/` }],
    [{ ...asked, environment: "production" }],
  ]) {
    await expectRefused(listedClients(listed)({ ...asked, token: "token" }), "not-listed");
  }
  expect(server.received).toEqual([]);
});
