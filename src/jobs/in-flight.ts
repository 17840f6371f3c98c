import { MessengerError } from "../services/messenger-error.ts";
import type { Clock, PostedMessage, RequestRef, Store } from "../services/ports.ts";

interface Deps {
  store: Pick<Store, "findMessage" | "replaceMessage">;
  clock: Clock;
}

/** What Slack has not applied by then it applies no more. */
const LANDS_WITHIN_MS = 60_000;

/** Slack has not said what became of an update, and may apply it later than the next one. */
export const isInFlight = (error: unknown) =>
  error instanceof MessengerError && error.code === "unavailable";

/** Has the card drawn once more, whatever is drawn until then, when an update of it can no longer land. */
export async function rememberInFlight(
  { store, clock }: Deps,
  ref: RequestRef,
  { ts }: Pick<PostedMessage, "ts">,
): Promise<void> {
  const known = await store.findMessage(ref, "approval-card");
  if (known?.ts !== ts) return;
  const landed = new Date(Date.parse(clock()) + LANDS_WITHIN_MS).toISOString();
  const { redrawAt = landed } = known;
  const card = { ...known, redrawAt: redrawAt > landed ? redrawAt : landed };
  if (await store.replaceMessage(ref, "approval-card", card, known)) return;
  await rememberInFlight({ store, clock }, ref, { ts });
}
