import type { Clock } from "../platform/process/clock.ts";
import type { Chore } from "../platform/queue/job.ts";
import type { RequestRef } from "../platform/queue/request-ref.ts";
import type { Overdue, Store } from "./queries/store-port.ts";
import type { JobName } from "./rules/next-step.ts";
import { nextStep } from "./rules/next-step.ts";
import type { Pauses } from "./rules/outcome/pauses.ts";
import { latestEnd } from "./rules/outcome/pauses.ts";
import { tellLostClicks } from "./tell-lost-clicks.ts";

interface Deps {
  store: Store;
  clock: Clock;
  /** The usual ones when absent. */
  pauses?: Pauses;
}

const MINUTE = 60_000;
const PAGE = 200;
/** Slack delivers again for some minutes at most, and a form is left open for some hours: a day is ample. */
const REMEMBERED_MS = 24 * 60 * MINUTE;

/**
 * Wakes what nothing else would wake: steps whose job was lost, cards that show an older state than there is, alarms
 * that nobody heard, instructions that do not say what is true, and what a clock that was far ahead has told to wait. It
 * goes through all of them, so that none waits behind many that are stuck, and only asks for what is not on its way
 * already.
 */
export async function sweep({ store, clock, pauses }: Deps): Promise<void> {
  const time = clock();
  const now = Date.parse(time);
  const due = {
    before: new Date(now - MINUTE).toISOString(),
    beyond: latestEnd({ now: time, ...(pauses && { pauses }) }),
  };
  const overdue = (after: Overdue | null) => store.listOverdueRequests(due, after, PAGE);
  for await (const ref of everyPage(overdue)) await wakeStep(store, ref);
  const staleCards = (after: RequestRef | null) => store.listStaleCards(time, PAGE, after);
  for await (const ref of everyPage(staleCards)) await wake(store, "update-approval-card", ref);
  const unraised = (after: RequestRef | null) => store.listUnraisedAlarms(PAGE, after);
  for await (const ref of everyPage(unraised)) await wake(store, "raise-alarm", ref);
  // Looked at once a round: a reminder that cannot be said yet would be found again and again.
  for (const ref of await store.listDueReminders(due.before, PAGE)) {
    await wake(store, "remind-approvers", ref);
  }
  const staleInstructions = (after: RequestRef | null) => store.listStaleInstructions(PAGE, after);
  for await (const ref of everyPage(staleInstructions)) await wakeInstructions(store, ref);
  await store.forgetBefore(new Date(now - REMEMBERED_MS).toISOString());
}

type ChoreDeps = Deps &
  Parameters<typeof tellLostClicks>[0] & {
    /** Deletes what is kept of workspaces that the app was removed from. */
    forgetLeft?: () => Promise<void>;
  };

export const sweepChore: Chore<ChoreDeps> = {
  name: "sweep",
  everySeconds: 30,
  expireInSeconds: 120,
  async work(context) {
    await sweep(context);
    await tellLostClicks(context);
    await context.forgetLeft?.();
  },
};

async function* everyPage<Each>(
  page: (after: Each | null) => Promise<Each[]>,
): AsyncGenerator<Each> {
  let found = await page(null);
  while (found.length > 0) {
    yield* found;
    found = await page(found.at(-1) ?? null);
  }
}

async function wakeStep(store: Store, { workspaceId, requestId }: RequestRef): Promise<void> {
  const ref = { workspaceId, requestId };
  const request = await store.findRequest(ref);
  const step = request && nextStep(request);
  if (step) await wake(store, step.name, ref);
}

async function wakeInstructions(store: Store, ref: RequestRef): Promise<void> {
  const isQuarantined = (await store.findRequest(ref))?.state.status === "quarantined";
  await wake(store, isQuarantined ? "withdraw-instructions" : "post-instructions", ref);
}

async function wake(store: Store, name: JobName, request: RequestRef): Promise<void> {
  await store.transaction((tx) => tx.enqueue({ name, request, isWakeUp: true }));
}
