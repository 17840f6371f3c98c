import {
  type DestinationValue,
  valueKey,
} from "../../platform/payment-details/destination-value.ts";
import type { Rail } from "../../platform/rail-api/rail.ts";
import type { CreateRail } from "./content.ts";
import type { Request } from "./request.ts";
import { isTagOf, readTag } from "./tag.ts";

/** Whether the Rail that the service shows is the approved one. */
export type Attestation =
  | { is: "equal" }
  /** Paths in the service's document, such as `destination.wallet.address`. */
  | { is: "differs"; fields: readonly string[] }
  /** It shows neither the id nor the value of the destination: read it again. */
  | { is: "unclear" };

type Fields = Readonly<Record<string, unknown>>;

/**
 * Compares what was approved, the id, and the entry point with everything shown of it before
 * (`issued`; null where the creating answer was lost and nothing was shown yet). What was empty may
 * be filled; a value that was shown and changes or vanishes is a difference. The service's display
 * names are not compared (`rail-interface.md`, "Resources").
 */
export function attest(
  request: Request,
  { railId, issued }: { railId: string; issued: Rail | null },
  found: Rail,
): Attestation {
  const { change } = request.content;
  const shown = fieldsOf(found);
  if (change.kind === "trust-rail") {
    const fields = changedFields(issued ?? change.shown, found);
    if (found.id !== railId) fields.push("id");
    return fields.length > 0 ? { is: "differs", fields } : { is: "equal" };
  }
  if (change.kind !== "create-rail") return { is: "differs", fields: ["type"] };
  const approved = Object.entries(approvedFields(change));
  const changed = issued ? changedFields(issued, found) : [];
  const fields = [
    ...approved
      .filter(([path, value]) => {
        if (isEmpty(shown[path])) return !MAY_BE_EMPTY.test(path);
        return IS_VALUE.test(path) ? !isSameValue(change, shown) : value !== shown[path];
      })
      .map(([path]) => path),
    ...changed.filter((path) => path.startsWith("source.")),
  ];
  if (found.id !== null && found.id !== railId) fields.push("id");
  if (!isMetadataRight(request, change.reference, found)) fields.push("metadata.external_id");
  if (fields.length > 0) return { is: "differs", fields: [...new Set(fields)] };
  const isKnown = approved.some(([path]) => IS_KNOWN_BY.test(path) && !isEmpty(shown[path]));
  return isKnown ? { is: "equal" } : { is: "unclear" };
}

/** What was shown of a Rail once and has changed or vanished since, by path. */
export function changedFields(before: Rail, after: Rail): string[] {
  const shown = fieldsOf(after);
  const all = Object.entries(fieldsOf(before));
  return all
    .filter(([path, value]) => !isEmpty(value) && value !== shown[path])
    .map(([path]) => path);
}

const IS_VALUE = /^destination\.(wallet\.address|bank_account\.iban)$/;
const IS_KNOWN_BY = /^destination\.\w+\.(id|address|iban)$/;
const MAY_BE_EMPTY = /^destination\.\w+\.(id|address|iban|network|currency)$/;

/** What was approved, by the paths of the service's document. */
function approvedFields({ type, source, destination }: CreateRail): Fields {
  const { asset, id, value } = destination;
  const both = { type, "source.asset": source.asset, "destination.asset": asset };
  return value.kind === "wallet"
    ? {
        ...both,
        "source.type": "fiat",
        "source.bank_account.currency": source.asset,
        "destination.type": "crypto",
        "destination.wallet.id": id,
        "destination.wallet.is_custodial": false,
        "destination.wallet.network": value.network,
        "destination.wallet.address": value.address,
      }
    : {
        ...both,
        "source.type": "crypto",
        "source.wallet.network": source.network,
        "destination.type": "fiat",
        "destination.bank_account.id": id,
        "destination.bank_account.currency": asset,
        "destination.bank_account.iban": value.iban,
      };
}

/** All that a Rail shows, whatever its types gain, by the paths of the service's document. */
function fieldsOf({ type, source, destination }: Rail): Fields {
  const ends = Object.entries({ source, destination }).flatMap(([end, asset]) => {
    const place = asset.kind === "fiat" ? "bank_account" : "wallet";
    const { displayName: _, ...fields } = placeOf(asset);
    const inPlace = Object.entries(fields).map(([field, value]) => {
      const name = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      return [`${end}.${place}.${name}`, value];
    });
    return [[`${end}.type`, asset.kind], [`${end}.asset`, asset.asset], ...inPlace];
  });
  return { type, ...Object.fromEntries(ends) };
}

const placeOf = (asset: Rail["source"]) =>
  asset.kind === "fiat" ? asset.bankAccount : asset.wallet;

const isEmpty = (value: unknown) => value === null || value === undefined || value === "";

/** A value in another spelling is the same; on another network it is another one. */
function isSameValue({ destination: { value } }: CreateRail, shown: Fields): boolean {
  const text = (path: string) => String(shown[`destination.${path}`]);
  const found: DestinationValue =
    value.kind === "wallet"
      ? { ...value, network: text("wallet.network"), address: text("wallet.address") }
      : { ...value, iban: text("bank_account.iban") };
  return valueKey(found) === valueKey(value);
}

/** A service that shows our tag shows the list that it stood in; an absent tag is no difference. */
function isMetadataRight(request: Request, reference: string | null, { metadata }: Rail): boolean {
  const tag = readTag(metadata);
  if (!tag) return true;
  return isTagOf(request, tag) && (reference === null || metadata?.includes(reference) === true);
}

/** `issued` with what was empty taken from `found`; the same object where nothing was filled. */
export function fill(issued: Rail, found: Rail): Rail {
  const whole = structuredClone(issued);
  const [before, after] = [placeOf(whole.source), placeOf(found.source)];
  const empty = Object.entries(after).filter(
    ([field, value]) => isEmpty(Reflect.get(before, field)) && !isEmpty(value),
  );
  Object.assign(before, Object.fromEntries(empty));
  return empty.length > 0 ? whole : issued;
}
