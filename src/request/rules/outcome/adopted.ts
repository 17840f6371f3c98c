import type { RailSpec } from "../../../platform/rail-api/rules/rail.ts";
import type { AdoptRail } from "../change.ts";
import type { ChangeRequest } from "../change-request.ts";
import { railText } from "./candidate.ts";
import type { SeenRail } from "./seen-rail.ts";

type Shown = Pick<SeenRail, "type" | "sourceAsset" | "destinationAsset" | "source" | "destination">;

/** Whether every field of a Rail equals what people are asked to adopt. */
export function isAsAdopted(change: AdoptRail, shown: Shown): boolean {
  return railText(factsOf(change)) === railText(factsOf(shown));
}

const factsOf = ({ type, sourceAsset, destinationAsset, source, destination }: Shown) => ({
  ...{ type, sourceAsset, destinationAsset, source, destination },
});

/** Whether `spec` asks for one more Rail like the adopted one. The caller compares their destinations. */
export function isLikeAdopted(
  { type, sourceAsset, destinationAsset, source: { network } }: AdoptRail,
  spec: RailSpec,
): boolean {
  if (type !== spec.type || sourceAsset !== spec.source.asset) return false;
  if (spec.type === "OFF_RAMP" && network !== spec.source.network) return false;
  return destinationAsset === spec.destination.asset;
}

/** The adoption of a request, once it has taken effect; undefined for any other request. */
export function adoptionOf({
  content,
  state,
}: Pick<ChangeRequest, "content" | "state">): AdoptRail | undefined {
  const { change } = content;
  return change.kind === "adopt-rail" && state.status === "in-force" ? change : undefined;
}
