import type { Rail } from "../../platform/rail-api/rail.ts";
import { attest } from "./attest.ts";
import { isOfKind } from "./content.ts";
import { later } from "./pauses.ts";
import type { Request } from "./request.ts";

/** Whether people may pay into a Rail; `fields` are paths in the service's document. */
export type Trust =
  | { is: "payable" }
  | { is: "held"; because: HeldBecause; fields: readonly string[] };

export type HeldBecause =
  /** Nobody approved it here. */
  | "outside"
  /** Two Rails bear one request's tag. */
  | "twin"
  | "differs"
  /** The service has not shown it for an hour. */
  | "not-shown"
  /** It was not read back yet. */
  | "not-read";

/** What the mirror knows of a Rail. */
export interface Mirrored {
  rail: Rail;
  /** Another Rail bears the same tag. */
  hasTwin: boolean;
  /** When a walk first missed it, ISO 8601; null while walks show it. */
  missedSince: string | null;
}

const GONE_AFTER = 3_600;

/**
 * The only place that says payable or held. `request` is the newest done one that names the Rail;
 * null if none does.
 */
export function trustOf(request: Request | null, mirrored: Mirrored | null, now: string): Trust {
  const held = (because: HeldBecause, fields: readonly string[] = []): Trust => ({
    is: "held",
    because,
    fields,
  });
  if (!request || !isOfKind(request.content, "create-rail")) return held("outside");
  const { state, content, digest, id } = request;
  if (state.is !== "done" || !state.result || !("issued" in state.result)) return held("not-read");
  const { railId, issued, matched, differences } = state.result;
  if (!matched) return held("differs", differences);
  if (!mirrored) return { is: "payable" };
  if (mirrored.hasTwin) return held("twin");
  const { change } = content;
  const attested = attest({ change, request: id, digest }, { railId, issued }, mirrored.rail);
  if (attested.is === "differs") return held("differs", attested.fields);
  const { missedSince } = mirrored;
  if (missedSince !== null && later(missedSince, GONE_AFTER) <= now) return held("not-shown");
  return { is: "payable" };
}
