import type { Around } from "./around.ts";
import type { Content } from "./content.ts";
import type { Refusal } from "./refusal.ts";
import type { Request } from "./request.ts";

/**
 * The connection in force is still the one that was approved: same address, same environment. A
 * freeze is for all.
 */
export function isSameConnection(
  { connection, change }: Content,
  around: Pick<Around, "connection">,
): boolean {
  if (change.kind === "resume") return true;
  const { id, baseUrl, environment } = connection;
  const now = around.connection;
  return now?.id === id && now.baseUrl === baseUrl && now.environment === environment;
}

export function isExpired({ expiresAt }: Pick<Request, "expiresAt">, now: string): boolean {
  return expiresAt !== null && expiresAt <= now;
}

export function whyObstructed({ obstacle }: Pick<Around, "obstacle">): Refusal | null {
  if (!obstacle) return null;
  return { is: "obstacle", because: obstacle.because, until: obstacle.until };
}

/** Why nobody decides about a request any more, or not now; null while it waits to be decided. */
export function whyNotUndecided(request: Request, now: string): Refusal | null {
  const { state } = request;
  switch (state.is) {
    case "pending":
    case "ready":
      return isExpired(request, now) ? { is: "expired" } : null;
    case "sending":
    case "unknown":
    case "created":
      return { is: "being-sent" };
    case "stuck":
      return { is: "not-possible" };
    case "done":
      return { is: "over", by: null, at: state.at };
    case "closed":
      return { is: "over", by: state.by, at: state.at };
  }
}
