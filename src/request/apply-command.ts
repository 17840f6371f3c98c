import type { Roster } from "../authority/roster.ts";
import type { Seal } from "../platform/database/seal.ts";
import type { Job } from "../platform/queue/job.ts";
import type { RequestRef } from "../platform/queue/request-ref.ts";
import type { Tx } from "../platform/queue/transaction.ts";
import { isFirstDelivery } from "../platform/slack/intake/delivery.ts";
import { kindOf } from "./change-kind.ts";
import { circumstances } from "./circumstances.ts";
import type { Context } from "./context.ts";
import { doubtAbout, giveUp, isLast, newMarks } from "./in-doubt.ts";
import { lockWorkspace } from "./queries/audit.ts";
import { lockRegister, lockSetup } from "./queries/companies.ts";
import { lockStored, saveRequest } from "./queries/requests.ts";
import { trustIn } from "./queries/row-macs.ts";
import { recordHistory } from "./record-history.ts";
import type { ChangeRequest } from "./rules/change-request.ts";
import { isRailRequest, isSetupRequest } from "./rules/change-request.ts";
import type { Command } from "./rules/decide.ts";
import { decide } from "./rules/decide.ts";
import type { Refusal } from "./rules/decision.ts";
import { refuse } from "./rules/decision.ts";
import { evolve } from "./rules/evolve.ts";
import type { Freeze } from "./rules/freeze.ts";
import { nextStep } from "./rules/next-step.ts";
import { moreRemediesAt } from "./rules/remedies-for.ts";
import type { RequestEvent } from "./rules/request-event.ts";
import { isEnding, isReleased } from "./rules/status.ts";

export type Applying = Pick<Context, "transaction" | "seal" | "pins" | "clock" | "pauses">;

/** The time, and the configured pauses, as the rules take them. */
export function timeOf({ clock, pauses }: Pick<Context, "clock" | "pauses">) {
  return { now: clock(), ...(pauses && { pauses }) };
}

export type Applied =
  | { ok: true; request: ChangeRequest }
  | { ok: false; refusal: Refusal | "not-found" | "seen-before"; request?: ChangeRequest };

/**
 * The engine of every change: decides under a row lock and saves the state, its events, their audit entries and the
 * following jobs in one transaction. `delivery` is the key of the Slack delivery: a second one with the same key is
 * refused as `seen-before`. `roster` is Slack's earlier answer about the people on whom the decision rests.
 */
export async function applyCommand(
  context: Applying,
  ref: RequestRef,
  command: Command,
  delivery?: string,
  roster?: Roster,
): Promise<Applied> {
  try {
    return await attempt(context, ref, command, delivery, roster, "once-more");
  } catch (error) {
    if (!(error instanceof Doubt)) throw error;
    return attempt(context, ref, command, delivery, roster, "refuse");
  }
}

class Doubt extends Error {}

async function attempt(
  { transaction, seal, pins, clock, pauses }: Applying,
  ref: RequestRef,
  command: Command,
  delivery: string | undefined,
  roster: Roster | undefined,
  inDoubt: "once-more" | "refuse",
): Promise<Applied> {
  return transaction(async (tx) => {
    const [isFirst, stored] = await Promise.all([
      delivery === undefined || isFirstDelivery(tx.db, delivery, clock()),
      lockStored(tx.db, ref),
    ]);
    if (!isFirst) return { ok: false, refusal: "seen-before" };
    if (!stored) return { ok: false, refusal: "not-found" };

    const before = stored.request;
    const freeze = await holdWhatDecides(tx.db, command, before);
    const { db } = tx;
    const around = await circumstances({ db, pins, freeze }, before, clock(), command, roster);
    const rows = [stored.row, ...around.decidedBy];
    const [trust] = await Promise.all([
      trustIn(tx.db, seal, ref.workspaceId, rows),
      lockWorkspace(tx.db, ref.workspaceId),
    ]);
    const doubt = await doubtAbout(tx.db, command, before, stored.row, trust, around);
    if (doubt !== "none") {
      if (inDoubt === "once-more") throw new Doubt();
      await tx.enqueue({ name: "check-rows", request: ref });
    }
    const decision =
      doubt === "none"
        ? decide(command, before, { ...around, ...(pauses && { pauses }) })
        : doubt === "request" && isLast(command) && isReleased(before.state)
          ? giveUp(around)
          : refuse("doubted");
    const { events = [] } = decision;
    const after = events.reduce(evolve, before);
    if (events.length > 0) {
      const noted = async () => {
        await recordElsewhere(tx, after, events, seal);
        const marks = await newMarks(tx.db, after, events, trust);
        await recordHistory(tx, after, events, actorOf(command), around.roster, marks);
      };
      await enqueueJobs(tx, before, after, events);
      await tx.withJobs(saveRequest(tx.db, before, after, events), noted());
    }
    return decision.ok
      ? { ok: true, request: after }
      : { ok: false, refusal: decision.refusal, request: after };
  });
}

/** What the change writes beside its request. */
async function recordElsewhere(
  tx: Tx,
  request: ChangeRequest,
  events: readonly RequestEvent[],
  seal: Seal,
): Promise<void> {
  const { change } = request.content;
  const { record } = kindOf(change);
  if (!record) return;
  for (const event of events) await record(tx, request, change, event, seal);
}

/**
 * What is checked must hold until it is written: another request may be about the same set-up, Rail, id or destination.
 * Returns the freeze if that is held.
 */
async function holdWhatDecides(
  trx: Tx["db"],
  { type }: Command,
  request: ChangeRequest,
): Promise<Freeze | undefined> {
  const { workspaceId } = request;
  const isSetup = type === "carry-out" && isSetupRequest(request);
  if (isSetup || type === "link-rail" || type === "confirm-remedy") {
    return lockSetup(trx, workspaceId);
  }
  return type === "claim" || type === "carry-out" ? lockRegister(trx, workspaceId) : undefined;
}

/** A request that continues by itself has usually reached its next state by then: one redraw shows both. */
const PASSING_MS = 300;

async function enqueueJobs(
  tx: Tx,
  before: ChangeRequest,
  after: ChangeRequest,
  events: readonly RequestEvent[],
): Promise<void> {
  const request = { workspaceId: after.workspaceId, requestId: after.id };
  const step = nextStep(after);
  const previous = nextStep(before);
  const at = events.at(-1)?.at ?? step?.at ?? "";
  const isDueNow = step !== undefined && step.at <= at;
  if (step && (step.name !== previous?.name || step.at !== previous.at)) {
    await tx.enqueue({ name: step.name, request, ...(!isDueNow && { startAfter: step.at }) });
  }
  const isPassing = isDueNow || after.state.status === "sending";
  const card = { name: "update-approval-card", request } as const;
  await tx.enqueue(isPassing ? { ...card, afterMs: PASSING_MS } : card);
  const startAfter = moreRemediesAt(after);
  if (startAfter !== undefined && startAfter !== moreRemediesAt(before)) {
    await tx.enqueue({ ...card, startAfter });
  }
  if (events.some(({ type }) => CALLS_PEOPLE.has(type))) {
    await tx.enqueue({ name: "raise-alarm", request });
  }
  const isMoved = after.state.status !== before.state.status;
  const isAsked = events.some(({ type }) => type === "question-asked");
  if (isAsked || (isMoved && (isEnding(after) || isEnding(before)))) {
    await tx.enqueue({ name: "tell-ending", request });
  }
  if (isRailRequest(after) && events.some(({ type }) => type === "quarantined")) {
    await tx.enqueue({ name: "withdraw-instructions", request });
  }
}

/** Events that must reach people before somebody happens to look at the card. */
const CALLS_PEOPLE: ReadonlySet<RequestEvent["type"]> = new Set([
  "quarantined",
  "gave-up",
  "remedy-proposed",
]);

function actorOf(command: Command): string {
  return "by" in command ? command.by : "signalbox";
}

export const expireRequestJob = jobOf("expire", "ending it when it had expired");
export const voidRequestJob = jobOf("void", "ending what can no longer be done");
export const wakeRequestJob = jobOf("wake", "trying it again with another token");

function jobOf<Type extends "expire" | "void" | "wake">(
  type: Type,
  does: string,
): Job<Applying, `${Type}-request`> {
  return {
    name: `${type}-request`,
    does,
    expireInSeconds: 60,
    work: async (context, ref) => void (await applyCommand(context, ref, { type })),
  };
}
