import { shortened } from "../../platform/text/shown-text.ts";
import { code } from "../../request/words.ts";

export interface NamedRail {
  railId: string | null;
  /** As people approved it; null if nobody did. */
  name: string | null;
  sourceAsset: string;
  destinationAsset: string;
  destinationName: string;
  isDisputed: boolean;
}

/** `Payroll float`; `GBP → GBPA to Agency wallet · outside` if nobody approved a name. Never show it in bold. */
export function railName({
  name,
  sourceAsset,
  destinationAsset,
  destinationName,
}: Omit<NamedRail, "railId" | "isDisputed">): string {
  if (name !== null) return shortened(name, 60);
  const route = `${code(sourceAsset)} → ${code(destinationAsset)}`;
  return `${route} to ${shortened(destinationName, 60)} · outside`;
}
