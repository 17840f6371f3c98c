import type { RequestRef } from "../../platform/queue/request-ref.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import type { ApplyDeps } from "../../request/apply-command.ts";
import { applyCommand } from "../../request/apply-command.ts";
import { findMessage } from "../../request/queries/messages.ts";
import { findRequest } from "../../request/queries/requests.ts";
import { keepInstructions } from "./keep-instructions.ts";
import type { ShowDeps } from "./show-instructions.ts";
import { showInstructions } from "./show-instructions.ts";
import { withdrawInstructions } from "./withdraw-instructions.ts";

type Deps = ShowDeps & ApplyDeps;

/**
 * Posts how to pay into a verified Rail, where it was asked for. A message of which nobody knows what it says is drawn
 * anew where it stands, also where the Rail is done, and not posted a second time.
 */
export async function postInstructions(deps: Deps, ref: RequestRef): Promise<void> {
  const request = await findRequest(deps.db, ref);
  const known = await findMessage(deps.db, ref, "instructions");
  if (request?.state.status === "done" && known && known.version < 0) {
    const { railId } = request.state;
    const shown = await showInstructions(deps, { ref, request, railId, known });
    // There is nothing to draw it from, or it is gone: that does not change by trying again.
    if (!shown) await keepInstructions(deps, ref, { ...known, version: request.version }, known);
  }
  if (request?.state.status !== "verified") return;

  const { railId } = request.state;
  try {
    const posted =
      known?.version === request.version
        ? known
        : await showInstructions(deps, { ref, request, railId, known });
    if (!posted) return;
    const { channelId } = posted;
    const applied = await applyCommand(deps, ref, { type: "posted", channelId });
    // Slack took them while it was quarantined: whoever withdrew them had seen none.
    if (!applied.ok) await withdrawInstructions(deps, ref);
  } catch (error) {
    if (!isForNobody(error)) throw error;
    // The card says it, and the sweep has it tried again.
    deps.logger.warn({ err: error, ...ref }, "the requester takes no direct message");
    await applyCommand(deps, ref, { type: "undeliverable" });
  }
}

/** What a conversation refuses goes to the requester alone: whatever is out of reach now is that person. */
function isForNobody(error: unknown): boolean {
  return error instanceof MessengerError && (error.code === "no-such-person" || error.isOutOfReach);
}
