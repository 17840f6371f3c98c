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

/** The adoption of a request, once it has taken effect; undefined for any other request. */
export function adoptionOf({
  content,
  state,
}: Pick<ChangeRequest, "content" | "state">): AdoptRail | undefined {
  const { change } = content;
  return change.kind === "adopt-rail" && state.status === "in-force" ? change : undefined;
}
