import type { Around } from "./around.ts";
import type { Content } from "./content.ts";
import { countApprovals } from "./may.ts";
import { type Request, SIGNALBOX } from "./request.ts";
import { advanceTo, end, refuse, type Step, stay } from "./step.ts";

export function isExpired({ expiresAt }: Pick<Request, "expiresAt">, now: string): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** Ends what nobody decided in time; anything else stays as it is. */
export function expire(request: Request, { now }: Pick<Around, "now">): Step {
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
  return advanceTo(left, { is: "pending" }, "recounted", { facts: { lost } });
}

/** Slack's silence about the requester says nothing. A freeze is for all: it outlives both. */
function whyPointless({ content, requestedBy }: Request, around: Around): string | null {
  if (!isSameConnection(content, around)) return "other-connection";
  const isGone = (around.standings.get(requestedBy) ?? "active") !== "active";
  if (isGone && content.change.kind !== "resume") return "requester-gone";
  return around.obstacle?.is === "void" ? around.obstacle.because : null;
}

/** The connection in force is still the one that was approved: same address and environment. */
export function isSameConnection({ connection, change }: Content, around: Around): boolean {
  if (change.kind === "resume") return true;
  const { id, baseUrl, environment } = connection;
  const now = around.connection;
  return now?.id === id && now.baseUrl === baseUrl && now.environment === environment;
}
