import type { Rail } from "../../../platform/rail-api/rules/rail.ts";
import { isUsableId } from "../../../platform/rail-api/rules/service-id.ts";
import type { ChangeRequest, QuarantinedBecause, State } from "../change-request.ts";
import { railIdsOf } from "../change-request.ts";
import type { Circumstances, Decision } from "../decision.ts";
import { accept, isOutdated, refuse } from "../decision.ts";
import { madeRailOf } from "../evolve.ts";
import { enoughLooks, lookAfter } from "./pauses.ts";

/**
 * The result of a walk over all pages: every Rail with the request's tag, and the names of Rails without one that may
 * be the right one. `lookedAt`: the version in which the request was read before.
 */
export interface Scanned {
  type: "scanned";
  matches: readonly Rail[];
  candidates: readonly string[];
  lookedAt?: number;
}

/** A Rail exists: this is never dropped, whatever became of the request meanwhile. */
export function recordCreated(
  rail: Rail,
  attempt: number,
  request: ChangeRequest,
  around: Circumstances,
): Decision {
  const { state } = request;
  switch (state.status) {
    case "sending":
    case "unknown":
    case "needs-a-person":
    // This makes an attempt that was released meanwhile unnecessary.
    case "approved":
    case "blocked":
      if (around.isRailTaken) return quarantineAll([rail], "of-another-request", around);
      if (around.isRailOlder) return quarantineKnown(rail, around);
      if (attempt !== request.attempt) return quarantineAll([rail], "earlier-attempt", around);
      if (around.isRailRuledOut) return quarantineKnown(rail, around);
      return isUsableId(rail.id)
        ? accept(around, {
            type: "created",
            railId: rail.id,
            issued: rail,
            nextLookAt: around.now,
          })
        : accept(around, {
            type: "outcome-unknown",
            because: "no-id",
            nextLookAt: lookAfter(around, 0),
            issued: rail,
          });
    case "created":
    case "verified":
    case "done":
    case "quarantined":
    case "pending":
    case "denied":
    case "withdrawn":
    case "expired":
    case "voided":
    case "in-force":
    case "failed":
      return turnedUp([rail], request, around);
  }
}

/**
 * More or other Rails than the known ones: never dropped, however late, since a duplicate or a denied one is live. A
 * known one may once be shown without its id, which does not make two.
 */
function turnedUp(rails: readonly Rail[], request: ChangeRequest, around: Circumstances): Decision {
  const known = railIdsOf(request);
  const unnamed = request.state.status === "quarantined" ? request.state.unnamed : 0;
  const others = rails.flatMap(({ id }) => (id === null || known.includes(id) ? [] : [id]));
  const excess = rails.length - known.length - others.length - unnamed;
  if (others.length === 0 && excess <= 0) return refuse("not-now");
  const ids = [...known, ...others];
  const withoutId = unnamed + Math.max(0, excess);
  const because = ids.length + withoutId > 1 ? "several" : "uncalled-for";
  return quarantine(ids, withoutId, because, around);
}

export function scanned(
  { matches, candidates, lookedAt }: Scanned,
  request: ChangeRequest,
  around: Circumstances,
): Decision {
  const { state } = request;
  switch (state.status) {
    case "approved":
    case "blocked":
    case "unknown":
    case "needs-a-person":
      if (matches.length > 0) return found(matches, state, around);
      if (candidates.length > 0) return foundCandidates(candidates, state, around);
      // A look that began before another step does not count as one after it.
      if (isOutdated(lookedAt, request)) return refuse("not-now");
      return foundNothing(state, around);
    case "sending":
      // The process that made the claim is about to report more.
      return refuse("not-now");
    // A restore may have lost its approvals: people have to look into a Rail that nobody here approved.
    case "pending":
    case "created":
    case "verified":
    case "done":
    case "quarantined":
    case "denied":
    case "withdrawn":
    case "expired":
    case "voided":
    case "in-force":
    case "failed":
      return turnedUp(matches, request, around);
  }
}

function found(matches: readonly Rail[], state: State, around: Circumstances): Decision {
  const [first, ...others] = matches;
  const made = madeRailOf(state);
  const isAnother = made !== null && made.railId !== null && made.railId !== first?.id;
  // Two for one request, or one for two: people have to find out whose they are.
  if (others.length > 0) return quarantineAll(matches, "several", around);
  if (around.isRailTaken) return quarantineAll(matches, "of-another-request", around);
  if (first && isUsableId(first.id)) {
    if (isAnother && made.railId !== null) {
      return quarantine([made.railId, first.id], 0, "several", around);
    }
    const issued = made?.issued ?? first;
    return accept(around, { type: "created", railId: first.id, issued, nextLookAt: around.now });
  }
  if (state.status === "needs-a-person") return refuse("not-now");
  return accept(around, {
    type: "gave-up",
    question: "no-id",
    because: "The Rail exists, but the service shows no usable id for it.",
  });
}

/** Only a person can say whose they are: nothing is sent until then. */
function foundCandidates(
  candidates: readonly string[],
  state: State,
  around: Circumstances,
): Decision {
  if (state.status === "needs-a-person") return refuse("not-now");
  return accept(around, {
    type: "gave-up",
    // A Rail known to have been made rules out another attempt.
    question: madeRailOf(state) ? "no-id" : "look-alike-rail",
    because:
      "A Rail of the same type, assets and destination was made after this one was requested, and carries no tag of Signalbox. It may be this one.",
    candidates,
  });
}

function foundNothing(state: State, around: Circumstances): Decision {
  if (state.status !== "unknown") return refuse("not-now");
  if (state.cleanScans + 1 < enoughLooks(around)) {
    const nextLookAt = lookAfter(around, state.cleanScans + 1);
    return accept(around, { type: "scanned-clean", nextLookAt });
  }
  return madeRailOf(state)
    ? accept(around, {
        type: "gave-up",
        question: "no-id",
        because:
          "The service said that it created the Rail, without a usable id for it, and has not shown it since. It exists.",
      })
    : accept(around, {
        type: "gave-up",
        question: "outcome",
        because:
          "The service gave no clear answer when the Rail was requested, and the Rail has not been found since. It may still exist.",
      });
}

function quarantineAll(
  rails: readonly Rail[],
  because: QuarantinedBecause,
  around: Circumstances,
): Decision {
  const ids = rails.flatMap(({ id }) => id ?? []);
  return quarantine(ids, rails.length - ids.length, because, around);
}

/** Nobody approved the Rail that the service shows as the new one, and that one may exist as well. */
function quarantineKnown({ id }: Rail, around: Circumstances): Decision {
  const found = `${id}, known before`;
  return accept(around, {
    type: "quarantined",
    railIds: id === null ? [] : [id],
    differences: [{ field: "id", expectedBy: "approved", expected: "a new Rail", found }],
  });
}

function quarantine(
  railIds: readonly string[],
  unnamed: number,
  because: QuarantinedBecause,
  around: Circumstances,
): Decision {
  return accept(around, { type: "quarantined", railIds, unnamed, because, differences: [] });
}
