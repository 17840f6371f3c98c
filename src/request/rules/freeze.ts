import { shortened } from "../../platform/text/shown-text.ts";

/** Whether anything may be sent for a workspace. Times are ISO 8601 in UTC. */
export interface Freeze {
  /** How often this has changed; 0 if never. */
  version: number;
  /** Null while sending is not frozen. */
  frozen: Frozen | null;
}

export interface Frozen {
  since: string;
  /** Null if Signalbox froze it itself. */
  by: string | null;
  reason: string;
  /** What Signalbox itself found, for as long as sending is frozen. No reason of a person takes its place. */
  found?: string;
  cause: "person" | "restored";
  /** A further reason, while sending was frozen already. */
  isFurther?: true;
  /** Approvers who want to resume sending, in the order of their clicks. */
  agreed: readonly string[];
}

/** The reasons, cut to `max`. What Signalbox itself found comes first where others would push it out. */
export function reasonsIn({ reason, found }: Frozen, max: number, none: string): string {
  const short = shortened(reason, max, none);
  return found === undefined || short.includes(found)
    ? short
    : shortened(`Signalbox found: ${found} · ${reason}`, max, none);
}
