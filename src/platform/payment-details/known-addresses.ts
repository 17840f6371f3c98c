import type { DestinationValue } from "./destination-value.ts";

/** Why nobody can own an address, by its form, on any network; null if we know of no reason. */
export function ownerlessReason(address: string): string | null {
  const folded = foldedAddress(address);
  const what =
    OWNERLESS.get(folded) ?? OWNERLESS_FORMS.find(([form]) => form.test(folded))?.[1] ?? null;
  return what && `This is ${what}, not a wallet. Nobody can own it, and money sent there is lost.`;
}

/** The token whose contract or mint this is, such as `USDC`; null for all else. */
export function tokenContractOf(value: DestinationValue): string | null {
  return value.kind === "wallet" ? (TOKENS.get(foldedAddress(value.address)) ?? null) : null;
}

function foldedAddress(address: string): string {
  return /^0x/i.test(address) ? address.toLowerCase() : address;
}

const OWNERLESS = new Map([
  ["11111111111111111111111111111111", "Solana's system program"],
  ["TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA", "Solana's token program"],
  ["TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb", "Solana's token program"],
  ["ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL", "Solana's associated token program"],
  ["MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr", "Solana's memo program"],
  ["Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo", "Solana's memo program"],
  ["metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s", "Solana's token metadata program"],
  ["1nc1nerator11111111111111111111111111111111", "Solana's burn address"],
  [`0x${"0".repeat(40)}`, "the zero address"],
  [`0x${"0".repeat(36)}dead`, "the dead address"],
  [`0xdead${"0".repeat(36)}`, "a burn address"],
  ["0xdead000000000000000042069420694206942069", "a burn address"],
]);

/** Nobody can find a key to so many equal digits: somebody or the network chose them. */
const OWNERLESS_FORMS: readonly (readonly [RegExp, string])[] = [
  [/^(?=[1-9A-HJ-NP-Za-km-z]{32,44}$).*1{10}/, "a program or system account of Solana"],
  [/^0x0{32}[0-9a-f]{8}$/, "an address that the network reserves (a precompile)"],
  [/^0x[0-9a-f]*([0-9a-f])\1{19}/, "an address that somebody made up"],
];

/** Stablecoins by their issuers' lists, on main and test networks. */
const TOKENS = new Map(
  [
    ["EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", "USDC"],
    ["4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU", "USDC"],
    ["0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", "USDC"],
    ["0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", "USDC"],
    ["0xaf88d065e77c8cC2239327C5EDb3A432268e5831", "USDC"],
    ["0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359", "USDC"],
    ["0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238", "USDC"],
    ["Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB", "USDT"],
    ["0xdAC17F958D2ee523a2206206994597C13D831ec7", "USDT"],
    ["HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr", "EURC"],
    ["0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c", "EURC"],
    ["0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42", "EURC"],
    ["0x08210F9170F89Ab7658F0B5E3fF39b0E03C594D4", "EURC"],
    ["2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo", "PYUSD"],
    ["0x6c3ea9036406852006290770BEdFcAbA0e23A0e8", "PYUSD"],
    ["2u1tszSeqZ3qBWF3uNGPFc8TzMk2tdiwknnRMWGWjGWH", "USDG"],
    ["0x6B175474E89094C44Da98b954EedeAC495271d0F", "DAI"],
  ].map(([address = "", token]) => [foldedAddress(address), token] as const),
);
