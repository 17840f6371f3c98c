import type { Living } from "../domain/living-quorum.ts";
import type { People } from "./ports.ts";
import type { UserGroups } from "./setup-ports.ts";

/** What Slack says now of these people, and of whoever is in these groups. */
export async function livingOf(
  { people, groups }: { people: Pick<People, "standingOf">; groups: UserGroups },
  workspaceId: string,
  named: { approvers: readonly string[]; groups: readonly string[] },
): Promise<Living> {
  const members = new Map(
    await Promise.all(
      named.groups.map(async (id) => [id, await groups.membersOf(workspaceId, id)] as const),
    ),
  );
  const everyone = [...named.approvers, ...[...members.values()].flatMap((each) => each ?? [])];
  const standings = new Map(
    await Promise.all(
      [...new Set(everyone)].map(
        async (id) => [id, await people.standingOf(workspaceId, id)] as const,
      ),
    ),
  );
  return { standings, persons: new Map(), members };
}
