import type { Tx } from "../../platform/queue/transaction.ts";
import type { Click } from "../../platform/slack/intake/delivery.ts";
import { isFirstDelivery } from "../../platform/slack/intake/delivery.ts";
import type { Context } from "../../request/context.ts";
import { appendAudit } from "../../request/queries/audit.ts";
import { lockSetup } from "../../request/queries/companies.ts";
import type { Draft, ShownDraft } from "../../request/queries/drafts.ts";
import { saveDraft } from "../../request/queries/drafts.ts";
import type { SetInSlack } from "../../request/queries/kept-settings.ts";
import { keepNotice } from "../../request/queries/notices.ts";
import type { WorkspaceSetup } from "../../request/queries/setups.ts";
import { findSetup, noteSetUp } from "../../request/queries/setups.ts";
import type { Requested } from "../../request/request-change.ts";
import { requestChange } from "../../request/request-change.ts";
import type { SetupChange } from "../../request/rules/change.ts";
import { firstMarks, isFresh, setupRows, trustInSetup } from "../../request/sign-rows.ts";

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

/** `isWholeNow`: this has completed the first set-up. */
type SettingDirectly =
  | { is: "set"; isWholeNow: boolean }
  /** The rules do not, or no longer, allow setting it without asking. */
  | { is: "not-now" }
  | { is: "seen-before" };

type ToTell = DistributiveOmit<SetInSlack, "at" | "by" | "under">;
type DistributiveOmit<Of, Key extends PropertyKey> = Of extends unknown ? Omit<Of, Key> : never;

/** The audit's entry. Never holds a token. */
interface Done {
  action: string;
  facts: Record<string, unknown>;
  /** The approvers before it are told, if there are any. */
  tell?: ToTell;
}

/**
 * Sets something without asking the approvers, and audits who did. `work` sees the set-up under the lock, and returns
 * nothing if it did nothing. Throws a `StoreError` `row-changed` if the set-up is not as Signalbox wrote it.
 */
export async function setDirectly(
  { transaction, seal, clock }: Pick<Context, "transaction" | "seal" | "clock">,
  { workspaceId, by, delivery }: Click,
  work: (tx: Tx, before: WorkspaceSetup) => Promise<Done | undefined>,
): Promise<SettingDirectly> {
  return transaction(async (tx): Promise<SettingDirectly> => {
    // A key of its own, since the same delivery may ask for the change instead.
    if (!(await isFirstDelivery(tx.db, `direct:${delivery}`, clock())))
      return { is: "seen-before" };
    await lockSetup(tx.db, workspaceId);
    const isFirst = await isFresh(tx.db, workspaceId);
    const trust = await trustInSetup(tx.db, seal, workspaceId);
    const before = await findSetup(tx.db, workspaceId);
    const done = await work(tx, before);
    if (!done) return { is: "not-now" };
    const at = clock();
    await noteSetUp(tx.db, workspaceId, at);
    const after = await findSetup(tx.db, workspaceId);
    const connectionId = after.connection?.id ?? "";
    const facts = JSON.stringify(done.facts);
    const entry = { workspaceId, connectionId, requestId: null, at, actor: by, facts };
    const marks = isFirst
      ? await firstMarks(tx.db, seal, workspaceId)
      : trust.sign(await setupRows(tx.db, workspaceId));
    await appendAudit(tx.db, { ...entry, action: done.action }, marks);
    if (done.tell && before.hasRules) {
      const change = { ...done.tell, at, by, under: before.policyVersion };
      await keepNotice(tx.db, workspaceId, { kind: "settings", change }, at);
    }
    return { is: "set", isWholeNow: before.setUpAt === null && after.setUpAt !== null };
  });
}
