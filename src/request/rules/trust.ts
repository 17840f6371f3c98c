import type { Rail } from "../../platform/rail-api/rail.ts";
import { attest } from "./attest.ts";
import { later } from "./pauses.ts";
import { issuedRail, type Request } from "./request.ts";

/** Whether people may pay into a Rail, or use a destination; `fields` are paths in the service's document. */
export type Trust =
  | { is: "payable" }
  | { is: "held"; because: HeldBecause; fields: readonly string[] };

export type HeldBecause =
  /** Nobody approved it here. */
  | "outside"
  /** Somebody reported a problem with it. */
  | "reported"
  /** Two Rails bear one request's tag. */
  | "twin"
  | "differs"
  /** The service has not shown it for an hour. */
  | "not-shown"
  /** It was not read back yet. */
  | "not-read"
  /** A destination: a Rail shows its id with another value. */
  | "contradicted";

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
 * The only place that says payable or held. `request` is the newest done one that names the Rail:
 * what created it, or what trusted it since.
 */
export function trustOf(request: Request | null, mirrored: Mirrored | null, now: string): Trust {
  const held = (because: HeldBecause, fields: readonly string[] = []) =>
    ({ is: "held", because, fields }) as const;
  if (!request) return held("outside");
  const result = issuedRail(request);
  if (!result) return held("not-read");
  if (request.reports.length > 0) return held("reported");
  if (!result.matched) return held("differs", result.differences);
  if (!mirrored) return { is: "payable" };
  // People who trust one of two have seen that there are two.
  const { change } = request.content;
  const isSeen = change.kind === "trust-rail" && change.hasTwin;
  if (mirrored.hasTwin && !isSeen) return held("twin");
  const attested = attest(request, result, mirrored.rail);
  if (attested.is === "differs") return held("differs", attested.fields);
  const { missedSince } = mirrored;
  if (missedSince !== null && later(missedSince, GONE_AFTER) <= now) return held("not-shown");
  return { is: "payable" };
}
