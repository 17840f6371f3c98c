import { isUsableId } from "../../platform/rail-api/rail.ts";
import type { Around, Sighting } from "./around.ts";
import { attest } from "./attest.ts";
import { recount } from "./claim.ts";
import { isMadeSince } from "./look.ts";
import { whyNot } from "./may.ts";
import { AGAIN_AFTER, later } from "./pauses.ts";
import { type Question, type Request, wasSent } from "./request.ts";
import { advanceTo, createdAs, end, followedBy, refuse, type Said, type Step } from "./step.ts";
import { isTagOf } from "./tag.ts";

export type Answer = "it-exists" | "approve-again" | "close";

const ANSWERS: Readonly<Record<Question, readonly Answer[]>> = {
  "not-found": ["it-exists", "approve-again", "close"],
  "same-route": ["it-exists", "approve-again", "close"],
  "no-id": ["it-exists", "close"],
  "no-answer": ["approve-again", "close"],
  known: ["close"],
  "not-shown": ["close"],
};

/** The answers that a stuck request offers. What was never sent cannot have made a Rail. */
export function answersFor(request: Pick<Request, "state" | "attempts">): readonly Answer[] {
  if (request.state.is !== "stuck") return [];
  const answers = ANSWERS[request.state.question];
  return answers.filter((answer) => answer !== "it-exists" || wasSent(request));
}

/** What a person answers to the question that version `version` of the request asked. */
export type Given = { version: number; reason: string } & (
  | { answer: "it-exists"; sighting: Sighting }
  | { answer: "approve-again" | "close" }
);

/** One approver's answer to what we could not find out; another question since makes it void. */
export function answer(request: Request, by: string, given: Given, around: Around): Step {
  const { version, reason } = given;
  const refusal = whyNot("answer", by, request, around);
  if (refusal) return refuse(refusal);
  if (!answersFor(request).includes(given.answer)) return refuse({ is: "not-possible" });
  if (version !== request.version) return refuse({ is: "changed-since-shown" });
  switch (given.answer) {
    case "it-exists":
      return link(request, given.sighting, { by, reason }, around);
    case "approve-again":
      return askAgain(request, { by, reason }, around);
    case "close":
      // Nobody looks for it any more. A Rail that turns up later is held.
      return end(request, "given-up", { by, reason }, around.now);
  }
}

/**
 * *It exists: its id is …* The Rail was just read by that id. It must be nobody's, made since the
 * request, not ruled out, and what was approved; then it is read back like any other.
 */
function link(request: Request, sighting: Sighting, { by, reason }: Said, { now }: Around): Step {
  const { rail, key, tag, owner } = sighting;
  const { id: railId } = rail;
  if (!isUsableId(railId)) return refuse({ is: "not-possible" });
  const isElsewhere =
    (owner !== null && owner !== request.id) ||
    (tag !== null && !isTagOf(request, tag)) ||
    request.ruledOut.includes(key) ||
    !isMadeSince(request, sighting);
  if (isElsewhere) return refuse({ is: "rail-belongs-elsewhere" });
  const attested = attest(request, { railId, issued: null }, rail);
  if (attested.is !== "equal") return refuse({ is: "rail-differs" });
  return advanceTo(request, createdAs(railId, rail, now), "linked", { railId, reason }, { by });
}

/**
 * *Approve again*: approvals start anew, and what people saw with this question is ruled out. It
 * ends at once where no approval could count, as its destination is gone meanwhile.
 */
function askAgain(request: Request, { by, reason }: Said, around: Around): Step {
  const { state, attemptEndedAt } = request;
  const { now, inForce } = around;
  if (state.is !== "stuck" || !inForce) return refuse({ is: "not-possible" });
  const opens = later(attemptEndedAt ?? state.since, AGAIN_AFTER);
  if (now < opens) return refuse({ is: "too-early", until: opens });
  const round = request.round + 1;
  const ruledOut = [...new Set([...request.ruledOut, ...state.railKeys])];
  const expiresAt = later(now, inForce.settings.expiresInHours * 3_600);
  const again = { ...request, approvals: [], round, ruledOut, expiresAt };
  const facts = { reason, round, ruledOut };
  const asked = advanceTo(again, { is: "pending" }, "asked-again", facts, { by });
  return followedBy(asked, recount(asked.next, around));
}
