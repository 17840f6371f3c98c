import { isUsableId } from "../../platform/rail-api/rail.ts";
import type { Around, Look, Sighting } from "./around.ts";
import { attest } from "./attest.ts";
import { isOfKind } from "./content.ts";
import { LOOK_FOR, later } from "./pauses.ts";
import { type Question, type Request, wasSent } from "./request.ts";
import { advanceTo, createdAs, refuse, type Step, stay, stick } from "./step.ts";
import { isTagOf } from "./tag.ts";

/**
 * What a complete walk makes of a request, before every POST and after an unclear one; null where
 * it shows nothing. Our tag is our Rail, if the request was ever sent. Without it a Rail of the
 * same route, made since the request by nobody here, may be ours where the service does not echo
 * tags: only a person can tell. `mayBeOurs`: the request was sent, or the database forgot
 * something: then one that somebody linked to another request may be ours as well.
 */
export function judgeLook(
  request: Request,
  { sightings }: Look,
  now: string,
  mayBeOurs: boolean,
): Step | null {
  const tagged = sightings.filter(({ tag }) => isTagOf(request, tag));
  const [ours] = tagged;
  if (ours && wasSent(request)) return foundByTag(request, ours, now);
  // Somebody else made it with our tag.
  if (ours) return stick(request, "known", keysOf(tagged), now);
  const alike = sightings.filter(
    (each) =>
      (each.owner === null || (mayBeOurs && each.tag === null && each.owner !== request.id)) &&
      (each.tag === null || each.tag.request === request.id) &&
      !request.ruledOut.includes(each.key) &&
      isMadeSince(request, each),
  );
  return alike.length > 0 ? askPeople(request, "same-route", keysOf(alike), now) : null;
}

const keysOf = (sightings: readonly Sighting[]) => sightings.map(({ key }) => key);

/** First seen after the request; nor, by a day for clocks, dated earlier by the service itself. */
export function isMadeSince({ requestedAt }: Request, { firstSeen, rail }: Sighting): boolean {
  const madeAt = Date.parse(rail.createdAt ?? "");
  const dayBefore = Date.parse(requestedAt) - 86_400_000;
  return firstSeen > requestedAt && !(madeAt < dayBefore);
}

/** It is the request's Rail, unless it belongs to another request or people ruled it out. */
function foundByTag(request: Request, { rail, key, owner }: Sighting, now: string): Step {
  const { state, id, ruledOut } = request;
  if (!isUsableId(rail.id)) return askPeople(request, "no-id", [key], now);
  if (state.is === "stuck") {
    if (state.question === "known") return stay(request);
    // Reading it back would only lead to the same question again.
    const isUnclear = attest(request, { railId: rail.id, issued: null }, rail).is === "unclear";
    if (state.question === "not-shown" && isUnclear) return stay(request);
  }
  const isElsewhere = owner !== null && owner !== id;
  if (isElsewhere || ruledOut.includes(key)) return askPeople(request, "known", [key], now);
  const issued = (state.is === "stuck" && state.issued) || rail;
  return advanceTo(request, createdAs(rail.id, issued, now), "created", { railId: rail.id });
}

/** Asks the question, unless another one is open that it does not answer. */
function askPeople(request: Request, question: Question, keys: readonly string[], now: string) {
  const { state } = request;
  if (state.is !== "stuck") return stick(request, question, keys, now);
  const isSame = state.question === question && keys.every((key) => state.railKeys.includes(key));
  const isAnswerable = state.question === "not-found" || state.question === "same-route";
  return isSame || !isAnswerable ? stay(request) : stick(request, question, keys, now);
}

/** What a walk shows about a request whose POST may have taken effect; `look` may be missing. */
export function applyLook(request: Request, { now, look }: Around): Step {
  const { state, content } = request;
  if (state.is !== "unknown" && state.is !== "stuck") return refuse({ is: "not-possible" });
  if (!wasSent(request) || !isOfKind(content, "create-rail")) return stay(request);
  const found = look && judgeLook(request, look, now, false);
  if (found) return found;
  if (state.is === "stuck" || now < later(state.since, LOOK_FOR)) return stay(request);
  return stick(request, "not-found", [], now);
}

/** Nothing was complete for an hour of walks, all the time since it was agreed: people are called. */
export function isLookOverdue({ approvals }: Request, { look, now }: Around): boolean {
  const times = [look?.endedAt ?? "", ...approvals.map(({ at }) => at)].sort();
  return later(times.at(-1) || now, 3_600) <= now;
}

/**
 * The look that a claim may rest on: begun after the last attempt ended and not before this step
 * was begun, and ended less than a minute ago. An earlier one may be older than a restore that lost
 * an attempt. One of the future was dated by a clock that has been put right since.
 */
export function freshLook(request: Request, { look, begunAt, now }: Around): Look | null {
  const { attemptEndedAt } = request;
  if (!look || look.endedAt > now || later(look.endedAt, 60) <= now) return null;
  const isAfter = attemptEndedAt === null || look.beganAt > attemptEndedAt;
  return isAfter && look.beganAt >= begunAt ? look : null;
}
