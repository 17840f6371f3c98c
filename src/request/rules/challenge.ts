import { lookAlikesOf } from "../../platform/payment-details/look-alike.ts";
import { type MiddleGroup, middleGroupOf } from "../../platform/payment-details/middle-group.ts";
import { type Content, valueIn } from "./content.ts";
import { sha256 } from "./digest.ts";

/** Where an approver can have looked an address up. Kept in the audit. */
export const CHECKED_IN = ["contract", "call-back", "earlier-payment", "other"] as const;

/**
 * The group of the address that this approver types from their own records, at a first use or a
 * look-alike. Nobody can foresee it, since it follows from the server's nonce. It contains a
 * difference from the nearest that is registered: anybody can ask for a decoy. Null: no question.
 */
export function questionFor(content: Content, by: string): MiddleGroup | null {
  const value = valueIn(content.change);
  const { isFirstUse, warnings } = content.traits;
  const alike = warnings.filter((warning) => warning.is === "looks-like");
  if (!value || !(isFirstUse || alike.length > 0)) return null;
  const registered = alike.filter(({ isWaiting }) => !isWaiting);
  const [nearest] = lookAlikesOf(value, registered);
  const draw = Number.parseInt(sha256(`${content.nonce}:${by}`).slice(0, 12), 16) / 2 ** 48;
  return middleGroupOf(value, draw, nearest?.differences);
}
