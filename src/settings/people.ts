import { z } from "zod";
import { USER } from "../config-values.ts";
import type { Line } from "../platform/slack/blocks/rich-text.ts";
import { cleanText } from "../platform/text/shown-text.ts";
import { counted } from "../platform/text/times.ts";
import { named } from "../request/card/people.ts";
import type { Asking } from "../request/forms/admit.ts";
import { SENTENCES } from "../request/forms/refusals.ts";
import type { Around } from "../request/rules/around.ts";
import { activeOf } from "../request/rules/may.ts";
import { canBeMet } from "../request/rules/requirements.ts";
import type { Requirement } from "../request/rules/settings.ts";

/** The most of each that cards and forms have room for. */
export const MOST = { approvers: 20, team: 100, auditors: 20, destinations: 10 } as const;

/** Of a field; whatever is no person's id at Slack is nobody. */
export const people = z
  .array(z.string())
  .catch([])
  .transform((all) => [...new Set(all)].filter((each) => USER.test(each)));

/** In a workspace, also before it is set up. */
export type Somewhere = Pick<Asking, "context"> & { service: { workspace: string } };

/**
 * Why these people cannot be named; undefined if they can. `needed`: how many approvers must
 * approve. So many of them have to be active that any one may request.
 */
export async function faultOfPeople(
  { context, service }: Somewhere,
  whom: "approvers" | "auditors",
  ids: readonly string[],
  needed: number | null = null,
): Promise<string | undefined> {
  if (needed !== null && ids.length === 0) return "Choose who approves.";
  if (ids.length > MOST[whom]) return `Choose at most ${MOST[whom]}.`;
  const standings = await context.people.standingsOf(service.workspace, ids, "minute");
  if (standings.size < ids.length) return SENTENCES["standing-unknown"];
  const wrong = [...standings.values()].filter(
    (each) => each !== "active" && each !== "deactivated",
  );
  if (wrong.length > 0) {
    const who = counted(wrong.length, "person here is not.", "people here are not.");
    return `Only full members of this workspace can be ${whom}. ${who}`;
  }
  const active = activeOf(ids, standings);
  if (needed === null || canBeMet({ people: active, needed })) return undefined;
  return `At least ${needed + 1} must be active: ${needed} must approve, and one may be the requester.`;
}

/**
 * How a requirement is short of people, and what that means: now, or when one of them requests.
 * Null: there are enough, whoever requests.
 */
export function shortageOf(
  { name, people: ids, needed }: Requirement,
  standings: Around["standings"],
): { is: "now" | "at-a-request" | "one-left"; says: Line } | null {
  const active = activeOf(ids, standings);
  const label = `${cleanText(name, 60)}: `;
  if (active.length < needed) {
    const count = `${active.length} active, and ${needed} must approve.`;
    return { is: "now", says: [label, `nobody can approve. ${count}`] };
  }
  const who = [label, "when ", ...named(active.slice(0, needed), "or"), " requests, "];
  if (!canBeMet({ people: active, needed })) {
    return { is: "at-a-request", says: [...who, "too few can approve."] };
  }
  const [, other, ...others] = active;
  if (!other || others.length > 0) return null;
  return { is: "one-left", says: [...who, "only ", ...named([other], "or"), " can approve."] };
}
