import { z } from "zod";
import type { BankAccount, CryptoAsset, FiatAsset, Rail, Wallet } from "./rail.ts";
import { isUsableId } from "./rail.ts";

/**
 * What the Rail service sends, at once in our names: nullable where `rail-interface.md` says so. A
 * field that it does not require may also be null; one that it does not name, or that nobody here
 * reads, may be anything. Any other departure makes the whole answer unreadable.
 */

const serviceId = z
  .string()
  .nullable()
  .transform((id) => (isUsableId(id) ? id : null));

const bankAccountResource = z
  .object({
    id: serviceId,
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
    id: serviceId,
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

const fiatAsset = z
  .object({ asset: z.string(), type: z.string(), bank_account: bankAccountResource })
  .transform(
    ({ asset, bank_account: bankAccount }): FiatAsset => ({ kind: "fiat", asset, bankAccount }),
  );

const cryptoAsset = z
  .object({ asset: z.string(), type: z.string(), wallet: walletResource })
  .transform(({ asset, wallet }): CryptoAsset => ({ kind: "crypto", asset, wallet }));

const eitherAsset = z.union([fiatAsset, cryptoAsset]);

const railOf = <T extends Rail["type"], S, D>(
  type: T,
  source: z.ZodType<S>,
  destination: z.ZodType<D>,
) =>
  z.object({
    id: serviceId,
    type: z.literal(type),
    source,
    destination,
    metadata: z
      .object({ external_id: z.array(z.unknown()).nullable() })
      .transform((metadata) => metadata.external_id),
    created_at: z.iso.datetime({ offset: true }).nullable(),
  });

const railResource = z
  .discriminatedUnion("type", [
    railOf("ON_RAMP", fiatAsset, cryptoAsset),
    railOf("OFF_RAMP", cryptoAsset, fiatAsset),
    railOf("EXCHANGE", eitherAsset, eitherAsset),
  ])
  .transform(({ created_at: createdAt, ...same }): Rail => ({ ...same, createdAt }));

/** `POST /rails` and `GET /rails/{rail}`. */
export const railAnswer = z.object({ data: railResource });

/** `GET /rails`: of `meta` and `links` what a walk needs. */
export const railListAnswer = z.object({
  data: z.array(railResource),
  meta: z.object({ current_page: z.int(), last_page: z.int(), total: z.int() }),
  links: z.object({ next: z.string().nullable() }),
});

export type RailList = z.output<typeof railListAnswer>;

/** `POST /wallets`. */
export const walletAnswer = z.object({ data: walletResource });

/**
 * `POST /bank-accounts`. The document does not show its answer, so all of it is kept; what looks
 * like a bank account or its id is picked out. One place of the document types ids as integers.
 */
export const bankAccountAnswer = z.unknown().transform((answer) => {
  const resource = z.object({ data: z.unknown() }).safeParse(answer).data?.data ?? answer;
  const id = z.union([serviceId, z.int().transform(String)]);
  return {
    id: z.object({ id }).safeParse(resource).data?.id ?? null,
    bankAccount: bankAccountResource.safeParse(resource).data ?? null,
    answer,
  };
});

export type CreatedBankAccount = z.output<typeof bankAccountAnswer>;

/** The body of a 401 and a 404. */
export const messageBody = z.object({ message: z.string() });

/** The body of a 422: each field that failed validation, and what is wrong with it. */
export const validationBody = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())),
});
