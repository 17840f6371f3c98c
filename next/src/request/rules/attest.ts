import { valueKey } from "../../platform/payment-details/destination-value.ts";
import type { Rail } from "../../platform/rail-api/rail.ts";
import type { CreateRail } from "./content.ts";
import { readTag } from "./tag.ts";

/** Whether the Rail that the service shows is the approved one. */
export type Attestation =
  | { is: "equal" }
  /** Paths in the service's document, such as `destination.wallet.address`. */
  | { is: "differs"; fields: readonly string[] }
  /** It shows neither the id nor the value of the destination: read it again. */
  | { is: "unclear" };

interface Approved {
  change: CreateRail;
  request: string;
  digest: string;
}

/**
 * Compares what was approved, the id, and the entry point with everything shown of it before
 * (`issued`; null where the creating answer was lost and nothing was shown yet). What was empty may
 * be filled; a value that was shown and changes or vanishes is a difference. The service's display
 * names are not compared (`rail-interface.md`, "Resources").
 */
export function attest(
  { change, request, digest }: Approved,
  { railId, issued }: { railId: string; issued: Rail | null },
  found: Rail,
): Attestation {
  const destination = compareDestination(change, found);
  const fields = [
    ...compareRoute(change, found),
    ...destination.differences,
    ...(found.id === null || found.id === railId ? [] : ["id"]),
    ...(issued ? changedEntryPoint(issued, found) : []),
    ...compareMetadata(change, { request, digest }, found),
  ];
  if (fields.length > 0) return { is: "differs", fields: [...new Set(fields)] };
  return destination.isShown ? { is: "equal" } : { is: "unclear" };
}

function compareRoute({ type, source, destination }: CreateRail, found: Rail): string[] {
  const issuing: [string, unknown, unknown] =
    found.source.kind === "fiat"
      ? ["source.bank_account.currency", source.asset, found.source.bankAccount.currency]
      : ["source.wallet.network", source.network, found.source.wallet.network];
  const compared: [string, unknown, unknown][] = [
    ["type", type, found.type],
    ["source.asset", source.asset, found.source.asset],
    ["source.type", type === "ON_RAMP" ? "fiat" : "crypto", found.source.kind],
    ["destination.asset", destination.asset, found.destination.asset],
    issuing,
  ];
  return compared.flatMap(([field, one, other]) => (one === other ? [] : [field]));
}

interface Compared {
  differences: string[];
  isShown: boolean;
}

/** By id and by value: either may be empty, a value in another spelling is the same. */
function compareDestination({ destination: approved }: CreateRail, found: Rail): Compared {
  const { value } = approved;
  const shown = found.destination;
  if (shown.kind === "crypto" && value.kind === "wallet") {
    const { id, isCustodial, network, address } = shown.wallet;
    const isSame = valueKey({ ...value, network, address }) === valueKey(value);
    return {
      differences: [
        ...differing("destination.wallet.id", approved.id, id),
        ...differing("destination.wallet.network", value.network, network),
        ...(isCustodial ? ["destination.wallet.is_custodial"] : []),
        ...(isShown(address) && !isSame ? ["destination.wallet.address"] : []),
      ],
      isShown: isShown(id) || isShown(address),
    };
  }
  if (shown.kind === "fiat" && value.kind === "account") {
    const { id, currency, iban } = shown.bankAccount;
    const isSame = isShown(iban) && valueKey({ kind: "account", iban }) === valueKey(value);
    return {
      differences: [
        ...differing("destination.bank_account.id", approved.id, id),
        ...differing("destination.bank_account.currency", approved.asset, currency),
        ...(isShown(iban) && !isSame ? ["destination.bank_account.iban"] : []),
      ],
      isShown: isShown(id) || isShown(iban),
    };
  }
  return { differences: ["destination.type"], isShown: false };
}

const isShown = (text: string | null): text is string => text !== null && text !== "";

const differing = (field: string, approved: string, found: string | null): string[] =>
  isShown(found) && found !== approved ? [field] : [];

/** A service that shows our tag shows the list that it stood in; an absent tag is no difference. */
function compareMetadata(
  { reference }: CreateRail,
  expected: { request: string; digest: string },
  { metadata }: Rail,
): string[] {
  const tag = readTag(metadata);
  if (!tag) return [];
  const isOurs = tag.request === expected.request && tag.digest === expected.digest;
  const hasReference = reference === null || metadata?.includes(reference);
  return isOurs && hasReference ? [] : ["metadata.external_id"];
}

type EntryPoint = Readonly<Record<string, string | boolean | null | undefined>>;

/** All fields of the place into which people pay, whatever the type gains. */
function entryPointOf({ source }: Rail): EntryPoint {
  const { displayName: _, ...compared } =
    source.kind === "fiat" ? source.bankAccount : source.wallet;
  return compared;
}

const isEmpty = (value: EntryPoint[string]) =>
  value === null || value === undefined || value === "";

/** Fields that were shown in `issued` and are others, or empty, in `found`. */
export function changedEntryPoint(issued: Rail, found: Rail): string[] {
  const before = entryPointOf(issued);
  const after = entryPointOf(found);
  const prefix = issued.source.kind === "fiat" ? "source.bank_account" : "source.wallet";
  return Object.entries(before)
    .filter(([field, value]) => !isEmpty(value) && value !== after[field])
    .map(
      ([field]) => `${prefix}.${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
    );
}

/** Whether what people need for paying in is there: an IBAN and its reference, or an address. */
export function isEntryPointWhole({ source }: Rail): boolean {
  if (source.kind === "crypto") return source.wallet.address !== "";
  return isShown(source.bankAccount.iban) && isShown(source.bankAccount.reference);
}

/** `issued` with what was empty taken from `found`; the same object where nothing was filled. */
export function fill(issued: Rail, found: Rail): Rail {
  const before = entryPointOf(issued);
  const filled = Object.fromEntries(
    Object.entries(entryPointOf(found)).filter(
      ([field, value]) => isEmpty(before[field]) && !isEmpty(value),
    ),
  );
  if (Object.keys(filled).length === 0) return issued;
  const { source } = issued;
  // The types of the two kinds agree field by field; TypeScript cannot see through the spread.
  return source.kind === "fiat"
    ? ({
        ...issued,
        source: { ...source, bankAccount: { ...source.bankAccount, ...filled } },
      } as Rail)
    : ({ ...issued, source: { ...source, wallet: { ...source.wallet, ...filled } } } as Rail);
}
