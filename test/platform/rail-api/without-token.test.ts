import { expect, it } from "vitest";
import { railApiWithoutToken } from "../../../src/platform/rail-api/without-token.ts";
import { ADDRESS, anOnRampSpec, IBAN } from "../../support/builders.ts";

it("is answered as if the token was refused, where none is kept", async () => {
  const rails = railApiWithoutToken;
  const refused = { code: "unauthenticated", outcome: "not-created" };

  await expect(rails.createRail(anOnRampSpec(), [])).rejects.toMatchObject(refused);
  await expect(rails.getRail("rail_1")).rejects.toMatchObject(refused);
  await expect(rails.listRails()[Symbol.asyncIterator]().next()).rejects.toMatchObject(refused);
  const wallet = { name: "A", network: "SOLANA_DEVNET", address: ADDRESS };
  await expect(rails.whitelistWallet(wallet)).rejects.toMatchObject(refused);
  const account = { name: "A", iban: IBAN };
  await expect(rails.whitelistBankAccount(account)).rejects.toMatchObject(refused);
});
