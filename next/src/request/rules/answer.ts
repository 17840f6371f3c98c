import { isUsableId } from "../../platform/rail-api/rail.ts";
import type { Around, Sighting } from "./around.ts";
import { attest } from "./attest.ts";
import { isMadeSince } from "./look.ts";
import { whyNot } from "./may.ts";
import { AGAIN_AFTER, later } from "./pauses.ts";
import type { Refusal } from "./refusal.ts";
import { type Question, type Request, wasSent } from "./request.ts";
import { advanceTo, createdAs, end, refuse, type Step } from "./step.ts";
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
  const { rail, key, tag, owner } = shown.sighting;
  const { id: railId } = rail;
  if (!isUsableId(railId)) return refuse({ is: "not-possible" });
  const isElsewhere =
    (owner !== null && owner !== request.id) ||
    (tag !== null && !isTagOf(request, tag)) ||
    request.ruledOut.includes(key) ||
    !isMadeSince(request, shown.sighting);
  if (isElsewhere) return refuse({ is: "rail-belongs-elsewhere" });
  const attested = attest(request, { railId, issued: null }, rail);
  if (attested.is !== "equal") return refuse({ is: "rail-differs" });
  return createdAs(request, { railId, issued: rail, since: around.now }, "linked", { by });
}

/** *Approve again*: approvals start anew, and what people saw with this question is ruled out. */
export function askAgain(request: Request, by: string, shown: Shown, around: Around): Step {
  const refusal = whyNotAnswer("approve-again", request, by, shown, around);
  if (refusal) return refuse(refusal);
  const { state, attemptEndedAt } = request;
  if (state.is !== "stuck" || !around.inForce) return refuse({ is: "not-possible" });
  const opens = later(attemptEndedAt ?? state.since, AGAIN_AFTER);
  if (around.now < opens) return refuse({ is: "too-early", until: opens });
  const again = {
    ...request,
    approvals: [],
    round: request.round + 1,
    ruledOut: [...new Set([...request.ruledOut, ...state.railKeys])],
    expiresAt: later(around.now, around.inForce.settings.expiresInHours * 3_600),
  };
  const { round, ruledOut } = again;
  return advanceTo(again, { is: "pending" }, "asked-again", { by, facts: { round, ruledOut } });
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
