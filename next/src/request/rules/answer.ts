import { isUsableId, type Rail } from "../../platform/rail-api/rail.ts";
import type { Around, Sighting } from "./around.ts";
import { attest } from "./attest.ts";
import { isOfKind } from "./content.ts";
import { end } from "./ends.ts";
import { isMadeSince, isTagOf } from "./look.ts";
import { whyNot } from "./may.ts";
import { AGAIN_AFTER, later } from "./pauses.ts";
import type { Refusal } from "./refusal.ts";
import { type Request, wasSent } from "./request.ts";
import { advanceTo, refuse, type Step } from "./step.ts";

export type Answer = "it-exists" | "approve-again" | "close";

/** The answers that a stuck request offers. What was never sent cannot have made a Rail. */
export function answersFor({ state, attempts }: Request): readonly Answer[] {
  if (state.is !== "stuck") return [];
  switch (state.question) {
    case "not-found":
    case "same-route":
      if (!wasSent({ attempts })) return ["approve-again", "close"];
      return ["it-exists", "approve-again", "close"];
    case "no-id":
      return ["it-exists", "close"];
    case "no-answer":
      return ["approve-again", "close"];
    case "known":
    case "not-shown":
      return ["close"];
  }
}

/** The question that was on the screen; another one since makes the answer void. */
interface Shown {
  version: number;
}

function whyNotAnswer(
  answer: Answer,
  request: Request,
  by: string,
  { version }: Shown,
  around: Around,
): Refusal | null {
  const denied = whyNot("answer", by, request, around);
  if (denied) return denied;
  if (!answersFor(request).includes(answer)) return { is: "not-possible" };
  return version === request.version ? null : { is: "changed-since-shown" };
}

/**
 * *It exists: its id is …* The Rail was just read by that id. It must be nobody's, made since the
 * request, not ruled out, and what was approved; then it is read back like any other.
 */
export function link(
  request: Request,
  by: string,
  shown: Shown & { sighting: Sighting },
  around: Around,
): Step {
  const refusal = whyNotAnswer("it-exists", request, by, shown, around);
  if (refusal) return refuse(refusal);
  const { content, digest, id } = request;
  const { rail, key, tag, owner } = shown.sighting;
  if (!isOfKind(content, "create-rail") || !isUsableId(rail.id)) {
    return refuse({ is: "not-possible" });
  }
  const isElsewhere =
    (owner !== null && owner !== id) ||
    (tag !== null && !isTagOf(request, tag)) ||
    request.ruledOut.includes(key) ||
    !isMadeSince(request, shown.sighting);
  if (isElsewhere) return refuse({ is: "rail-belongs-elsewhere" });
  const { change } = content;
  const equal = attest({ change, request: id, digest }, { railId: rail.id, issued: null }, rail);
  if (equal.is !== "equal") return refuse({ is: "rail-differs" });
  return linkTo(request, rail.id, rail, by, around.now);
}

function linkTo(request: Request, railId: string, issued: Rail, by: string, now: string): Step {
  return advanceTo(
    request,
    { state: { is: "created", railId, issued, reads: 0, since: now } },
    { action: "linked", by, facts: { railId } },
  );
}

/**
 * *Approve again*: approvals start anew, and the Rails that people saw with this question are ruled
 * out.
 */
export function askAgain(request: Request, by: string, shown: Shown, around: Around): Step {
  const refusal = whyNotAnswer("approve-again", request, by, shown, around);
  if (refusal) return refuse(refusal);
  const { state, attemptEndedAt, round } = request;
  if (state.is !== "stuck" || !around.inForce) return refuse({ is: "not-possible" });
  const opens = later(attemptEndedAt ?? state.since, AGAIN_AFTER);
  if (around.now < opens) return refuse({ is: "too-early", until: opens });
  const ruledOut = [...new Set([...request.ruledOut, ...state.railKeys])];
  const { expiresInHours } = around.inForce.settings;
  return advanceTo(
    request,
    {
      state: { is: "pending" },
      approvals: [],
      round: round + 1,
      ruledOut,
      expiresAt: later(around.now, expiresInHours * 3_600),
    },
    { action: "asked-again", by, facts: { round: round + 1, ruledOut } },
  );
}

/** *Close*: nobody looks for it any more. A Rail that turns up later is held. */
export function closeStuck(
  request: Request,
  by: string,
  shown: Shown & { reason: string },
  around: Around,
): Step {
  const refusal = whyNotAnswer("close", request, by, shown, around);
  if (refusal) return refuse(refusal);
  return end(request, "given-up", { by, reason: shown.reason }, around.now);
}
