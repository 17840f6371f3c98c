import type { Around } from "./around.ts";
import { type Content, isSent } from "./content.ts";
import { canonicalBytes, digestOf } from "./digest.ts";
import { freshLook, isLookOverdue, judgeLook } from "./look.ts";
import { activeOf, countApprovals } from "./may.ts";
import type { Because, Request, Result, State } from "./request.ts";
import { SIGNALBOX, wasSent } from "./request.ts";
import { canBeMet, madeBy } from "./requirements.ts";
import type { Requirement } from "./settings.ts";
import { advanceTo, end, refuse, type Step, stay, waitFor } from "./step.ts";

export function isExpired({ expiresAt }: Pick<Request, "expiresAt">, now: string): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** Ends what nobody decided in time; anything else stays as it is. */
export function expire(request: Request, { now }: Around): Step {
  const { is } = request.state;
  if ((is !== "pending" && is !== "ready") || !isExpired(request, now)) return stay(request);
  return end(request, "expired", { by: SIGNALBOX, reason: "" }, now);
}

/** `pending ↔ ready`, by the requirements and people of now; or the end of what is pointless. */
export function recount(request: Request, around: Around): Step {
  const { state, approvals } = request;
  if (state.is !== "pending" && state.is !== "ready") return refuse({ is: "not-possible" });
  const reason = whyPointless(request, around);
  if (reason) return end(request, "void", { by: SIGNALBOX, reason }, around.now);
  const { quorum, kept } = countApprovals(request, around);
  if ((state.is === "pending") === (quorum === "short")) return stay(request);
  if (quorum !== "short") return advanceTo(request, { is: "ready", because: null }, "recounted");
  const lost = approvals.filter((each) => !kept.includes(each)).map(({ by }) => by);
  const left = { ...request, approvals: kept };
  return advanceTo(left, { is: "pending" }, "recounted", { lost });
}

/** Slack's silence about the requester says nothing. A freeze is for all: it outlives both. */
function whyPointless({ content, requestedBy }: Request, around: Around): string | null {
  const { change } = content;
  if (!isSameConnection(content, around)) return "other-connection";
  if (change.kind === "change-settings" && change.from !== around.forces.settings) {
    return "superseded";
  }
  const active = (people: readonly string[]) => activeOf(people, around.standings);
  const isMet = (each: Requirement) => canBeMet({ ...each, people: active(each.people) });
  if (!madeBy(change).every(isMet)) return "too-few";
  const isGone = active([requestedBy]).length === 0;
  if (isGone && change.kind !== "resume") return "requester-gone";
  return around.obstacle?.is === "void" ? around.obstacle.because : null;
}

/** The connection in force is still the one that was approved: same address and environment. */
export function isSameConnection({ connection, change }: Content, around: Around): boolean {
  if (change.kind === "resume" || change.kind === "change-settings") return true;
  const { id, baseUrl, environment } = connection;
  const now = around.connection;
  return now?.id === id && now.baseUrl === baseUrl && now.environment === environment;
}

/**
 * `ready → sending`: the only way to a POST, under the attempt's random id. For a kind that sends
 * nothing (`attempt` is null) the same checks lead to `done`. All is judged anew here, by what was
 * read after the lock and by fresh answers of Slack: what was right at the click may no longer be.
 */
export function claim(request: Request, around: Around, attempt: string | null): Step {
  const { content, digest, state } = request;
  if (state.is !== "ready") return refuse({ is: "not-possible" });
  if (isExpired(request, around.now)) return refuse({ is: "expired" });
  if (digestOf(content) !== digest) return refuse({ is: "broken" });
  const recounted = recount(request, around);
  if (!recounted.ok || recounted.next !== request) return recounted;
  const because = whyWait(request, around);
  if (because) return waitFor(request, because);
  if (!isSent(content)) return takeEffect(request, around);
  if (attempt === null) return refuse({ is: "not-possible" });
  if (content.change.kind === "create-rail") {
    const look = freshLook(request, around);
    if (!look) return waitFor(request, isLookOverdue(request, around) ? "no-look" : "look");
    const mayBeOurs = wasSent(request) || around.restoredAt > 0;
    const found = judgeLook(request, look, around.now, mayBeOurs);
    if (found) return found;
  }
  const claimed = { ...request, attempts: [...request.attempts, attempt] };
  const sending = { is: "sending", attempt, since: around.now } as const;
  return advanceTo(claimed, sending, "sending", { digest }, { attempt });
}

function whyWait(request: Request, around: Around): Because | null {
  const { obstacle, forces, connection } = around;
  if (obstacle?.is === "wait") return obstacle.because === "cool-down" ? "cool-down" : "look";
  if (countApprovals(request, around).quorum === "unsure") return "people";
  if (!isSent(request.content)) return null;
  if (forces.frozen !== null) return "frozen";
  if (!connection?.isListed) return "not-listed";
  return connection.hasToken ? null : "token";
}

function takeEffect(request: Request, { now, forces }: Around): Step {
  const { change } = request.content;
  const done = (result: Result | null): State => ({ is: "done", at: now, result });
  if (forces.frozen === request.id) return advanceTo(request, done(null), "resumed");
  if (change.kind === "trust-rail") {
    const { railId, shown: issued } = change;
    const result = { railId, issued, matched: true, differences: [] };
    return advanceTo(request, done(result), "trusted", { railId, number: request.number });
  }
  if (change.kind === "change-settings") {
    const settings = canonicalBytes(change.settings);
    return advanceTo(request, done(null), "settings", { version: change.from + 1, settings });
  }
  // What is left is an import, or the end of a freeze that another has replaced.
  const serviceId = change.kind === "add-destination" ? change.serviceId : null;
  if (serviceId === null) return refuse({ is: "not-possible" });
  return advanceTo(request, done({ serviceId }), "registered", { serviceId });
}
