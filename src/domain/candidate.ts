import type { RailRequest } from "./change-request.ts";
import type { Rail, RailSpec } from "./rail.ts";
import { destinationIdOf } from "./route.ts";
import { isUsableId } from "./service-id.ts";
import { readTag } from "./tag.ts";

/** How far the service's clock may lag behind ours. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

/**
 * May this Rail be the one of a request although it carries no tag of ours? It is of the same type, assets and
 * destination, and was made since the Rail was asked for, or the service does not say when.
 */
export function isCandidate({ content, requestedAt }: RailRequest, rail: Rail): boolean {
  if (readTag(rail.metadata) || !isUsableId(rail.id)) return false;
  return isSameRoute(content.change.spec, rail) && isMadeSince(requestedAt, rail);
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
