import type { AdoptRail } from "../change.ts";
import type { ChangeRequest } from "../change-request.ts";
import { canonicalJson } from "../digest.ts";
import type { SeenRail } from "./seen-rail.ts";

type Shown = Pick<SeenRail, "type" | "sourceAsset" | "destinationAsset" | "source" | "destination">;

/** Whether a Rail is, in every field, what people are asked to adopt. */
export function isAsAdopted(change: AdoptRail, shown: Shown): boolean {
  return canonicalJson(factsOf(change)) === canonicalJson(factsOf(shown));
}

const factsOf = ({ type, sourceAsset, destinationAsset, source, destination }: Shown) => ({
  ...{ type, sourceAsset, destinationAsset, source, destination },
});

/** The adoption that has taken effect, where that is what a request was; undefined for any other request. */
export function adoptionOf({
  content,
  state,
}: Pick<ChangeRequest, "content" | "state">): AdoptRail | undefined {
  const { change } = content;
  return change.kind === "adopt-rail" && state.status === "in-force" ? change : undefined;
}
