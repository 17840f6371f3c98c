import type { Chore } from "../platform/queue/job.ts";
import type { RequestRef } from "../platform/queue/request-ref.ts";
import { timeOf } from "./apply-command.ts";
import type { ChoreContext } from "./capability.ts";
import { tellLostClicks } from "./clicks/tell-lost-clicks.ts";
import type { Context } from "./context.ts";
import { inPages } from "./each-workspace.ts";
import { forgetBefore } from "./queries/drafts.ts";
import type { Overdue } from "./queries/find-requests.ts";
import { listOverdueRequests } from "./queries/find-requests.ts";
import { listDueReminders } from "./queries/reminders.ts";
import { findRequest } from "./queries/requests.ts";
import {
  listStaleCards,
  listStaleInstructions,
  listUnraisedAlarms,
} from "./queries/stale-messages.ts";
import type { JobName } from "./rules/next-step.ts";
import { nextStep } from "./rules/next-step.ts";
import { latestEnd } from "./rules/outcome/pauses.ts";

type Sweeping = Pick<Context, "db" | "transaction" | "clock" | "pauses">;

const MINUTE = 60_000;
const PAGE = 200;
/** Slack repeats a delivery for some minutes at most, and people leave a form open for some hours: a day is ample. */
const REMEMBERED_MS = 24 * 60 * MINUTE;

/**
 * Wakes what nothing else would wake: steps whose job was lost, cards that show an older state, alarms that nobody
 * heard, untrue instructions, and requests that a clock far ahead has told to wait. It goes through all of them, so
 * that none waits behind many that are stuck, and only enqueues what is not under way.
 */
export async function sweep(context: Sweeping): Promise<void> {
  const { db } = context;
  const time = timeOf(context);
  const now = Date.parse(time.now);
  const due = { before: new Date(now - MINUTE).toISOString(), beyond: latestEnd(time) };
  const wakeAll = async (name: JobName, page: Page<RequestRef>) => {
    for await (const ref of inPages(page)) await wake(context, name, ref);
  };
  const overdue: Page<Overdue> = (after) => listOverdueRequests(db, due, after, PAGE);
  for await (const ref of inPages(overdue)) await wakeStep(context, ref);
  await wakeAll("update-approval-card", (after) => listStaleCards(db, time.now, PAGE, after));
  await wakeAll("raise-alarm", (after) => listUnraisedAlarms(db, PAGE, after));
  await wakeAll("remind-approvers", (after) => listDueReminders(db, due.before, PAGE, after));
  const instructions: Page<RequestRef> = (after) =>
    listStaleInstructions(db, time.now, PAGE, after);
  for await (const ref of inPages(instructions)) await wakeInstructions(context, ref);
  await forgetBefore(db, new Date(now - REMEMBERED_MS).toISOString());
}

type Page<Each> = (after: Each | null) => Promise<readonly Each[]>;

export const sweepChore: Chore<ChoreContext> = {
  name: "sweep",
  everySeconds: 30,
  expireInSeconds: 120,
  async work(context) {
    await sweep(context);
    await tellLostClicks(context);
    await context.forgetLeft?.();
  },
};

async function wakeStep(context: Sweeping, { workspaceId, requestId }: RequestRef): Promise<void> {
  const ref = { workspaceId, requestId };
  const request = await findRequest(context.db, ref);
  const step = request && nextStep(request);
  if (step) await wake(context, step.name, ref);
}

async function wakeInstructions(context: Sweeping, ref: RequestRef): Promise<void> {
  const isQuarantined = (await findRequest(context.db, ref))?.state.status === "quarantined";
  await wake(context, isQuarantined ? "withdraw-instructions" : "post-instructions", ref);
}

async function wake({ transaction }: Sweeping, name: JobName, request: RequestRef): Promise<void> {
  await transaction((tx) => tx.enqueue({ name, request, isWakeUp: true }));
}
