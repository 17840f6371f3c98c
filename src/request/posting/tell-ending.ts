import type { Job } from "../../platform/queue/job.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import type { Context } from "../context.ts";
import { findMessage } from "../queries/messages.ts";
import { findRequest } from "../queries/requests.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { isEnding } from "../rules/status.ts";
import { unknownPosts } from "./counted-post.ts";
import { ending } from "./ending.ts";
import { tellEach } from "./tell-each.ts";

type TellsEnding = Pick<Context, "db" | "messenger" | "logger">;

/**
 * Tells whoever asked, by direct message, what has become of it: once, and the same message says so when that changes. What
 * reaches them alone anyway is not said twice.
 */
export async function tellEnding(context: TellsEnding, ref: RequestRef): Promise<void> {
  const { db, messenger } = context;
  const request = await findRequest(db, ref);
  if (!request) return;
  const { requestedBy: userId, version } = request;
  const told = await findMessage(db, ref, `ending:${userId}`);
  if (told ? told.version >= version : !isEnding(request)) return;
  const isQuarantined = request.state.status === "quarantined";
  const isToldApart = (!told || isQuarantined) && (await isToldAnyway(context, request));
  if (!told && isToldApart) return;
  const card = await findMessage(db, ref, "approval-card");
  const cardLink = card && (await messenger.linkTo(ref.workspaceId, card));
  const message = ending({ request, cardLink, isToldApart });
  await tellEach(context, { ...ref, about: "ending", version }, [{ userId, message }]);
}

export const tellEndingJob: Job<TellsEnding, "tell-ending"> = {
  name: "tell-ending",
  does: "telling whoever asked what became of it",
  expireInSeconds: 60,
  isOneAtATime: true,
  work: tellEnding,
};

/** Their instructions come by direct message, or are taken back in one. */
async function isToldAnyway(
  { db, messenger }: TellsEnding,
  { workspaceId, id: requestId, requestedBy, state }: ChangeRequest,
): Promise<boolean> {
  const ref = { workspaceId, requestId };
  const instructions = await findMessage(db, ref, "instructions");
  switch (state.status) {
    case "done": {
      const alone = instructions && (await messenger.directMessageWith(workspaceId, requestedBy));
      return instructions !== undefined && instructions.channelId === alone;
    }
    case "quarantined":
      return instructions !== undefined || (await unknownPosts({ db }, ref)) > 0;
    default:
      return false;
  }
}
