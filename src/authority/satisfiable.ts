import type { Rule } from "./judge.ts";
import { quorumOf } from "./judge.ts";
import type { Named, Roster } from "./roster.ts";
import { isSamePerson, onePerPerson } from "./roster.ts";

/** How many active people a rule has to name; one more where one of them may be the one who asks. */
const peopleNeeded = (rule: Pick<Rule, "approvalsRequired">, mayAskThemselves: boolean) =>
  quorumOf(rule) + (mayAskThemselves ? 1 : 0);

/** Whether so many people are enough for a rule. */
export const areEnough = (
  people: number,
  rule: Pick<Rule, "approvalsRequired">,
  mayAskThemselves = true,
): boolean => people >= peopleNeeded(rule, mayAskThemselves);

type Asked = Pick<Roster, "standings" | "persons" | "members">;

/** Active people whom a rule names, each by the first of their accounts. */
export function activeOf({ approvers, groups }: Named, roster: Asked): string[] {
  const all = [...approvers, ...groups.flatMap((group) => roster.members.get(group) ?? [])];
  const active = all.filter((user) => roster.standings.get(user) === "active");
  return onePerPerson(active, roster);
}

/** Without all accounts of one person: nobody approves what they ask for. */
export const othersThan = (
  requester: string,
  people: readonly string[],
  roster: Pick<Roster, "persons">,
): string[] => people.filter((user) => isSamePerson(user, requester, roster) !== "yes");

/** A rule, and the groups of which somebody has to be a member to ask under it; absent where anybody may. */
export interface AskedUnder extends Named, Pick<Rule, "approvalsRequired"> {
  requesterGroups?: readonly string[] | undefined;
}

/** How many people a rule has to name, and whether it does: else somebody's request could be approved by nobody. */
export function reachOf(
  rule: AskedUnder,
  roster: Asked,
): { needed: number; isSatisfiable: boolean } {
  const active = activeOf(rule, roster);
  const needed = peopleNeeded(rule, mayAskThemselves(rule, active, roster));
  return { needed, isSatisfiable: active.length >= needed };
}

/** Only a rule for requests of a group may exclude that one of its approvers asks. */
function mayAskThemselves(
  { requesterGroups }: AskedUnder,
  active: readonly string[],
  roster: Asked,
): boolean {
  if (requesterGroups === undefined) return true;
  return requesterGroups.some((group) => {
    const members = roster.members.get(group) ?? null;
    // One of them is among the approvers where the two together are fewer people than each by itself.
    const all = [...active, ...(members ?? [])];
    const asking = onePerPerson(members ?? [], roster);
    return members === null || onePerPerson(all, roster).length < active.length + asking.length;
  });
}
