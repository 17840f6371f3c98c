import { z } from "zod";

// The document's resources and answers, with its own words for null and required. They are written
// from the document alone, and strict: the service answers with nothing else.

const wallet = z.strictObject({
  id: z.string().nullable(),
  display_name: z.string(),
  is_custodial: z.boolean(),
  network: z.string(),
  address: z.string(),
});

const bankAccount = z.strictObject({
  id: z.string().nullable(),
  display_name: z.string(),
  currency: z.string(),
  iban: z.string().nullable(),
  account_number: z.string().optional(),
  sort_code: z.string().optional(),
  bic_swift: z.string().optional(),
  reference: z.string().nullable(),
});

const fiat = z.strictObject({ asset: z.string(), type: z.string(), bank_account: bankAccount });
const crypto = z.strictObject({ asset: z.string(), type: z.string(), wallet });

const rail = <Source extends z.ZodType, Destination extends z.ZodType>(
  type: string,
  source: Source,
  destination: Destination,
) =>
  z.strictObject({
    id: z.string().nullable(),
    type: z.literal(type),
    source,
    destination,
    metadata: z.strictObject({ external_id: z.array(z.unknown()).nullable() }),
    human: z.null().optional(),
    created_at: z.iso.datetime({ offset: true }).nullable(),
  });

const anyRail = z.union([rail("ON_RAMP", fiat, crypto), rail("OFF_RAMP", crypto, fiat)]);

const link = z.string().nullable();

export const railPage = z.strictObject({
  data: z.array(anyRail),
  meta: z.strictObject({
    current_page: z.int(),
    from: z.int().nullable(),
    last_page: z.int(),
    links: z.array(z.strictObject({ url: link, label: z.string(), active: z.boolean() })),
    path: link,
    per_page: z.int(),
    to: z.int().nullable(),
    total: z.int(),
  }),
  links: z.strictObject({ first: link, last: link, prev: link, next: link }),
});

export const documented = {
  railPage,
  rail: z.strictObject({ data: anyRail }),
  wallet: z.strictObject({ data: wallet }),
  bankAccount: z.strictObject({ data: bankAccount }),
  message: z.strictObject({ message: z.string() }),
  validation: z.strictObject({
    message: z.string(),
    errors: z.record(z.string(), z.array(z.string()).min(1)),
  }),
};

const source = z.object({
  bank_account: z.object({ id: z.string(), iban: z.string() }).optional(),
  wallet: z.object({ id: z.string(), address: z.string() }).optional(),
});

/** What the tests read on in an answer about a Rail. */
export const railAnswer = z.object({ data: z.looseObject({ id: z.string(), source }) });
