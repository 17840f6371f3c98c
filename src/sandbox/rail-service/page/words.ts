import type { Books } from "../bank-and-chain/books.ts";

type Deposit = Books["deposits"][number];
type Rail = Books["rails"][number];

export const REASONS: Readonly<Record<NonNullable<Deposit["reason"]>, string>> = {
  "source-not-whitelisted": "It came from an account that is not whitelisted.",
  "wrong-asset": "It is not the asset that this Rail takes.",
  "wrong-network": "It came on another network than this Rail's.",
};

/** Writes an IBAN in groups of four, as on paper, and an address as it is. */
export const addressInWords = (address: string | null) =>
  (address ?? "").replace(/^[A-Z]{2}\d\d[A-Z0-9]{11,30}$/, (iban) =>
    iban.replaceAll(/(.{4})(?=.)/g, "$1 "),
  );

/** Writes "1250.00" as "1,250.00", from its digits. */
export const amountInWords = ({ amount, asset }: { amount: string; asset: string }) =>
  `${amount.replaceAll(/\B(?=(\d{3})+\.)/g, ",")} ${asset}`;

/** Shortens an id to "rail_01k…9x4", which still tells Rails apart. */
export const shortId = (id: string) => `${id.slice(0, 8)}…${id.slice(-4)}`;

export const nameOfRail = ({ id, source_asset, destination_asset, destination }: Rail) =>
  `${source_asset} → ${destination_asset} · ${destination.name} · ${shortId(id)}`;

/** The page does not know where its reader is. */
const TIME = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "long",
  timeZone: "UTC",
});

export const timeInWords = (at: string) => TIME.format(new Date(at));
