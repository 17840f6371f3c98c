import { draftDigest } from "../../request/draft-digest.ts";
import type { Store } from "../../request/queries/store-port.ts";
import type { Draft } from "../../request/queries/transaction-port.ts";
import type { Requested } from "../../request/request-change.ts";
import { requestChange } from "../../request/request-change.ts";
import type { SetupChange } from "../../request/rules/change.ts";

type AskDeps = Parameters<typeof requestChange>[0];

export interface AskSetupDeps extends Omit<AskDeps, "store"> {
  store: AskDeps["store"] & Pick<Store, "pins" | "setupOf" | "saveDraft">;
  newId: () => string;
}

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
    store,
    clock,
    newId,
  }: Pick<AskSetupDeps, "clock" | "newId"> & { store: Pick<Store, "setupOf" | "saveDraft"> },
  { workspaceId, by, askedIn, change }: SetupAsked,
): Promise<{ draftId: string; digest: string } | undefined> {
  const { connection } = await store.setupOf(workspaceId);
  if (!connection) return undefined;
  const draft: Draft = {
    id: newId(),
    workspaceId,
    connectionId: connection.id,
    createdBy: by,
    askedIn,
    change,
  };
  await store.saveDraft(draft, clock());
  return { draftId: draft.id, digest: draftDigest(draft) };
}

/** Asks for a change of the set-up that needs no review of its own: the form has shown all of it. */
export async function askSetupChange(
  deps: AskSetupDeps,
  asked: SetupAsked & { delivery: string },
): Promise<Requested> {
  const { workspaceId, by, delivery } = asked;
  const drafted = await draftSetupChange(deps, asked);
  if (!drafted) return { ok: false, because: "connection-changed" };
  return requestChange(deps, { workspaceId, ...drafted, by, delivery });
}
