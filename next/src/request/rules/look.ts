import type { Rail } from "../../platform/rail-api/rail.ts";
import type { Around, Look, Sighting } from "./around.ts";
import { FRESH_LOOK, later } from "./pauses.ts";
import type { Request } from "./request.ts";

/** What a complete walk says about one request. */
export type Finding =
  /** Rails with exactly our tag; more than one if the service made two. */
  | { is: "found"; rails: readonly [Sighting, ...Sighting[]] }
  /** Nobody's Rails of the same route, made since the request. */
  | { is: "same-route"; keys: readonly string[] }
  | { is: "clean" };

/**
 * Our tag is our Rail. Without it a Rail of the same route that nobody asked for may be ours where
 * the service does not echo tags: only a person can tell. `mayBeOurs`: the request was sent, or the
 * database forgot something: then one that somebody linked to another request may be ours as well.
 */
export function judgeLook(
  request: Request,
  { sightings }: Pick<Look, "sightings">,
  mayBeOurs: boolean,
): Finding {
  const [first, ...others] = sightings.filter(({ tag }) => isTagOf(request, tag));
  if (first) return { is: "found", rails: [first, ...others] };
  const keys = sightings
    .filter(
      (each) =>
        (each.owner === null || (mayBeOurs && each.tag === null && each.owner !== request.id)) &&
        (each.tag === null || each.tag.request === request.id) &&
        !request.ruledOut.includes(each.key) &&
        isMadeSince(request, each),
    )
    .map(({ key }) => key);
  return keys.length > 0 ? { is: "same-route", keys } : { is: "clean" };
}

export const isTagOf = ({ id, digest }: Request, tag: Sighting["tag"]): boolean =>
  tag?.request === id && tag.digest === digest;

/**
 * First seen after the request; and not, by a day for clocks, made before it by the service's own
 * word.
 */
export function isMadeSince(
  { requestedAt }: Pick<Request, "requestedAt">,
  { firstSeen, rail }: { firstSeen: string; rail: Pick<Rail, "createdAt"> },
): boolean {
  const madeAt = Date.parse(rail.createdAt ?? "");
  const dayBefore = Date.parse(requestedAt) - 86_400_000;
  return firstSeen > requestedAt && !(madeAt < dayBefore);
}

/**
 * Whether a claim may rest on it: begun after the last attempt ended and not before this
 * step was begun, and ended less than a minute ago. An earlier one may be older than a restore
 * that lost an attempt. One of the future was dated by a clock that has been put right since:
 * nobody knows how old it is.
 */
export function isFreshLook(
  { attemptEndedAt }: Request,
  around: Pick<Around, "look" | "begunAt" | "now">,
): around is { look: Look; begunAt: string; now: string } {
  const { look, begunAt, now } = around;
  if (!look || look.endedAt > now || later(look.endedAt, FRESH_LOOK) <= now) return false;
  return look.beganAt >= begunAt && (attemptEndedAt === null || look.beganAt > attemptEndedAt);
}
