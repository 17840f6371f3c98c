import type { Delivery } from "../../platform/slack/delivery.ts";
import { accountText } from "../card/facts.ts";
import type { Context } from "../engine/context.ts";
import type { Around } from "../rules/around.ts";
import { whyNotUndecided } from "../rules/decide.ts";
import { type Deed, whyNot } from "../rules/may.ts";
import type { Refusal } from "../rules/refusal.ts";
import type { Request } from "../rules/request.ts";
import type { InForce } from "../rules/settings.ts";
import { type Ground, readGround } from "../store/ground.ts";

/** A person who may do something, and all that a screen for them is drawn from. */
export interface Asking {
  ok: true;
  context: Context;
  by: string;
  standings: Around["standings"];
  ground: Ground;
  inForce: InForce;
  /** The account that the workspace uses now, for the context of the screen. */
  account: string;
}

type Refused = { ok: false; because: Refusal; request: Request | null };

/**
 * Whether a person may see or begin something, before anything is drawn for them. What changes
 * something is judged again by the transition. Without a request for deeds that concern none.
 */
export async function admit(
  context: Context,
  { workspace, person: by }: Delivery,
  deed: Deed,
  id: string | null = null,
): Promise<Asking | Refused> {
  const { db, people, self } = context;
  const [ground, standings] = await Promise.all([
    readGround(db, { workspace, request: id, person: by }),
    people.standingsOf(workspace, [by], "minute"),
  ]);
  const { request, inForce, connection, broken } = ground;
  if (id !== null && !request) {
    return { ok: false, because: { is: broken ? "broken" : "not-known" }, request };
  }
  const because = whyNot(deed, by, request, { inForce, standings });
  if (because) return { ok: false, because, request };
  if (!inForce) return { ok: false, because: { is: "no-settings" }, request };
  const account = accountText({ name: self.team, environment: connection?.environment ?? "" });
  return { ok: true, context, by, standings, ground, inForce, account };
}

/** The same for a form about a request: what can only be refused is not opened. */
export async function admitTo(
  context: Context,
  delivery: Delivery,
  deed: "approve" | "deny" | "withdraw" | "answer",
  id: string,
): Promise<(Asking & { request: Request }) | Refused> {
  const asking = await admit(context, delivery, deed, id);
  if (!asking.ok) return asking;
  const { request, now } = asking.ground;
  if (!request) return { ok: false, because: { is: "not-known" }, request };
  const because = whyTooLate(deed, request, now);
  return because ? { ok: false, because, request } : { ...asking, request };
}

function whyTooLate(deed: Deed, request: Request, now: string): Refusal | null {
  const decided = whyNotUndecided(request, now);
  if (deed !== "answer") return decided;
  return request.state.is === "stuck" ? null : (decided ?? { is: "not-possible" });
}
