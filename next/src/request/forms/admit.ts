import type { Delivery } from "../../platform/slack/delivery.ts";
import type { Context } from "../engine/context.ts";
import { type Deed, whyNot } from "../rules/may.ts";
import type { Refusal } from "../rules/refusal.ts";
import type { Request } from "../rules/request.ts";
import type { InForce } from "../rules/settings.ts";
import { type Ground, readGround } from "../store/ground.ts";

export type Admitted =
  | { ok: true; ground: Ground; inForce: InForce }
  | { ok: false; because: Refusal; request: Request | null };

/**
 * Whether a person may see or begin something, before anything is drawn for them. What changes
 * something is judged again by the transition. Without a request for deeds that concern none.
 */
export async function admit(
  { db, people }: Context,
  { workspace, person }: Delivery,
  deed: Deed,
  id: string | null = null,
): Promise<Admitted> {
  const [ground, standings] = await Promise.all([
    readGround(db, { workspace, request: id, person }),
    people.standingsOf(workspace, [person], "minute"),
  ]);
  const { request, inForce } = ground;
  if (id !== null && !request) {
    return { ok: false, because: { is: ground.broken ? "broken" : "not-known" }, request };
  }
  const because = whyNot(deed, person, request, { inForce, standings });
  if (because) return { ok: false, because, request };
  if (!inForce) return { ok: false, because: { is: "no-settings" }, request };
  return { ok: true, ground, inForce };
}
