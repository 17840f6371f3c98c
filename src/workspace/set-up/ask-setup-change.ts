import type { Context } from "../../request/context.ts";
import type { Draft, ShownDraft } from "../../request/queries/drafts.ts";
import { saveDraft } from "../../request/queries/drafts.ts";
import { findSetup } from "../../request/queries/setups.ts";
import type { Requested } from "../../request/request-change.ts";
import { requestChange } from "../../request/request-change.ts";
import type { SetupChange } from "../../request/rules/change.ts";

export type AskingSetup = Pick<
  Context,
  | ("db" | "transaction" | "seal" | "people" | "clock" | "pins" | "newNonce" | "openRequests")
  | ("draftsPerPerson" | "newId")
>;

export interface SetupAsked {
  workspaceId: string;
  by: string;
  /** The conversation in which it was asked for. */
  askedIn: string;
  change: SetupChange;
}

/** Keeps a change of the set-up as a draft; undefined where there is no connection under which it could be asked for. */
export async function draftSetupChange(
  {
    db,
    draftsPerPerson,
    clock,
    newId,
  }: Pick<Context, "db" | "draftsPerPerson" | "clock" | "newId">,
  { workspaceId, by, askedIn, change }: SetupAsked,
): Promise<ShownDraft | undefined> {
  const { connection } = await findSetup(db, workspaceId);
  if (!connection) return undefined;
  const draft: Draft = {
    id: newId(),
    workspaceId,
    connectionId: connection.id,
    createdBy: by,
    askedIn,
    change,
  };
  const digest = await saveDraft(db, draft, clock(), draftsPerPerson);
  return { draftId: draft.id, digest };
}

/** Asks for a change of the set-up that needs no review of its own: the form has shown all of it. */
export async function askSetupChange(
  context: AskingSetup,
  asked: SetupAsked & { delivery: string },
): Promise<Requested> {
  const { workspaceId, by, delivery } = asked;
  const drafted = await draftSetupChange(context, asked);
  if (!drafted) return { ok: false, because: "connection-changed" };
  return requestChange(context, { workspaceId, ...drafted, by, delivery });
}
