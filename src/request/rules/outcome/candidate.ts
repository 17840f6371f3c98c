import type { Rail, RailSpec } from "../../../platform/rail-api/rules/rail.ts";
import { isUsableId } from "../../../platform/rail-api/rules/service-id.ts";
import type { RailRequest } from "../change-request.ts";
import { destinationIdOf } from "../destination.ts";
import { canonicalJson, digestOf } from "../digest.ts";
import type { RequestEvent } from "../request-event.ts";

/** How far the service's clock may be behind ours: further than any maintained clock. */
const CLOCKS_DIFFER_MS = 24 * 3_600_000;

/**
 * Whether this Rail without a tag may belong to a request: it has the same type, assets and destination, and was not
 * made long before the request. The caller checks whether it was known before, and to whom it belongs.
 */
export function isCandidate({ content, requestedAt }: RailRequest, rail: Rail): boolean {
  return isSameRoute(content.change.spec, rail) && isMadeSince(requestedAt, rail);
}

const WITHOUT_ID = "without a usable id, ";

/** Whether the name of a candidate is its id. */
export const isIdOfCandidate = (name: string): boolean => !name.startsWith(WITHOUT_ID);

/** The id, or if there is no usable one, words and a digest by which people can tell it from others. */
export function candidateName(rail: Rail): string {
  if (isUsableId(rail.id)) return rail.id;
  return `${WITHOUT_ID}${digestOf(railText(rail)).slice(0, 12)}`;
}

/** The names of the Rails that approvers ruled out for a request when they released one more attempt. */
export function ruledOutIn(events: readonly RequestEvent[]): string[] {
  return events.flatMap((event) => (event.type === "released" ? (event.ruledOut ?? []) : []));
}

function isSameRoute(spec: RailSpec, { type, source, destination }: Rail): boolean {
  if (type !== spec.type || destination.asset !== spec.destination.asset) return false;
  if (source.asset !== spec.source.asset) return false;
  if (spec.type === "OFF_RAMP") {
    const network = source.kind === "crypto" ? source.wallet.network : null;
    if (network !== spec.source.network) return false;
  }
  const end = destination.kind === "crypto" ? destination.wallet : destination.bankAccount;
  return end.id === destinationIdOf(spec);
}

function isMadeSince(requestedAt: string, { createdAt }: Rail): boolean {
  const made = Date.parse(createdAt ?? "");
  return Number.isNaN(made) || made >= Date.parse(requestedAt) - CLOCKS_DIFFER_MS;
}

/** Everything that the service shows about a Rail, or a part of it, as one text, whatever the service wrote. */
export function railText(rail: object): string {
  return canonicalJson(wellFormed(rail));
}

/** False if half a character or an endless number hides what the service meant. */
export function isReadable(rail: Rail): boolean {
  return JSON.stringify(rail) === JSON.stringify(wellFormed(rail));
}

/** JSON may carry what canonical JSON cannot: one such Rail must not end the walk. */
function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return spelled(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [spelled(key), wellFormed(item)]),
  );
}

const spelled = (text: string) => (text.isWellFormed() ? text : JSON.stringify(text));
