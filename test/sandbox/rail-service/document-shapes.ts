import { z } from "zod";

/**
 * The document's tables, row by row, as shapes that allow no other field. Where the document leaves a
 * field open (optional, nullable), the shape says what this service gives.
 */

const nonEmpty = z.string().min(1);

const bankAccountFields = {
  id: z.string().regex(/^bka_/),
  display_name: nonEmpty,
  currency: z.literal("GBP"),
  iban: nonEmpty,
};

/** `BankAccountResource` without its optional fields. */
export const whitelistedBankAccount = z.strictObject({
  ...bankAccountFields,
  reference: z.null(),
});

/** `BankAccountResource` with all of its fields. */
const virtualBankAccount = z.strictObject({
  ...bankAccountFields,
  account_number: z.string().regex(/^\d{8}$/),
  sort_code: z.string().regex(/^\d{6}$/),
  bic_swift: nonEmpty,
  reference: nonEmpty,
});

/** `WalletResource`. */
const wallet = (isCustodial: boolean) =>
  z.strictObject({
    id: z.string().regex(/^wa_/),
    display_name: nonEmpty,
    is_custodial: z.literal(isCustodial),
    network: z.enum(["SOLANA_DEVNET", "ETHEREUM_SEPOLIA"]),
    address: nonEmpty,
  });

export const whitelistedWallet = wallet(false);

/** `FiatAssetResource`. */
const fiatAsset = <Account extends z.ZodType>(bank_account: Account) =>
  z.strictObject({ asset: z.literal("GBP"), type: nonEmpty, bank_account });

/** `CryptoAssetResource`. */
const cryptoAsset = <Wallet extends z.ZodType>(of: Wallet) =>
  z.strictObject({ asset: z.literal("GBPA"), type: nonEmpty, wallet: of });

const railFields = {
  id: nonEmpty,
  metadata: z.strictObject({ external_id: z.array(z.string()).nullable() }),
  human: z.null(),
  created_at: z.iso.datetime(),
};

/** `RailResource`. */
export const onRampRail = z.strictObject({
  ...railFields,
  type: z.literal("ON_RAMP"),
  source: fiatAsset(virtualBankAccount),
  destination: cryptoAsset(whitelistedWallet),
});

export const offRampRail = z.strictObject({
  ...railFields,
  type: z.literal("OFF_RAMP"),
  source: cryptoAsset(wallet(true)),
  destination: fiatAsset(whitelistedBankAccount),
});

export const data = <Shape extends z.ZodType>(shape: Shape) => z.strictObject({ data: shape });

export const railPage = z.strictObject({
  data: z.array(z.discriminatedUnion("type", [onRampRail, offRampRail])),
  meta: z.strictObject({
    current_page: z.int(),
    from: z.int().nullable(),
    last_page: z.int(),
    links: z.array(
      z.strictObject({ url: z.url().nullable(), label: z.string(), active: z.boolean() }),
    ),
    path: z.url(),
    per_page: z.int(),
    to: z.int().nullable(),
    total: z.int(),
  }),
  links: z.strictObject({
    first: z.url().nullable(),
    last: z.url().nullable(),
    prev: z.url().nullable(),
    next: z.url().nullable(),
  }),
});

/** The body of 401 and 404. */
export const messageOnly = z.strictObject({ message: nonEmpty });

/** The body of 422. */
export const validationError = z.strictObject({
  message: nonEmpty,
  errors: z.record(z.string(), z.array(nonEmpty).min(1)),
});
