import type { Loosening } from "../../authority/pins.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";

export const CHANNEL_PINNED =
  "APPROVALS_CHANNEL in the configuration sets the approvals channel. The operator of Signalbox can change it there.";
export const CONNECTION_PINNED =
  "RAIL_API_URL and RAIL_API_TOKEN in the configuration set the connection. The operator of Signalbox can change them there.";

/** One way in which a policy is looser, for people: it counts the additional people, because a field shows no mentions. */
export function looseningText(loosening: Loosening): string {
  const { setting } = loosening;
  const rule = loosening.rule === null ? "the policy" : `rule “${shortened(loosening.rule, 60)}”`;
  if (loosening.is === "too-few") {
    const { atLeast, found } = loosening;
    return loosening.rule === null
      ? `${setting} demands ${counted(atLeast, "hour")} or more; ${rule} has ${found}.`
      : `${setting} demands ${counted(atLeast, "approval")} or more; ${rule} takes ${found}.`;
  }
  const isGroups = loosening.at.at(-1) === "groups";
  const others = counted(loosening.named.length, isGroups ? "user group" : "other approver");
  return `${setting} allows ${counted(loosening.allowed.length, "approver")}; ${rule} also names ${others}.`;
}
