import type { PaymentDetail } from "../../../platform/payment-details/payment-detail.ts";
import { destinationKey } from "../../../platform/payment-details/payment-detail.ts";
import type { Rail, RailSpec } from "../../../platform/rail-api/rules/rail.ts";
import type { Content, CreateRail } from "../change.ts";
import { readTag } from "./tag.ts";

export interface Difference {
  /** A path in the service's document, such as `destination.wallet.address`. */
  field: string;
  /** `approved`: what people agreed to. `issued`: what the service first said about the Rail. */
  expectedBy: "approved" | "issued";
  expected: string | null;
  found: string | null;
}

export interface Attestation {
  /** Empty when the Rail is what was approved. */
  differences: readonly Difference[];
  /** Worth a log line; they stop nothing. */
  notes: readonly string[];
}

/**
 * Whether the Rail that the service shows equals the approved one. Approved fields are compared with the frozen
 * content, the id with the known one, the entry point with what the service first said about it; nothing else is
 * judged.
 */
export function attest(
  { content, digest }: { content: Content & { change: CreateRail }; digest: string },
  { railId, issued }: { railId: string; issued: Rail | null },
  found: Rail,
): Attestation {
  const { spec, reference } = content.change;
  const tag = readTag(found.metadata);
  const isWrongTag =
    tag !== undefined && (tag.requestId !== content.requestId || tag.digest !== digest);
  return {
    differences: [
      ...compared("approved", approvedFields(spec), foundFields(spec, found), isSameValue),
      ...compared("issued", { id: railId }, { id: found.id }),
      ...(issued ? compared("issued", entryPointFields(issued), entryPointFields(found)) : []),
      ...(isWrongTag
        ? [
            difference(
              "metadata.external_id",
              "approved",
              `${content.requestId}:${digest}`,
              `${tag.requestId}:${tag.digest}`,
            ),
          ]
        : []),
      // A service that echoes our tag echoes the list in which it was sent.
      ...(tag && reference !== null && !found.metadata?.includes(reference)
        ? [difference("metadata.external_id", "approved", reference, null)]
        : []),
    ],
    notes: tag ? [] : ["The service did not echo the tag"],
  };
}

type Fields = Record<string, string | null>;

function approvedFields(spec: RailSpec): Fields {
  switch (spec.type) {
    case "ON_RAMP": {
      const { wallet } = spec.destination;
      return {
        type: spec.type,
        "source.asset": spec.source.asset,
        "source.bank_account.currency": spec.source.asset,
        "destination.asset": spec.destination.asset,
        "destination.wallet.id": wallet.id,
        // The document: false for a whitelisted customer wallet.
        "destination.wallet.is_custodial": "false",
        "destination.wallet.network": wallet.network,
        "destination.wallet.address": wallet.address,
      };
    }
    case "OFF_RAMP": {
      const { bankAccount } = spec.destination;
      return {
        type: spec.type,
        "source.asset": spec.source.asset,
        "source.wallet.network": spec.source.network,
        "destination.asset": spec.destination.asset,
        "destination.bank_account.id": bankAccount.id,
        "destination.bank_account.currency": spec.destination.asset,
        "destination.bank_account.iban": bankAccount.iban,
      };
    }
  }
}

function foundFields(spec: RailSpec, { type, source, destination }: Rail): Fields {
  const common = { type, "source.asset": source.asset, "destination.asset": destination.asset };
  switch (spec.type) {
    case "ON_RAMP": {
      const account = source.kind === "fiat" ? source.bankAccount : null;
      const wallet = destination.kind === "crypto" ? destination.wallet : null;
      return {
        ...common,
        "source.bank_account.currency": account?.currency ?? null,
        "destination.wallet.id": wallet?.id ?? null,
        "destination.wallet.is_custodial": wallet && String(wallet.isCustodial),
        "destination.wallet.network": wallet?.network ?? null,
        "destination.wallet.address": wallet?.address ?? null,
      };
    }
    case "OFF_RAMP": {
      const wallet = source.kind === "crypto" ? source.wallet : null;
      const bankAccount = destination.kind === "fiat" ? destination.bankAccount : null;
      return {
        ...common,
        "source.wallet.network": wallet?.network ?? null,
        "destination.bank_account.id": bankAccount?.id ?? null,
        "destination.bank_account.currency": bankAccount?.currency ?? null,
        "destination.bank_account.iban": bankAccount?.iban || null,
      };
    }
  }
}

/** Walks every field of the entry point, so a field added to the type is compared too. */
function entryPointFields({ source }: Rail): Fields {
  const entryPoint = source.kind === "fiat" ? source.bankAccount : source.wallet;
  const prefix = source.kind === "fiat" ? "source.bank_account" : "source.wallet";
  return Object.fromEntries(
    Object.entries(entryPoint).map(([field, value]) => [
      `${prefix}.${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
      value === null ? null : String(value),
    ]),
  );
}

function compared(
  expectedBy: Difference["expectedBy"],
  expected: Fields,
  found: Fields,
  isSame = (one: string | null, other: string | null, _field: string) => one === other,
): Difference[] {
  const fields = new Set([...Object.keys(expected), ...Object.keys(found)]);
  return [...fields]
    .filter((field) => !isSame(expected[field] ?? null, found[field] ?? null, field))
    .map((field) => difference(field, expectedBy, expected[field] ?? null, found[field] ?? null));
}

function difference(
  field: string,
  expectedBy: Difference["expectedBy"],
  expected: string | null,
  found: string | null,
): Difference {
  return { field, expectedBy, expected, found };
}

/** Two spellings of one address or IBAN are one value; both are shown unchanged. */
function isSameValue(one: string | null, other: string | null, field: string): boolean {
  const kind = KINDS[field];
  if (kind === undefined || one === null || other === null) return one === other;
  return destinationKey({ kind, value: one }) === destinationKey({ kind, value: other });
}

const KINDS: Readonly<Record<string, PaymentDetail["kind"]>> = {
  "destination.wallet.address": "address",
  "destination.bank_account.iban": "iban",
};
