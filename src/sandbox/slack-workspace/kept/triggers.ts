import type { Faults } from "../control/faults.ts";
import { SlackError } from "../slack-error.ts";
import { secret } from "./ids.ts";
import { createPassing } from "./passing.ts";

/** Slack gives an app three seconds to open a modal after the person acted. */
const TRIGGER_LIFE_MS = 3_000;

/** A late app hears that the trigger has expired for this long; later the trigger is unknown. */
const REMEMBERED_MS = 60 * 60_000;

interface Trigger {
  userId: string;
  appId: string;
  /** The conversation in which the person acted. */
  conversationId?: string | undefined;
}

export function createTriggers(now: () => number, faults: Pick<Faults, "triggersExpire">) {
  const issued = createPassing<Trigger & { isUsed: boolean }>(now, REMEMBERED_MS);
  let count = 0;

  return {
    issue(trigger: Trigger): string {
      count += 1;
      const id = `${Math.floor(now())}.${count}.${secret()}`;
      issued.add(id, { ...trigger, isUsed: false });
      return id;
    },

    /** True if the trigger was issued here. */
    knows: (id: string): boolean => issued.get(id) !== undefined,

    /** Takes the trigger. Throws for a second use, a late one, or one by another app. */
    exchange(id: string, appId: string): Trigger {
      const trigger = issued.get(id);
      if (!trigger || trigger.appId !== appId) throw new SlackError("invalid_trigger_id");
      if (trigger.isUsed) throw new SlackError("exchanged_trigger_id");
      const isLate = faults.triggersExpire || now() - trigger.addedAt > TRIGGER_LIFE_MS;
      if (isLate) throw new SlackError("expired_trigger_id");
      trigger.isUsed = true;
      return trigger;
    },
  };
}

export type Triggers = ReturnType<typeof createTriggers>;
