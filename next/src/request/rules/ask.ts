import type { Around } from "./around.ts";
import type { Content } from "./content.ts";
import { canonicalBytes, sha256 } from "./digest.ts";
import { whyNot } from "./may.ts";
import { later } from "./pauses.ts";
import { isSameConnection } from "./recount.ts";
import type { Place, Request } from "./request.ts";
import { advanceTo, refuse, type Step, type Taken } from "./step.ts";

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
    state: { is: "pending" },
  };
  return advanceTo(request, request.state, "requested", { by, facts: { digest, bytes } });
}
