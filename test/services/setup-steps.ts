import { randomUUID } from "node:crypto";
import { draftDigest, saveDraft } from "../../src/request/queries/drafts.ts";
import type { Requested } from "../../src/request/request-change.ts";
import { requestChange } from "../../src/request/request-change.ts";
import type { Change } from "../../src/request/rules/change.ts";
import type { ChangeRequest } from "../../src/request/rules/change-request.ts";
import { ANA, NOW, TREASURY } from "../support/builders.ts";
import { delivery, must } from "./steps.ts";
import type { World } from "./world.ts";

export async function asking(
  { deps, workspaceId, connectionId }: World,
  change: Change,
  by = ANA,
): Promise<Requested> {
  const draft = {
    id: randomUUID(),
    workspaceId,
    connectionId,
    createdBy: by,
    askedIn: TREASURY,
    change,
  };
  await saveDraft(deps.db, draft, NOW, 50);
  const digest = draftDigest(draft);
  return requestChange(deps, { workspaceId, draftId: draft.id, digest, by, delivery: delivery() });
}

export async function asked(world: World, change: Change): Promise<ChangeRequest> {
  return must(await asking(world, change)).request;
}
