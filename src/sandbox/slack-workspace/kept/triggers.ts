import { LIMITS } from "../blocks/limits.ts";
import type { Faults } from "../control/faults.ts";
import { SlackError } from "../slack-error.ts";
import { secret } from "./ids.ts";
import { createPassing } from "./passing.ts";

/** A late app hears that the trigger has expired for this long; later the trigger is unknown. */
const REMEMBERED_MS = 60 * 60_000;

interface Trigger {
  userId: string;
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

    /** Takes the trigger. Throws for a second use, or a late one. */
    exchange(id: string): Trigger {
      const trigger = issued.get(id);
      if (!trigger) throw new SlackError("invalid_trigger_id");
      if (trigger.isUsed) throw new SlackError("exchanged_trigger_id");
      const isLate = faults.triggersExpire || now() - trigger.addedAt > LIMITS.triggerMs;
      if (isLate) throw new SlackError("expired_trigger_id");
      trigger.isUsed = true;
      return trigger;
    },
  };
}

export type Triggers = ReturnType<typeof createTriggers>;
