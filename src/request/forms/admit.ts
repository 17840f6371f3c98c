import type { Answer } from "../../platform/slack/bolt.ts";
import type { Delivery } from "../../platform/slack/delivery.ts";
import { accountText } from "../card/facts.ts";
import type { Context } from "../engine/context.ts";
import type { Around } from "../rules/around.ts";
import { whyNotUndecided } from "../rules/decide.ts";
import { type Deed, whyNot, whyNotInspect } from "../rules/may.ts";
import type { Refusal } from "../rules/refusal.ts";
import { issuedRail, type Request } from "../rules/request.ts";
import type { InForce } from "../rules/settings.ts";
import { type Ground, readGround } from "../store/ground.ts";
import type { Service } from "../store/mirror.ts";
import type { Installation } from "../store/workspaces.ts";

/** Something that a person did, and how Slack is answered. */
export interface Act {
  context: Context;
  delivery: Delivery;
  answer: Answer;
}

/** A person who may do it, and all that a screen for them is drawn from. */
export interface Asking extends Act {
  ok: true;
  by: string;
  standings: Around["standings"];
  ground: Ground;
  inForce: InForce;
  connection: NonNullable<Ground["connection"]>;
  /** The Rail service that the workspace uses now, and its account as every screen names it. */
  service: Service;
  account: string;
  self: Installation;
}

/** `request`: the one that was acted on, if any. */
export interface Refused {
  ok: false;
  because: Refusal;
  request: Request | null;
}

export const refused = (because: Refusal, request: Request | null = null): Refused => {
  return { ok: false, because, request };
};

/**
 * Whether a person may see or begin something, before anything is drawn for them. What changes
 * something is judged again by the transition. `id`: of the request, for deeds that concern one;
 * one that is asked for need not be there.
 */
export async function admit(
  act: Act,
  deed: Deed = "look",
  id: string | null = null,
): Promise<Asking | Refused> {
  const { db, people } = act.context;
  const { workspace, person: by } = act.delivery;
  const [self, ground, standings] = await Promise.all([
    act.context.self(workspace),
    readGround(db, { workspace, request: id, person: by }),
    people.standingsOf(workspace, [by], "minute"),
  ]);
  const { request, inForce, connection, broken } = ground;
  if (id && !request && deed !== "ask" && deed !== "stop")
    return refused({ is: broken ? "broken" : "not-ours" });
  const because =
    whyNot(deed, by, request, { inForce, standings }) ??
    (request && whyTooLate(deed, request, ground.now));
  if (because) return refused(because, request);
  if (!inForce || !connection) return refused({ is: "no-settings" });
  const account = accountText(self.team, connection.environment);
  const service = { workspace, connection: connection.id };
  return { ...act, ok: true, self, by, standings, ground, inForce, connection, service, account };
}

/** Who may see how everything is doing, or have the audit. Works whatever is broken. */
export async function admitInspector(
  { context, delivery }: Act,
  what: Parameters<typeof whyNotInspect>[0],
): Promise<{ ok: true; ground: Ground | null } | Refused> {
  const { db, slack, people, log } = context;
  const { workspace, person } = delivery;
  const [ground, standings] = await Promise.all([
    readGround(db, { workspace, request: null }).catch((error): null => {
      log.warn({ err: error }, "what decides cannot be read");
      return null;
    }),
    people.standingsOf(workspace, [person], "fresh"),
  ]);
  const isAdministrator = (await slack.isAdministrator(workspace, person)) === true;
  const known = { inForce: ground?.inForce ?? null, standings };
  const because = whyNotInspect(what, person, known, isAdministrator);
  return because ? refused(because) : { ok: true, ground };
}

/** What can only be refused is not opened. */
function whyTooLate(deed: Deed, request: Request, now: string): Refusal | null {
  if (deed === "look" || deed === "ask" || deed === "stop") return null;
  if (deed === "report") return issuedRail(request) ? null : { is: "held-already" };
  const decided = whyNotUndecided(request, now);
  if (deed !== "answer" && deed !== "retire") return decided;
  const wanted = deed === "answer" ? "stuck" : "done";
  return request.state.is === wanted ? null : (decided ?? { is: "not-possible" });
}
