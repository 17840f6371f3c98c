import { hash } from "node:crypto";
import { z } from "zod";
import type { DestinationValue } from "../payment-details/destination-value.ts";

// The Rail service's resources (`rail-interface.md`, "Resources and their fields"), read at once
// into our names: nullable where the document says so. A field that it does not require may also be
// null; one that it does not name, or that nobody here reads, may be anything. Any other departure
// makes the whole answer unreadable. Ids are opaque and sent back as they came.

/** An unusable id is read as none. */
export const serviceId = z
  .string()
  .nullable()
  .transform((id) => (isUsableId(id) ? id : null));

const optionalText = z.string().nullable().default(null);

export const bankAccountResource = z
  .object({
    id: serviceId,
    display_name: z.string(),
    currency: z.string(),
    iban: z.string().nullable(),
    account_number: optionalText,
    sort_code: optionalText,
    bic_swift: optionalText,
    reference: z.string().nullable(),
  })
  .transform(({ display_name, account_number, sort_code, bic_swift, ...same }) => ({
    ...same,
    displayName: display_name,
    accountNumber: account_number,
    sortCode: sort_code,
    bicSwift: bic_swift,
  }));

export type BankAccount = z.output<typeof bankAccountResource>;

export const walletResource = z
  .object({
    id: serviceId,
    display_name: z.string(),
    is_custodial: z.boolean(),
    network: z.string(),
    address: z.string(),
  })
  .transform(({ display_name, is_custodial, ...same }) => ({
    ...same,
    displayName: display_name,
    isCustodial: is_custodial,
  }));

const fiatAsset = z
  .object({ asset: z.string(), type: z.string(), bank_account: bankAccountResource })
  .transform(({ asset, bank_account: bankAccount }) => ({
    kind: "fiat" as const,
    asset,
    bankAccount,
  }));

const cryptoAsset = z
  .object({ asset: z.string(), type: z.string(), wallet: walletResource })
  .transform(({ asset, wallet }) => ({ kind: "crypto" as const, asset, wallet }));

const railFacts = z.object({
  id: serviceId,
  /** The strings given at creation; items may be of any type. */
  metadata: z
    .object({ external_id: z.array(z.unknown()).nullable() })
    .transform(({ external_id }): readonly unknown[] | null => external_id),
  created_at: z.iso.datetime({ offset: true }).nullable(),
});

/** Which end of an exchange is which the document does not say. */
const eitherAsset = z.union([fiatAsset, cryptoAsset]);

export const railResource = z
  .discriminatedUnion("type", [
    railFacts.extend({ type: z.literal("ON_RAMP"), source: fiatAsset, destination: cryptoAsset }),
    railFacts.extend({ type: z.literal("OFF_RAMP"), source: cryptoAsset, destination: fiatAsset }),
    // Can be read but not created.
    railFacts.extend({
      type: z.literal("EXCHANGE"),
      source: eitherAsset,
      destination: eitherAsset,
    }),
  ])
  .transform(({ created_at: createdAt, ...same }) => ({ ...same, createdAt }));

export type Rail = z.output<typeof railResource>;

/** Where people pay in; null while the service does not show it. */
export const entryPointOf = ({ source }: Pick<Rail, "source">): string | null =>
  (source.kind === "crypto" ? source.wallet.address : source.bankAccount.iban) || null;

/** The wallet or account at an end of a Rail; null where the service shows none. */
export function valueAt(end: Rail["source"]): DestinationValue | null {
  if (end.kind === "fiat") {
    const { iban } = end.bankAccount;
    return iban ? { kind: "account", iban } : null;
  }
  const { network, address } = end.wallet;
  return address === "" ? null : { kind: "wallet", network, family: "unknown", address };
}

/** What may be asked for. */
export type RailType = "ON_RAMP" | "OFF_RAMP";

/** What `POST /rails` is told. */
export interface RailSpec {
  type: RailType;
  /** `network`: that of the wallet which an off-ramp gets; null for an on-ramp. */
  source: { asset: string; network: string | null };
  /** The service's id of the wallet or the bank account. */
  destination: { asset: string; id: string };
}

/**
 * Whether the database can keep an id and a URL can name it: without control and half characters
 * and U+FFFD, which stands for an unreadable one, and not `.` or `..`, which URLs take for folders.
 */
export function isUsableId(id: string | null): id is string {
  return (
    id !== null && id.length <= 255 && !/^\.{0,2}$/.test(id) && !/[\p{Cc}\p{Cs}\uFFFD]/u.test(id)
  );
}

/** Tells a Rail without an id from others, by what the service does not number or word anew. */
export function contentDigest(rail: Rail): string {
  const kept = (key: string, value: unknown) =>
    /^(id|displayName|createdAt)$/.test(key) ? undefined : value;
  return hash("sha256", JSON.stringify(rail, kept));
}
