import { attest } from "./attestation.ts";
import type { ChangeRequest, RailRequest, State } from "./change-request.ts";
import { isRailRequest, railIdOf } from "./change-request.ts";
import type { Circumstances, Decision } from "./decision.ts";
import { accept, refuse } from "./decision.ts";
import { ENOUGH_LOOKS, ENOUGH_READS, laterThan } from "./pauses.ts";
import type { Rail } from "./rail.ts";
import { isUsableId } from "./service-id.ts";

export type CreationCommand =
  /** Every Rail that carries the request's tag, after a walk over all pages. */
  | { type: "scanned"; matches: readonly Rail[] }
  /** The created Rail as the service shows it now; null when it answered 404. */
  | { type: "read-back"; rail: Rail | null }
  | { type: "posted"; channelId: string };

/** What reading at the Rail service does to a request for a Rail. */
export function decideCreation(
  command: CreationCommand,
  request: ChangeRequest,
  around: Circumstances,
): Decision {
  if (!isRailRequest(request)) return refuse("not-now");
  switch (command.type) {
    case "scanned":
      return scanned(command, request, around);
    case "read-back":
      return readBack(command, request, around);
    case "posted":
      if (request.state.status !== "verified") return refuse("not-now");
      return accept(around, { type: "instructions-posted", channelId: command.channelId });
  }
}

/** A Rail exists: this is never dropped, whatever the request has become meanwhile. */
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
      if (attempt !== request.attempt) return quarantine([rail.id], around);
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
            nextLookAt: laterThan(around.now, 0),
            issued: rail,
          });
    case "created":
    case "verified":
    case "done":
    case "quarantined":
    case "pending":
    case "approved":
    case "blocked":
    case "denied":
    case "withdrawn":
    case "expired":
    case "voided":
    case "in-force":
    case "failed":
      return turnedUp([rail], request, around);
  }
}

/** Rails where none, or another one, is known: never dropped, however late, since a duplicate or a denied one is live. */
function turnedUp(rails: readonly Rail[], request: ChangeRequest, around: Circumstances): Decision {
  const known = knownRailIds(request);
  const news = rails
    .map(({ id }) => id)
    .filter((id) => known === undefined || (id !== null && !known.includes(id)));
  return news.length === 0 ? refuse("not-now") : quarantine([...(known ?? []), ...news], around);
}

/** Undefined where there should be no Rail at all. */
function knownRailIds(request: ChangeRequest): readonly string[] | undefined {
  if (request.state.status === "quarantined") return request.state.railIds;
  const railId = railIdOf(request);
  return railId === undefined ? undefined : [railId];
}

function scanned(
  { matches }: { matches: readonly Rail[] },
  request: ChangeRequest,
  around: Circumstances,
): Decision {
  const { state } = request;
  switch (state.status) {
    case "approved":
    case "blocked":
    case "unknown":
    case "needs-a-person":
      return matches.length === 0 ? foundNothing(state, around) : found(matches, state, around);
    case "sending":
      // Whoever made the claim is about to say more.
      return refuse("not-now");
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
  if (others.length > 0) {
    return quarantine(
      matches.map(({ id }) => id),
      around,
    );
  }
  if (first && isUsableId(first.id)) {
    const issued = state.status === "unknown" ? state.issued : null;
    return accept(around, { type: "created", railId: first.id, issued, nextLookAt: around.now });
  }
  if (state.status === "needs-a-person") return refuse("not-now");
  return accept(around, {
    type: "gave-up",
    because: "The Rail exists, but the service shows no usable id for it.",
  });
}

function foundNothing(state: State, around: Circumstances): Decision {
  if (state.status !== "unknown") return refuse("not-now");
  return state.cleanScans + 1 >= ENOUGH_LOOKS
    ? accept(around, {
        type: "gave-up",
        because:
          "The service gave no clear answer when the Rail was asked for, and it has not been found since. It may still exist.",
      })
    : accept(around, {
        type: "scanned-clean",
        nextLookAt: laterThan(around.now, state.cleanScans + 1),
      });
}

function readBack(
  { rail }: { rail: Rail | null },
  request: RailRequest,
  around: Circumstances,
): Decision {
  const { state } = request;
  if (state.status !== "created" && state.status !== "verified" && state.status !== "done") {
    return refuse("not-now");
  }
  if (rail === null) return notShown(request, around);
  const { differences, notes } = attest(request, state, rail);
  if (differences.length > 0) {
    return accept(around, { type: "quarantined", railIds: [state.railId], differences });
  }
  return state.status === "created" ? accept(around, { type: "verified", notes }) : accept(around);
}

function notShown({ state }: ChangeRequest, around: Circumstances): Decision {
  if (state.status !== "created") return refuse("not-now");
  return state.timesNotFound + 1 >= ENOUGH_READS
    ? accept(around, {
        type: "gave-up",
        because: `The service created ${state.railId} but does not show it. Its instructions are withheld.`,
      })
    : accept(around, {
        type: "not-found-yet",
        nextLookAt: laterThan(around.now, state.timesNotFound),
      });
}

function quarantine(railIds: readonly (string | null)[], around: Circumstances): Decision {
  return accept(around, {
    type: "quarantined",
    railIds: railIds.filter((id) => id !== null),
    differences: [
      {
        field: "id",
        expectedBy: "approved",
        expected: "one Rail for this request",
        found: railIds.map((id) => id ?? "a Rail without id").join(", "),
      },
    ],
  });
}
