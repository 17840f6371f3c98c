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

const common = {
  id: z.string().nullable(),
  metadata: z.strictObject({ external_id: z.array(z.unknown()).nullable() }),
  human: z.null().optional(),
  created_at: z.iso.datetime({ offset: true }).nullable(),
};

const rail = z.discriminatedUnion("type", [
  z.strictObject({ ...common, type: z.literal("ON_RAMP"), source: fiat, destination: crypto }),
  z.strictObject({ ...common, type: z.literal("OFF_RAMP"), source: crypto, destination: fiat }),
]);

const link = z.string().nullable();

export const railPage = z.strictObject({
  data: z.array(rail),
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

const message = z.strictObject({ message: z.string() });
const errors = z.record(z.string(), z.array(z.string()).min(1));

/** What the document says of an answer. */
export function shapeOf(method: string, path: string, status: number): z.ZodType {
  if (status === 422) return z.strictObject({ message: z.string(), errors });
  if (status !== 200) return message;
  const [, kind = ""] = path.split(/[/?]/);
  if (method === "GET" && /^\/rails(\?|$)/.test(path)) return railPage;
  return z.strictObject({ data: { rails: rail, wallets: wallet }[kind] ?? bankAccount });
}
