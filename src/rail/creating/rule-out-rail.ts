import type { People } from "../../platform/slack/slack.ts";
import type { ApplyDeps } from "../../request/apply-command.ts";
import type { Store } from "../../request/queries/store-port.ts";
import type { VanishedRail } from "../../request/queries/transaction-port.ts";
import { rosterOfPolicy } from "../../request/who-is.ts";
import type { RulingCommand, RulingRefusal } from "../rules/decide-ruling.ts";
import { decideRuling } from "../rules/decide-ruling.ts";

interface Deps extends ApplyDeps {
  store: Pick<Store, "transaction" | "currentConnection" | "policyInForce" | "listVanishedRails">;
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
  const { store, clock } = deps;
  const { workspaceId, railId, by, delivery } = click;
  const { id: connectionId } = await store.currentConnection(workspaceId);
  const known = await store.listVanishedRails(connectionId);
  const proposer = known.find(({ rail }) => rail.railId === railId)?.ruling?.proposedBy;
  const people = proposer === undefined ? [by] : [by, proposer];
  const policy = await store.policyInForce(workspaceId);
  const roster = await rosterOfPolicy(deps, workspaceId, policy, people, "now");

  return store.transaction(async (tx) => {
    if (!(await tx.isFirstDelivery(delivery, clock())))
      return { ok: false, refusal: "seen-before" };
    const before = await tx.lockVanishedRail(connectionId, railId);
    const at = clock();
    const now = {
      isVanished: before !== undefined,
      lastSeenAt: before?.rail.lastSeenAt ?? "",
      ruling: before?.ruling ?? null,
    };
    const decided = decideRuling(click, now, await tx.policyInForce(workspaceId), roster, at);
    if (!decided.ok) return decided;
    if (!before) return { ok: false, refusal: "not-vanished" };
    const { ruling } = decided;
    await tx.saveRuling(connectionId, railId, ruling);
    await tx.appendAudit({
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
