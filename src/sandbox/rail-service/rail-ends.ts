import { atBank, type Location, onChain } from "./bank-and-chain/place.ts";
import type { Rail } from "./entities.ts";

/** The asset that people pay in, and the asset that is delivered. */
export function assetsOf({ type, fiat, stablecoin }: Rail): {
  source: string;
  destination: string;
} {
  return type === "ON_RAMP"
    ? { source: fiat, destination: stablecoin }
    : { source: stablecoin, destination: fiat };
}

export function destinationOf({ type, wallet, bankAccount }: Rail): Location {
  return type === "ON_RAMP" ? locationOfWallet(wallet) : locationOfAccount(bankAccount);
}

/** The dedicated account or wallet into which people pay. */
export function entryPointOf({ type, wallet, bankAccount }: Rail): Location {
  return type === "ON_RAMP" ? locationOfAccount(bankAccount) : locationOfWallet(wallet);
}

export const locationOfAccount = ({ iban }: Rail["bankAccount"]) => atBank(iban);

export const locationOfWallet = ({ network, address }: Rail["wallet"]) => onChain(network, address);
