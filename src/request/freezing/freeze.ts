import { whyMayNot } from "../../authority/judge.ts";
import type { Roster } from "../../authority/roster.ts";
import { NOBODY_KNOWN } from "../../authority/roster.ts";
import type { Seal } from "../../platform/database/seal.ts";
import type { Tx } from "../../platform/queue/transaction.ts";
import type { Click } from "../../platform/slack/intake/delivery.ts";
import { isFirstDelivery } from "../../platform/slack/intake/delivery.ts";
import { tidied } from "../../platform/text/typed-text.ts";
import type { Context } from "../context.ts";
import { appendAudit } from "../queries/audit.ts";
import { findPolicy } from "../queries/companies.ts";
import { findCurrent } from "../queries/connections.ts";
import { listMindingFreeze, listOpenRequests } from "../queries/find-requests.ts";
import { findFreeze, lockFreeze, noteRestored, saveFreeze } from "../queries/freezes.ts";
import type { RowMark } from "../queries/row-macs.ts";
import { freezeRow, policyRow, trustIn } from "../queries/row-macs.ts";
import type { Freeze, Frozen } from "../rules/freeze.ts";
import { nextStep } from "../rules/next-step.ts";
import { signEverything } from "../sign-rows.ts";
import { rosterOfPolicy } from "../who-is.ts";
import type { FreezeCommand, FreezeEvent, FreezeRefusal } from "./rules/decide-freeze.ts";
import { decideFreeze, LONGEST_REASON } from "./rules/decide-freeze.ts";

type Applying = Pick<Context, "transaction" | "seal" | "clock">;
type Freezing = Applying & Pick<Context, "db" | "people">;

/** A request that was being sent when somebody froze sending: it may still take effect. */
export interface UnderWay {
  number: number;
  name: string;
}

export type FreezeAnswer =
  | { ok: true; frozen: Frozen | null; isReasonCut?: boolean }
  | { ok: false; refusal: FreezeRefusal | "seen-before"; frozen?: Frozen | null };

/** Stops all sending of a workspace in every replica: no claim commits after this. A bad reason never makes it fail. */
export async function freezeSending(
  context: Freezing,
  { workspaceId, by, delivery, ...given }: Click & { reason: string },
): Promise<FreezeAnswer> {
  const policy = await findPolicy(context.db, workspaceId);
  const roster = await rosterOfPolicy(context, workspaceId, policy, [by], "groups-of-a-minute");
  const { text, isCut } = tidied(given.reason, LONGEST_REASON);
  const reason = text === "" ? "No reason was given." : text;
  const command = { type: "freeze", by, reason } as const;
  const answer = await apply(context, workspaceId, command, roster, delivery);
  return answer.ok && isCut ? { ...answer, isReasonCut: true } : answer;
}

/** One approver wants to resume sending; the last one needed resumes it. `shown` is the `since` of the freeze they saw. */
export async function resumeSending(
  context: Freezing,
  { workspaceId, by, delivery, shown }: Click & { shown: string },
): Promise<FreezeAnswer> {
  const agreed = (await findFreeze(context.db, workspaceId)).frozen?.agreed ?? [];
  const policy = await findPolicy(context.db, workspaceId);
  const roster = await rosterOfPolicy(context, workspaceId, policy, [...agreed, by], "of-the-deed");
  const command = { type: "resume", by, shown } as const;
  return apply(context, workspaceId, command, roster, delivery);
}

/** Signalbox itself freezes: it found a changed or restored database, so what was approved or sent is not certain. */
export async function freezeByItself(
  context: Applying,
  workspaceId: string,
  reason: string,
): Promise<void> {
  await apply(context, workspaceId, { type: "restored", reason }, NOBODY_KNOWN);
}

async function apply(
  { transaction, seal, clock }: Applying,
  workspaceId: string,
  command: FreezeCommand,
  roster: Roster,
  delivery?: string,
): Promise<FreezeAnswer> {
  return transaction(async (tx) => {
    if (delivery !== undefined && !(await isFirstDelivery(tx.db, delivery, clock()))) {
      return { ok: false, refusal: "seen-before" };
    }
    const before = await lockFreeze(tx.db, workspaceId);
    return decideAndSave(tx, seal, before, workspaceId, command, { roster, now: clock() });
  });
}

async function decideAndSave(
  tx: Tx,
  seal: Seal,
  before: Freeze,
  workspaceId: string,
  command: FreezeCommand,
  { roster, now }: { roster: Roster; now: string },
): Promise<FreezeAnswer> {
  // Noted even while it is frozen: people and jobs have continued since.
  if (command.type === "restored") await noteRestored(tx.db, workspaceId, now);
  const policy = await findPolicy(tx.db, workspaceId);
  // A code whose key is missing must not take the emergency stop away.
  const decisive = command.type === "resume" ? [freezeRow(before), policyRow(policy)] : [];
  const trust = await trustIn(tx.db, seal, workspaceId, decisive);
  if (command.type === "resume" && trust.doubted.length > 0) {
    return { ok: false, refusal: "doubted", frozen: before.frozen };
  }
  const decided = decideFreeze(command, before, policy, roster, now);
  if (!decided.ok) {
    const { refusal } = decided;
    // The reason of a freeze is for members, and for approvers whom Slack does not know at this moment.
    const isTold = !("by" in command) || whyMayNot("look", command, { roster }) === undefined;
    return { ok: false, refusal, ...(isTold && { frozen: before.frozen }) };
  }
  await saveFreeze(tx.db, workspaceId, decided.freeze);
  const actor = "by" in command ? command.by : "signalbox";
  const marks = trust.sign([freezeRow(decided.freeze)], "written-anew");
  await recordFreeze(tx, workspaceId, decided.event, actor, marks);
  // People who resume sending have read the present rows.
  if (decided.event.type === "resumed" && !trust.isEnforced) {
    await signEverything(tx.db, seal, workspaceId, { at: now, actor });
  }
  await wakeWaiting(tx, workspaceId, decided.event, now);
  return { ok: true, frozen: decided.freeze.frozen };
}

async function recordFreeze(
  tx: Tx,
  workspaceId: string,
  event: FreezeEvent,
  actor: string,
  marks: readonly RowMark[],
): Promise<void> {
  const connectionId = (await findCurrent(tx.db, workspaceId))?.id ?? "";
  const { at, type: action } = event;
  const underWay = action === "frozen" ? await listUnderWay(tx, workspaceId) : undefined;
  const facts = JSON.stringify({ ...event, underWay });
  const entry = { workspaceId, connectionId, at, actor, action, facts };
  await appendAudit(tx.db, entry, marks);
}

/** The freeze is locked, so this sees every claim that committed before it. */
async function listUnderWay(tx: Tx, workspaceId: string): Promise<readonly UnderWay[]> {
  const open = await listOpenRequests(tx.db, workspaceId);
  return open
    .filter(({ state: { status } }) => status === "sending" || status === "unknown")
    .map(({ number, content }) => ({ number, name: content.change.name }));
}

/** Every waiting card says so; requests that were held up continue when sending resumes. */
async function wakeWaiting(
  tx: Tx,
  workspaceId: string,
  event: FreezeEvent,
  now: string,
): Promise<void> {
  for (const waiting of await listMindingFreeze(tx.db, workspaceId)) {
    const request = { workspaceId, requestId: waiting.id };
    await tx.enqueue({ name: "update-approval-card", request });
    const step = nextStep(waiting);
    const isHeldUp = event.type === "resumed" && waiting.state.status !== "pending";
    if (isHeldUp && step) {
      await tx.enqueue({ name: step.name, request, ...(step.at > now && { startAfter: step.at }) });
    }
  }
}
