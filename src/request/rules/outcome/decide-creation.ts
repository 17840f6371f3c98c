import { whyMayNot } from "../../../authority/judge.ts";
import { isOwn } from "../../../authority/quorum.ts";
import type { Rail } from "../../../platform/rail-api/rules/rail.ts";
import { isUsableId } from "../../../platform/rail-api/rules/service-id.ts";
import { officesFor } from "../approval/requirements.ts";
import type { ChangeRequest, RailRequest } from "../change-request.ts";
import { isRailRequest } from "../change-request.ts";
import type { Circumstances, Decision } from "../decision.ts";
import { accept, isIntact, isSameConnection, refuse } from "../decision.ts";
import { madeRailOf } from "../evolve.ts";
import { remediesFor } from "../remedies-for.ts";
import { hasItsRail } from "../status.ts";
import { attest } from "./attestation.ts";
import { isCandidate } from "./candidate.ts";
import type { Scanned } from "./decide-found.ts";
import { scanned } from "./decide-found.ts";
import { enoughLooks, laterThan } from "./pauses.ts";

export type CreationCommand =
  | Scanned
  /** A person says which Rail it is; null if the service shows none with this id. */
  | { type: "link-rail"; by: string; railId: string; rail: Rail | null }
  /** The Rail with this id as the service shows it now; null if it answered 404. */
  | { type: "read-back"; railId: string; rail: Rail | null }
  | { type: "posted"; channelId: string }
  /** Slack takes no direct message to the requester. */
  | { type: "undeliverable" };

export function decideCreation(
  command: CreationCommand,
  request: ChangeRequest,
  around: Circumstances,
): Decision {
  if (!isRailRequest(request)) return refuse("not-now");
  switch (command.type) {
    case "scanned":
      return scanned(command, request, around);
    case "link-rail":
      return linkRail(command, request, around);
    case "read-back":
      return readBack(command, request, around);
    case "posted":
      if (request.state.status !== "verified") return refuse("not-now");
      return accept(around, { type: "instructions-posted", channelId: command.channelId });
    case "undeliverable":
      if (request.state.status !== "verified" || request.state.isUndeliverable) {
        return refuse("not-now");
      }
      return accept(around, { type: "instructions-undeliverable" });
  }
}

/** One approver is enough: the Rail exists already, and is compared with what was approved. */
function linkRail(
  { by, railId, rail }: Extract<CreationCommand, { type: "link-rail" }>,
  request: RailRequest,
  around: Circumstances,
): Decision {
  if (!remediesFor(request, around.now).includes("link-rail")) return refuse("not-now");
  const isTheirOwn = isOwn(by, [request.requestedBy], around.roster);
  if (isTheirOwn === "yes") return refuse("requester-cannot-link");
  const refusal = whyMayNot("link-rail", { by }, officesFor(request, around));
  if (refusal) return refuse(refusal);
  if (isTheirOwn === "not-known") return refuse("person-not-known");
  if (!isIntact(request)) return refuse("content-differs");
  if (!isSameConnection(request, around)) return refuse("connection-changed");
  if (around.isRailTaken) return refuse("rail-taken");
  if (rail === null || !isUsableId(railId)) return refuse("rail-not-found");
  const made = madeRailOf(request.state);
  const isAnother = made !== null && made.railId !== null && made.railId !== railId;
  const issued = made?.issued ?? null;
  if (isAnother || attest(request, { railId, issued }, rail).differences.length > 0) {
    return refuse("rail-differs");
  }
  // A Rail known or made before cannot come from this request.
  if (around.isRailOlder || !isCandidate(request, rail)) return refuse("rail-older");
  // One person would overrule two, and the further attempt may have made another Rail.
  if (around.isRailRuledOut) return refuse("rail-ruled-out");
  return accept(around, {
    type: "linked",
    by,
    railId,
    issued: issued ?? rail,
    nextLookAt: around.now,
  });
}

function readBack(
  { railId, rail }: Extract<CreationCommand, { type: "read-back" }>,
  request: RailRequest,
  around: Circumstances,
): Decision {
  const { state } = request;
  if (!hasItsRail(state)) return refuse("not-now");
  // Somebody linked another one while this one was read.
  if (railId !== state.railId) return refuse("not-now");
  if (rail === null) return notShown(request, around);
  const { differences, notes } = attest(request, state, rail);
  if (differences.length > 0) {
    return accept(around, { type: "quarantined", railIds: [state.railId], differences });
  }
  return state.status === "created" ? accept(around, { type: "verified", notes }) : accept(around);
}

function notShown({ state }: ChangeRequest, around: Circumstances): Decision {
  if (state.status !== "created" && state.status !== "verified") return refuse("not-now");
  const timesNotFound = state.status === "created" ? state.timesNotFound : 0;
  return timesNotFound + 1 >= enoughLooks(around)
    ? accept(around, {
        type: "gave-up",
        question: "not-shown",
        candidates: [state.railId],
        because: `The service created ${state.railId} but does not show it. Its instructions are withheld.`,
      })
    : accept(around, {
        type: "not-found-yet",
        nextLookAt: laterThan(around, timesNotFound),
      });
}
