import type { z } from "zod";
import type { accountBody, walletBody } from "./bodies.ts";

type Account = z.input<typeof accountBody>;
type Wallet = z.input<typeof walletBody>;

/** The usual accounts and wallets of a company: bodies of `POST …/bank-accounts` and `POST …/wallets`. */
export interface OutsideOptions {
  bankAccounts: readonly Account[];
  wallets: readonly Wallet[];
}

/**
 * The default is enough to send the right asset, and the wrong one over the wrong network. IBANs and addresses are made
 * up, except those of the first account and the first wallet if they are given.
 */
export function usualOutside({
  account,
  wallet,
}: {
  account?: Partial<Account>;
  wallet?: Partial<Wallet>;
} = {}): OutsideOptions {
  return {
    bankAccounts: [
      {
        name: "Operating account",
        balances: [
          { asset: "GBP", amount: "250000.00" },
          { asset: "EUR", amount: "20000.00" },
        ],
        ...account,
      },
      { name: "Petty cash", balances: [{ asset: "GBP", amount: "1500.00" }] },
    ],
    wallets: [
      {
        name: "Treasury wallet",
        network: "SOLANA_DEVNET",
        balances: [
          { asset: "GBPA", amount: "100000.00" },
          { asset: "USDC", amount: "5000.00" },
        ],
        ...wallet,
      },
      {
        name: "Ethereum wallet",
        network: "ETHEREUM_SEPOLIA",
        balances: [{ asset: "GBPA", amount: "25000.00" }],
      },
      {
        name: "Testnet wallet",
        network: "SOLANA_TESTNET",
        balances: [{ asset: "GBPA", amount: "10000.00" }],
      },
    ],
  };
}
