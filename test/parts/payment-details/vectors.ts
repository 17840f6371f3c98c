import type {
  AddressFamily,
  DestinationValue,
} from "../../../src/platform/payment-details/destination-value.ts";

/** Values that others published: the IBAN registry, EIP-55, BIP 173 and 350, SEP-23. */

export const GB = "GB29NWBK60161331926819";
export const DE = "DE89370400440532013000";
export const FR = "FR1420041010050500013M02606";
export const XK = "XK051212012345678906";
export const IBANS: readonly string[] = [GB, DE, FR, XK].concat(
  "NL91ABNA0417164300 CH9300762011623852957 NO9386011117947 BE68539007547034".split(" "),
  "ES9121000418450200051332 IT60X0542811101000000123456 SE4550000000058398257466".split(" "),
  "MT84MALT011000012345MTLCAST001S PL61109010140000071219812874 AT611904300234573201".split(" "),
  "LC55HEMM000100010012001200023015 BR1800360305000010009795493C1".split(" "),
  "SA0380000000608010167519 AE070331234567890123456 TR330006100519786457841326".split(" "),
  "PT50000201231234567890154",
);

/** From the text of EIP-55: mixed, all capitals, and all small. */
export const MIXED = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
export const ETHEREUM: readonly string[] = [MIXED].concat(
  "0x52908400098527886E0F7030069857D2E4169EE7 0x8617E340B3D01FA5F11F306F4090FD50E238070D".split(
    " ",
  ),
  "0xde709f2102306220921060314715629080e2fb77 0x27b1fdb04752bbc536007a920d24acb045561c26".split(
    " ",
  ),
  "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359 0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB".split(
    " ",
  ),
  "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
);

/** A wallet; the token account of a wallet, and a mint. */
export const SOL = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
export const SOLANA: readonly string[] = [SOL].concat(
  "C4PRXFV6Gf5mytVZb6RoeLsG8CjcFWzR2EJ3dvwPTUJH",
  "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
);

export const OTHERS = [
  ["1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "Bitcoin"],
  ["3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy", "Bitcoin or Litecoin"],
  ["mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn", "Bitcoin, Litecoin or Dogecoin"],
  ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "Bitcoin"],
  ["BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4", "Bitcoin"],
  ["bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0", "Bitcoin"],
  ["MQMcJhpWHYVeQArcZR3sBgyPZxxRtnH441", "Litecoin"],
  ["ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9", "Litecoin"],
  ["DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L", "Dogecoin"],
  ["TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "Tron"],
  ["rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh", "the XRP Ledger"],
  ["X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ", "the XRP Ledger"],
  ["GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ", "Stellar"],
  ["CA3D5KRYM6CB7OWQ6TWYRR3Z4T7GNZLKERYNZGGA5SOAOPIFY6YQGAXE", "Stellar"],
  ["cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh", "a Cosmos chain"],
  [
    "addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x",
    "Cardano",
  ],
] as const;

export function account(iban: string): DestinationValue {
  return { kind: "account", iban };
}

/** A wallet on a network whose family follows from the address. */
export function wallet(address: string, network = "SOME_NETWORK"): DestinationValue {
  const base58: AddressFamily = /^[1-9A-HJ-NP-Za-km-z]{40,44}$/.test(address)
    ? "solana"
    : "unknown";
  const family = /^0x[0-9a-f]{40}$/i.test(address) ? "ethereum" : base58;
  return { kind: "wallet", network, family, address };
}

/** In groups of four, as a card prints it. */
export function inGroups(value: string, separator = " "): string {
  return value.replace(/(.{4})(?=.)/g, `$1${separator}`);
}

export function withCharacter(text: string, at: number, character: string): string {
  return text.slice(0, at) + character + text.slice(at + 1);
}
