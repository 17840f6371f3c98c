import { describe, expect, it } from "vitest";
import {
  anAcme,
  BIRCH,
  idIn,
  offRamp,
  onRamp,
  whitelistBankAccount,
  whitelistWallet,
} from "./support.ts";

const inFours = (iban: string) => iban.replaceAll(/(.{4})(?=.)/g, "$1 ");

async function withRails() {
  const { service, company: acme } = await anAcme();
  const destination = await whitelistWallet(acme, {
    network: "ETHEREUM_SEPOLIA",
    address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  });
  const on = await acme.post("/rails", onRamp(destination));
  const account = await whitelistBankAccount(acme);
  const solana = await acme.post("/rails", offRamp(account));
  const ethereum = await acme.post("/rails", offRamp(account, "ETHEREUM_SEPOLIA"));
  return { service, on, solana, ethereum };
}

/** What the entry point is called: an IBAN or an address. */
function entryPoint({ body }: { body: unknown }): string {
  const { data } = body as {
    data: { source: Record<string, { iban?: string; address?: string }> };
  };
  return data.source.bank_account?.iban ?? data.source.wallet?.address ?? "";
}

describe("the Rails that a text names", () => {
  it("are found by id, by IBAN in one piece or in groups, and by address, each once", async () => {
    const { service, on, solana, ethereum } = await withRails();
    const found = (text: string) => service.railsIn("Acme", text);

    expect(found(`Rail \`${idIn(on)}\` is created.`)).toEqual([idIn(on)]);
    expect(found(`IBAN: ${entryPoint(on)}\nReference: SB1`)).toEqual([idIn(on)]);
    expect(found(`IBAN ${inFours(entryPoint(on))} REFERENCE SB1`)).toEqual([idIn(on)]);
    expect(found(`${entryPoint(on)} and ${inFours(entryPoint(on))} of ${idIn(on)}`)).toEqual([
      idIn(on),
    ]);
    expect(found(`(${entryPoint(solana)})`)).toEqual([idIn(solana)]);
    expect(found(entryPoint(ethereum).toLowerCase())).toEqual([idIn(ethereum)]);
  });

  it("are none of another company, of a destination, of nothing known, or once the service is stopped", async () => {
    const { service, on } = await withRails();

    expect(service.railsIn(BIRCH.name, `${idIn(on)} ${entryPoint(on)}`)).toEqual([]);
    expect(service.railsIn("Acme", "to GB29NWBK60161331926819")).toEqual([]);
    expect(
      service.railsIn("Acme", `rail_${"0".repeat(24)} GB00 ${"GB11 ".repeat(10_000)}`),
    ).toEqual([]);
    await service.stop();
    expect(service.railsIn("Acme", idIn(on))).toEqual([]);
  });
});
