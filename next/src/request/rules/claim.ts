import type { Around, Sighting } from "./around.ts";
import { isSent } from "./content.ts";
import { recount } from "./decide.ts";
import { digestOf } from "./digest.ts";
import { stick, waitFor } from "./ends.ts";
import { isExpired } from "./grounds.ts";
import { isFreshLook, judgeLook } from "./look.ts";
import { countApprovals } from "./may.ts";
import { foundByTag } from "./outcome.ts";
import { type Because, type Request, SIGNALBOX, wasSent } from "./request.ts";
import { advanceTo, refuse, type Step } from "./step.ts";

/**
 * `ready → sending`: the only way to a POST, under the attempt's random id. For a kind that sends
 * nothing (`attempt` is null) the same checks lead to `done`. All is judged anew here, by what was
 * read after the lock and by fresh answers of Slack: what was right at the click may no longer be.
 */
export function claim(request: Request, around: Around, attempt: string | null): Step {
  const { content, state } = request;
  if (state.is !== "ready") return refuse({ is: "not-possible" });
  if (isExpired(request, around.now)) return refuse({ is: "expired" });
  if (digestOf(content) !== request.digest) return refuse({ is: "broken" });
  const recounted = recount(request, around);
  if (!recounted.ok || recounted.next !== request) return recounted;
  const because = whyWait(request, around);
  if (because) return waitFor(request, because);
  if (!isSent(content)) return takeEffect(request, around);
  if (attempt === null) return refuse({ is: "not-possible" });
  if (content.change.kind === "create-rail") {
    if (!isFreshLook(request, around)) return waitFor(request, "look");
    const finding = judgeLook(request, around.look, wasSent(request) || around.restoredAt > 0);
    if (finding.is === "found") return alreadyThere(request, finding.rails, around.now);
    if (finding.is === "same-route") return stick(request, "same-route", finding.keys, around.now);
  }
  return advanceTo(
    request,
    {
      attempts: [...request.attempts, attempt],
      state: { is: "sending", attempt, since: around.now },
    },
    { action: "sending", by: SIGNALBOX, attempt, facts: { digest: request.digest } },
  );
}

/**
 * An earlier attempt made it after all. Where none was ever sent, somebody else made it with our
 * tag.
 */
function alreadyThere(
  request: Request,
  rails: readonly [Sighting, ...Sighting[]],
  now: string,
): Step {
  if (wasSent(request)) return foundByTag(request, rails[0], now);
  const keys = rails.map(({ key }) => key);
  return stick(request, "known", keys, now);
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
  switch (change.kind) {
    case "create-rail":
      return refuse({ is: "not-possible" });
    case "resume":
      if (forces.frozen !== request.id) return refuse({ is: "not-possible" });
      return advanceTo(
        request,
        { state: { is: "done", at: now, result: null } },
        { action: "resumed", by: SIGNALBOX },
      );
    case "add-destination": {
      if (change.serviceId === null) return refuse({ is: "not-possible" });
      const { serviceId } = change;
      return advanceTo(
        request,
        { state: { is: "done", at: now, result: { serviceId } } },
        { action: "registered", by: SIGNALBOX, facts: { serviceId } },
      );
    }
  }
}
