import { nextStep } from "../domain/next-step.ts";
import type { Clock, RequestRef, Store } from "./ports.ts";

interface Deps {
  store: Store;
  clock: Clock;
}

const MINUTE = 60_000;
const AT_MOST = 200;
/** Slack delivers again for some minutes at most, and a form is left open for some hours: a day is ample. */
const REMEMBERED_MS = 24 * 60 * MINUTE;

/**
 * Wakes what nothing else would wake: steps whose job was lost, cards that show an older state than there is, alarms
 * that nobody heard.
 */
export async function sweep({ store, clock }: Deps): Promise<void> {
  const now = Date.parse(clock());
  const aMinuteAgo = new Date(now - MINUTE).toISOString();
  for (const ref of await store.listOverdueRequests(aMinuteAgo, AT_MOST)) await wake(store, ref);
  for (const request of await store.listStaleCards(AT_MOST)) {
    await store.transaction((tx) => tx.enqueue({ name: "update-approval-card", request }));
  }
  for (const request of await store.listUnraisedAlarms(AT_MOST)) {
    await store.transaction((tx) => tx.enqueue({ name: "raise-alarm", request }));
  }
  await store.forgetBefore(new Date(now - REMEMBERED_MS).toISOString());
}

async function wake(store: Store, ref: RequestRef): Promise<void> {
  const request = await store.findRequest(ref);
  const step = request && nextStep(request);
  if (step) await store.transaction((tx) => tx.enqueue({ name: step.name, request: ref }));
}
