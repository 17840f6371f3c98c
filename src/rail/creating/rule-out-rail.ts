import type { Db } from "../../platform/database/schema.ts";
import type { InTransaction } from "../../platform/queue/transaction.ts";
import { isFirstDelivery } from "../../platform/slack/intake/delivery.ts";
import type { People } from "../../platform/slack/slack.ts";
import type { ApplyDeps } from "../../request/apply-command.ts";
import { appendAudit } from "../../request/queries/audit.ts";
import { findCurrentConnection, findPolicy } from "../../request/queries/companies.ts";
import type { VanishedRail } from "../../request/queries/find-vanished.ts";
import {
  listVanishedRails,
  lockVanishedRail,
  saveRuling,
} from "../../request/queries/find-vanished.ts";
import { rosterOfPolicy } from "../../request/who-is.ts";
import type { RulingCommand, RulingRefusal } from "../rules/decide-ruling.ts";
import { decideRuling } from "../rules/decide-ruling.ts";

interface Deps extends ApplyDeps {
  db: Db;
  transaction: InTransaction;
  people: People;
}

export interface RulingClick extends RulingCommand {
  workspaceId: string;
  /** The key of the Slack delivery: a second one of the same key does nothing. */
  delivery: string;
  railId: string;
}

export type RulingAnswer =
  | { ok: true; vanished: VanishedRail }
  | { ok: false; refusal: RulingRefusal | "seen-before" };

/** Keeps what an approver says of a Rail that the service shows no more, with its audit entry. */
export async function ruleOutRail(deps: Deps, click: RulingClick): Promise<RulingAnswer> {
  const { db, transaction, clock } = deps;
  const { workspaceId, railId, by, delivery } = click;
  const { id: connectionId } = await findCurrentConnection(db, workspaceId);
  const known = await listVanishedRails(db, connectionId);
  const proposer = known.find(({ rail }) => rail.railId === railId)?.ruling?.proposedBy;
  const people = proposer === undefined ? [by] : [by, proposer];
  const policy = await findPolicy(db, workspaceId);
  const roster = await rosterOfPolicy(deps, workspaceId, policy, people, "now");

  return transaction(async (tx) => {
    if (!(await isFirstDelivery(tx.db, delivery, clock())))
      return { ok: false, refusal: "seen-before" };
    const before = await lockVanishedRail(tx.db, connectionId, railId);
    const at = clock();
    const now = {
      isVanished: before !== undefined,
      lastSeenAt: before?.rail.lastSeenAt ?? "",
      ruling: before?.ruling ?? null,
    };
    const decided = decideRuling(click, now, await findPolicy(tx.db, workspaceId), roster, at);
    if (!decided.ok) return decided;
    if (!before) return { ok: false, refusal: "not-vanished" };
    const { ruling } = decided;
    await saveRuling(tx.db, connectionId, railId, ruling);
    await appendAudit(tx.db, {
      workspaceId,
      connectionId,
      requestId: null,
      at,
      actor: by,
      action: ruling.agreed ? "rail-ruled-out" : "rail-rule-out-proposed",
      facts: JSON.stringify({ ruling, rail: before.rail }),
    });
    return { ok: true, vanished: { ...before, ruling } };
  });
}
