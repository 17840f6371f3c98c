import type { Around } from "./around.ts";
import { isSameConnection } from "./claim.ts";
import type { Content, Report } from "./content.ts";
import { canonicalBytes, sha256 } from "./digest.ts";
import type { Entry } from "./entry.ts";
import { whyNot } from "./may.ts";
import { later } from "./pauses.ts";
import { type Place, type Request, SIGNALBOX } from "./request.ts";
import { advanceTo, end, refuse, type Step, type Taken } from "./step.ts";

/** The most open requests of one person. */
const MOST_OPEN = 20;

export interface Asked {
  content: Content;
  by: string;
  askedIn: Place;
  /** The next free number of the workspace. */
  number: number;
  /** How many open requests this person has. */
  open: number;
}

/** A new request of a person's. */
export function ask(asked: Asked, around: Around): Step {
  const { now, inForce, obstacle } = around;
  const refusal = whyNot("ask", asked.by, null, around);
  if (refusal) return refuse(refusal);
  if (!inForce) return refuse({ is: "no-settings" });
  if (!isSameConnection(asked.content, around)) return refuse({ is: "other-connection" });
  if (asked.open >= MOST_OPEN) return refuse({ is: "too-many-open" });
  if (obstacle) return refuse({ ...obstacle, is: "obstacle" });
  return begin(asked, now, later(now, inForce.settings.expiresInHours * 3_600));
}

/** The first version of a request, with the bytes that people will approve in its entry. */
export function begin(
  { content, by, askedIn, number }: Omit<Asked, "open">,
  now: string,
  expiresAt: string | null,
): Taken {
  const bytes = canonicalBytes(content);
  const digest = sha256(bytes);
  const request: Request = {
    workspace: content.workspace,
    id: content.request,
    number,
    version: 0,
    content,
    digest,
    requestedBy: by,
    requestedAt: now,
    askedIn,
    expiresAt,
    approvals: [],
    round: 1,
    attempts: [],
    attemptEndedAt: null,
    ruledOut: [],
    reports: [],
    state: { is: "pending" },
  };
  return advanceTo(request, request.state, "requested", { number, digest, bytes }, { by });
}

/**
 * Anyone of the team stops all sending; the caller has asked `may.ts`. There is one open `resume`:
 * another person's freeze replaces it with all reasons, so earlier agreements are gone. The same
 * person's only adds a reason that they had not given, or one person could hold up resuming for
 * ever by repeating it; what Signalbox itself finds is new for another reason. Everybody has one
 * reason, the last: by turns two people could push those of others out of sight. Returns the
 * request that was replaced and the new one, null for none.
 */
export function freeze(
  open: Request | null,
  stop: Report,
  { content, ...made }: { content: Omit<Content, "change">; askedIn: Place; number: number },
): { replaced: Request | null; resume: Request | null; entries: readonly Entry[] } {
  const { by, at, reason } = stop;
  const before = open?.content.change.kind === "resume" ? open.content.change.stops : [];
  const isOwn = (each: Report) => each.by === by && (by !== SIGNALBOX || each.reason === reason);
  const isSaid = (each: Report) => isOwn(each) && (each.reason !== "" || reason === "");
  if (open?.requestedBy === by && before.some(isSaid)) {
    return { replaced: null, resume: null, entries: [] };
  }
  const stops = [...before.filter((each) => !isOwn(each)), stop];
  const change = { kind: "resume", stops } as const;
  const { next, entries } = begin({ ...made, content: { ...content, change }, by }, at, null);
  const over = open && end(open, "replaced", { by, reason }, at);
  const of = { by, request: next.id, version: next.version, attempt: null };
  const frozen = { ...of, action: "frozen", facts: { reason } } as const;
  const all = [...(over?.entries ?? []), ...entries, frozen];
  return { replaced: over?.next ?? null, resume: next, entries: all };
}
