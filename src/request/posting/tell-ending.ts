import type { Logger } from "pino";
import type { Job } from "../../platform/queue/job.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import type { Messenger } from "../../platform/slack/slack.ts";
import type { Store } from "../queries/store-port.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { isEnding } from "../rules/status.ts";
import { unknownPosts } from "./counted-post.ts";
import { ending } from "./ending.ts";
import { tellEach } from "./tell-each.ts";

interface Deps {
  store: Store;
  messenger: Messenger;
  logger: Pick<Logger, "warn">;
}

/**
 * Tells whoever asked, by direct message, what has become of it: once, and the same message says so when that changes. What
 * reaches them alone anyway is not said twice.
 */
export async function tellEnding(deps: Deps, ref: RequestRef): Promise<void> {
  const { store, messenger } = deps;
  const request = await store.findRequest(ref);
  if (!request) return;
  const { requestedBy: userId, version } = request;
  const told = await store.findMessage(ref, `ending:${userId}`);
  if (told ? told.version >= version : !isEnding(request)) return;
  const isQuarantined = request.state.status === "quarantined";
  const isToldApart = (!told || isQuarantined) && (await isToldAnyway(deps, request));
  if (!told && isToldApart) return;
  const card = await store.findMessage(ref, "approval-card");
  const cardLink = card && (await messenger.linkTo(ref.workspaceId, card));
  const message = ending({ request, cardLink, isToldApart });
  await tellEach(deps, { ...ref, about: "ending", version }, [{ userId, message }]);
}

export const tellEndingJob: Job<Deps, "tell-ending"> = {
  name: "tell-ending",
  does: "telling whoever asked what became of it",
  expireInSeconds: 60,
  isOneAtATime: true,
  work: tellEnding,
};

/** Their instructions come by direct message, or are taken back in one. */
async function isToldAnyway(
  { store, messenger }: Deps,
  { workspaceId, id: requestId, requestedBy, state }: ChangeRequest,
): Promise<boolean> {
  const ref = { workspaceId, requestId };
  const instructions = await store.findMessage(ref, "instructions");
  switch (state.status) {
    case "done": {
      const alone = instructions && (await messenger.directMessageWith(workspaceId, requestedBy));
      return instructions !== undefined && instructions.channelId === alone;
    }
    case "quarantined":
      return instructions !== undefined || (await unknownPosts({ store }, ref)) > 0;
    default:
      return false;
  }
}
