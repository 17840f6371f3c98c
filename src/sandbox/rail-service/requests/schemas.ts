import { z } from "zod";

/**
 * The answers as the document shows them: nullable and required as it says, even if this service never leaves a field out.
 * The types of `resources.ts` and the description in `openapi.ts` come from these schemas.
 */

export const WalletResource = z.object({
  id: z.string().nullable().describe("Public id of the wallet: `wa_…`."),
  display_name: z.string().describe("Name given when the wallet was whitelisted."),
  is_custodial: z.boolean().describe("False for a whitelisted customer wallet."),
  network: z.string().describe("Network identifier."),
  address: z.string().describe("Wallet address on the network."),
});

export const BankAccountResource = z.object({
  id: z.string().nullable().describe("Public id of the bank account: `bka_…`."),
  display_name: z.string(),
  currency: z.string(),
  iban: z.string().nullable(),
  account_number: z.string().optional(),
  sort_code: z.string().optional(),
  bic_swift: z.string().optional(),
  reference: z.string().nullable(),
});

const assetType = z.string().describe("Not shown by the document; here `fiat` or `crypto`.");

export const FiatAssetResource = z.object({
  asset: z.string().describe("Fiat currency code."),
  type: assetType,
  bank_account: BankAccountResource,
});

export const CryptoAssetResource = z.object({
  asset: z.string().describe("Stablecoin code."),
  type: assetType,
  wallet: WalletResource,
});

const rail = <Type extends string, Source extends z.ZodType, Destination extends z.ZodType>(
  type: Type,
  source: Source,
  destination: Destination,
) =>
  z.object({
    id: z.string().nullable().describe("Public id of the Rail."),
    type: z.literal(type),
    source,
    destination,
    metadata: z.object({ external_id: z.array(z.unknown()).nullable() }),
    human: z.null().optional().describe("Always null when present; its meaning is not shown."),
    created_at: z.iso.datetime({ offset: true }).nullable(),
  });

export const OnRampRail = rail(
  "ON_RAMP",
  FiatAssetResource.describe("Send fiat to its dedicated account."),
  CryptoAssetResource,
);

export const OffRampRail = rail(
  "OFF_RAMP",
  CryptoAssetResource.describe("Send coins to its dedicated wallet."),
  FiatAssetResource,
);

const anyAsset = z.union([FiatAssetResource, CryptoAssetResource]);

/** The document names this type, but shows neither its creation nor its two ends. */
export const ExchangeRail = rail("EXCHANGE", anyAsset, anyAsset);

export const RailResource = z.discriminatedUnion("type", [OnRampRail, OffRampRail, ExchangeRail]);

const address = z.string().nullable();

const PageMeta = z.object({
  current_page: z.int(),
  from: z.int().nullable(),
  last_page: z.int(),
  links: z.array(z.object({ url: address, label: z.string(), active: z.boolean() })),
  path: address.describe("Base path for generated paginator URLs."),
  per_page: z.int().describe("Items per page."),
  to: z.int().nullable().describe("Number of the last item in the slice."),
  total: z.int().describe("Total items."),
});

const PageLinks = z.object({ first: address, last: address, prev: address, next: address });

export const RailPage = z.object({
  data: z.array(RailResource),
  meta: PageMeta,
  links: PageLinks,
});

export const RailAnswer = z.object({ data: RailResource });
export const WalletAnswer = z.object({ data: WalletResource });
export const BankAccountAnswer = z.object({ data: BankAccountResource });

/** The body of every refusal except a 422. */
export const Message = z.object({ message: z.string() });

export const ValidationError = z.object({
  message: z.string(),
  errors: z
    .record(z.string(), z.array(z.string()))
    .describe("Each field that failed validation, by its dotted path, and what is wrong with it."),
});
