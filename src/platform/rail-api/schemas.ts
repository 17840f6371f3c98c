import { z } from "zod";
import type { BankAccount, CryptoAsset, FiatAsset, Rail, Wallet } from "./rules/rail.ts";

/**
 * What the Rail service sends, as its interface document says, and at once in our names: nullable where it says nullable.
 * A field that it does not require may also be null; one that it does not name, and `human`, whose meaning it does not
 * show, may be anything. Any other departure makes the whole answer unreadable.
 */

const bankAccountResource = z
  .object({
    id: z.string().nullable(),
    display_name: z.string(),
    currency: z.string(),
    iban: z.string().nullable(),
    account_number: z.string().nullish(),
    sort_code: z.string().nullish(),
    bic_swift: z.string().nullish(),
    reference: z.string().nullable(),
  })
  .transform(
    ({ display_name, account_number, sort_code, bic_swift, ...same }): BankAccount => ({
      ...same,
      displayName: display_name,
      accountNumber: account_number ?? null,
      sortCode: sort_code ?? null,
      bicSwift: bic_swift ?? null,
    }),
  );

const walletResource = z
  .object({
    id: z.string().nullable(),
    display_name: z.string(),
    is_custodial: z.boolean(),
    network: z.string(),
    address: z.string(),
  })
  .transform(
    ({ display_name, is_custodial, ...same }): Wallet => ({
      ...same,
      displayName: display_name,
      isCustodial: is_custodial,
    }),
  );

const fiatAssetResource = z
  .object({ asset: z.string(), type: z.string(), bank_account: bankAccountResource })
  .transform(
    ({ asset, bank_account: bankAccount }): FiatAsset => ({ kind: "fiat", asset, bankAccount }),
  );

const cryptoAssetResource = z
  .object({ asset: z.string(), type: z.string(), wallet: walletResource })
  .transform(({ asset, wallet }): CryptoAsset => ({ kind: "crypto", asset, wallet }));

/** The document does not say which end of an `EXCHANGE` is which, so either kind is read on either end. */
const assetResource = z.union([fiatAssetResource, cryptoAssetResource]);

const railFacts = {
  id: z.string().nullable(),
  metadata: z.object({ external_id: z.array(z.unknown()).nullable() }),
  created_at: z.iso.datetime({ offset: true }).nullable(),
};

/** `metadata` goes in as an array and comes back as `metadata.external_id`: that it is the same list is our reading. */
const railResource = z
  .discriminatedUnion("type", [
    z.object({
      ...railFacts,
      type: z.literal("ON_RAMP"),
      source: fiatAssetResource,
      destination: cryptoAssetResource,
    }),
    z.object({
      ...railFacts,
      type: z.literal("OFF_RAMP"),
      source: cryptoAssetResource,
      destination: fiatAssetResource,
    }),
    z.object({
      ...railFacts,
      type: z.literal("EXCHANGE"),
      source: assetResource,
      destination: assetResource,
    }),
  ])
  .transform(
    ({ metadata, created_at: createdAt, ...same }): Rail => ({
      ...same,
      metadata: metadata.external_id,
      createdAt,
    }),
  );

/** `POST /rails` and `GET /rails/{rail}`, status 200. */
export const railAnswer = z.object({ data: railResource });

/** `GET /rails`, status 200. */
export const railListAnswer = z.object({
  data: z.array(railResource),
  meta: z.object({
    current_page: z.int(),
    from: z.int().nullable(),
    last_page: z.int(),
    links: z.array(
      z.object({ url: z.string().nullable(), label: z.string(), active: z.boolean() }),
    ),
    path: z.string().nullable(),
    per_page: z.int(),
    to: z.int().nullable(),
    total: z.int(),
  }),
  links: z.object({
    first: z.string().nullable(),
    last: z.string().nullable(),
    prev: z.string().nullable(),
    next: z.string().nullable(),
  }),
});

/** `POST /wallets`. */
export const walletAnswer = z.object({ data: walletResource });

/**
 * `POST /bank-accounts`, whose answer the document does not show: whatever it is, it is kept, and what looks like a
 * bank account, or at least like its id, is picked out. The schema types such ids as integers in one place.
 */
export const bankAccountAnswer = z.unknown().transform((answer) => {
  const resource = z.object({ data: z.unknown() }).safeParse(answer).data?.data ?? answer;
  const id = z.union([z.string(), z.int().transform(String)]);
  return {
    id: z.object({ id }).safeParse(resource).data?.id ?? null,
    bankAccount: bankAccountResource.safeParse(resource).data ?? null,
    answer,
  };
});

/** The body of a 401 and a 404. */
export const messageBody = z.object({ message: z.string() });

/** The body of a 422: each field that failed validation, and what is wrong with it. */
export const validationBody = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())),
});

export type RailListAnswer = z.output<typeof railListAnswer>;
