/**
 * The document ("Known values seen in use") shows these codes and says that its list is not complete.
 * It names Ethereum without an identifier: `ETHEREUM_SEPOLIA` is a choice of this sandbox.
 */
export const RAIL_TYPES = ["ON_RAMP", "OFF_RAMP"] as const;
export const FIATS = ["GBP"] as const;
export const STABLECOINS = ["GBPA"] as const;
export const NETWORKS = ["SOLANA_DEVNET", "ETHEREUM_SEPOLIA"] as const;

/** The document announces this stablecoin as coming soon, so the refusal says so. */
export const ANNOUNCED_STABLECOIN = "USDC";

export type Fiat = (typeof FIATS)[number];
export type Network = (typeof NETWORKS)[number];
